//! Event checks on files with one planted fault each, and on files without any.

use std::path::Path;
use std::sync::Arc;

use flagfall::checks::{ClosedEvent, EventSettings, Finding, PgnEvents, Severity, check_event};
use flagfall::event::{Format, Headers, pgn, read, recognise};

use crate::outside::cases;

fn settings() -> EventSettings {
    EventSettings::new(chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap())
}

/// The findings of a file, or of a folder with a table and games of one event.
fn check(path: &Path) -> Vec<Finding> {
    if path.is_dir() {
        let games = std::fs::read(path.join("event.pgn")).unwrap();
        let games = pgn::read("event.pgn".into(), &games, None);
        let table = std::fs::read(path.join("event.trf")).unwrap();
        let table = read("event.trf".into(), &table, Format::Trf).unwrap();
        return check_event(&table, Some(&games), &settings());
    }
    let bytes = std::fs::read(path).unwrap();
    let name: Arc<str> = path.file_name().unwrap().to_string_lossy().into();
    match recognise(&name, &bytes).unwrap() {
        Format::Pgn => {
            let mut events = PgnEvents::new(name, settings());
            let mut closed = Vec::new();
            pgn::each_game(&bytes, |game| {
                let mut headers = Headers::default();
                headers.push(game, true, Vec::new());
                events.game(&Arc::new(headers), 0, false);
                closed.extend(events.drain_closed());
            });
            closed.extend(events.finish());
            closed.iter().flat_map(ClosedEvent::check).collect()
        }
        format => check_event(&read(name, &bytes, format).unwrap(), None, &settings()),
    }
}

fn shown(finding: &Finding) -> String {
    format!(
        "{} {:?} {:?} {:?}: {}",
        finding.check, finding.player, finding.opponent, finding.round, finding.message
    )
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn planted_faults_are_found_and_nothing_else() {
    let folder = cases("events/defects");
    let mut wrong = Vec::new();
    for row in csv::Reader::from_path(folder.join("expected.csv")).unwrap().records() {
        let row = row.unwrap();
        let (file, id, player, round, allowed) = (&row[0], &row[1], &row[2], &row[3], &row[4]);
        let found = check(&folder.join(file));
        let concerns = |f: &Finding| {
            let of_player = player.is_empty() || [f.player, f.opponent].contains(&player.parse().ok());
            f.check == id && of_player && (round.is_empty() || f.round.as_deref() == Some(round))
        };
        if !id.is_empty() && !found.iter().any(concerns) {
            wrong.push(format!("{file}: {id} of player {player:?} in round {round:?} not found"));
        }
        // These events were paired by a simulator, and are said to be.
        let simulated = |f: &Finding| f.data.contains_key("other_system");
        let extra = found
            .iter()
            .filter(|f| f.check != id && !simulated(f) && !allowed.split(' ').any(|other| other == f.check));
        wrong.extend(extra.map(|f| format!("{file}: {}", shown(f))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn clean_files_have_no_findings() {
    let folder = cases("events");
    let mut wrong = Vec::new();
    for row in csv::Reader::from_path(folder.join("events.csv")).unwrap().records() {
        let row = row.unwrap();
        let found = check(&folder.join(&row[0]));
        wrong.extend(
            found
                .iter()
                .filter(|f| f.severity > Severity::Info)
                .map(|f| format!("{}: {}", &row[0], shown(f))),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

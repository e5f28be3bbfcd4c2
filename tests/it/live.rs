//! The recorded event of `fixtures/live`: every alert that was worked out by hand, once, and the same ones at the end at any pace.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::checks::Settings;
use flagfall::ruleset::{Library, Request};
use flagfall::watch::recording::{BYTES, Came, INDEX, Player};
use flagfall::watch::{Follower, Options, alert_checks};
use proptest::prelude::*;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/live")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_recorded_event_gives_the_alerts_that_were_worked_out() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(["watch", "--speed", "1000000", "--format", "jsonl", "--replay"]).arg(folder());
    let output = command.output().unwrap();
    assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true));
    let told = lines(&String::from_utf8(output.stdout).unwrap());
    let expected = lines(&fs::read_to_string(folder().join("alerts.jsonl")).unwrap());
    for (told, expected) in told.iter().zip(&expected) {
        for (key, value) in expected.as_object().unwrap() {
            let told = match key.as_str() {
                "at" => json!(told["at"].as_str().unwrap().get(11..16)),
                key => told[key].clone(),
            };
            assert_eq!(&told, value, "{key} of {expected}");
        }
        let state = expected.get("state").cloned().unwrap_or(json!("new"));
        assert_eq!(told["state"], state, "{expected}");
    }
    assert_eq!(told.len(), expected.len(), "{told:#?}");
}

/// Something that came, with its source and time.
struct Arrival {
    source: String,
    at: i64,
    what: What,
}

enum What {
    Text(Vec<u8>),
    Part(Vec<u8>),
    End,
    Fault(String),
}

fn arrivals() -> Vec<Arrival> {
    let (mut player, mut from) = (Player::default(), 0);
    let bytes = fs::read(folder().join(BYTES)).unwrap();
    let index = fs::read_to_string(folder().join(INDEX)).unwrap();
    let read = |line: &str| {
        let line = Player::line(line).unwrap();
        let len = usize::try_from(line.what.bytes()).unwrap();
        let came = player.play(&line, &bytes[from..from + len]).unwrap();
        let what = match came {
            Came::Text(text) => What::Text(text.to_vec()),
            Came::Part(part) => What::Part(part.to_vec()),
            Came::End => What::End,
            Came::Fault(why) => What::Fault(why.to_owned()),
        };
        from += len;
        Arrival { source: line.source, at: line.at, what }
    };
    let arrivals = index.lines().map(read).collect();
    assert_eq!(from, bytes.len());
    arrivals
}

fn settings() -> Arc<Settings> {
    let library = Library::built_in();
    let selection = library.select("auto", &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap();
    let today = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
    let mut settings = Settings::new(library, Request { selection, today, supervision: None });
    settings.selected = alert_checks();
    Arc::new(settings)
}

/// Plays the event with other readings: `dice` says which texts are missed, which are seen only in part, and where a stream is cut.
fn at_the_end(arrivals: &[Arrival], settings: &Arc<Settings>, dice: &[(u8, u16)]) -> Vec<Value> {
    let mut follower = Follower::new(Arc::clone(settings), Options::default());
    let last: BTreeMap<&str, usize> =
        arrivals.iter().enumerate().map(|(i, arrival)| (arrival.source.as_str(), i)).collect();
    let mut dice = dice.iter().cycle();
    for (i, Arrival { source, at, what }) in arrivals.iter().enumerate() {
        let (kind, place) = dice.next().copied().unwrap_or_default();
        let is_last = last.get(source.as_str()) == Some(&i);
        match what {
            What::Text(_) if kind % 3 == 0 && !is_last => {}
            What::Text(text) => {
                let cut = usize::from(place) * text.len() / usize::from(u16::MAX);
                if kind % 3 == 1 {
                    follower.take(source, &text[..cut], *at);
                }
                if kind % 3 == 2 || is_last {
                    follower.take(source, text, *at);
                }
            }
            What::Part(part) => {
                let (a, b) = part.split_at(usize::from(place) * part.len() / usize::from(u16::MAX));
                follower.append(source, a, *at);
                follower.append(source, b, *at);
            }
            What::End => drop(follower.end(source, *at)),
            What::Fault(why) => drop(follower.silent(source, why, *at)),
        }
    }
    let mut standing: Vec<Value> = follower
        .standing()
        .iter()
        .map(|alert| json!({ "board": alert.board, "alert": alert.alert, "ply": alert.ply }))
        .collect();
    standing.sort_by_key(|alert| alert["board"].as_str().unwrap().parse::<u32>().unwrap());
    standing
}

#[test]
fn the_same_alerts_are_true_at_the_end_at_any_pace() {
    let expected = lines(&fs::read_to_string(folder().join("end.jsonl")).unwrap());
    let (arrivals, settings) = (arrivals(), settings());
    assert_eq!(at_the_end(&arrivals, &settings, &[(2, 0)]), expected);
    assert_eq!(at_the_end(&arrivals, &settings, &[(0, 0)]), expected);
    proptest!(ProptestConfig::with_cases(24), |(dice in prop::collection::vec(any::<(u8, u16)>(), 97))| {
        prop_assert_eq!(&at_the_end(&arrivals, &settings, &dice), &expected);
    });
}

//! Findings and checks of our own making that the report tests share.

use flagfall::checks::{Check, Excerpt, Finding, On, Severity};
use flagfall::report::{FindingReport, Format, GameDone, Settings, Summary};

/// Two checks with documentation in the fixed form.
pub(crate) const CHECKS: [Check; 2] = [
    Check {
        id: "illegal-move",
        severity: Severity::Error,
        doc: " A move that the Laws do not allow.\n\n ## Why it matters\n A game that holds one is no evidence.\n\n ## Example\n `29. Nf6` with the knight pinned.\n\n ## What to do\n Look at both scoresheets.\n",
        on: On::Run,
        by_default: true,
    },
    Check {
        id: "encoding",
        severity: Severity::Info,
        doc: " Bytes that are not UTF-8.\n\n ## Why it matters\n Names come out wrong.\n",
        on: On::Run,
        by_default: true,
    },
];

/// An illegal move in round 3, with everything that a finding of a game can have.
pub(crate) fn illegal_move() -> Finding {
    let text = "28. Rd1 Kg8 29. Nf6 gxf6 30. Rd8+";
    Finding {
        game: Some(17),
        line: Some(412),
        column: Some(17),
        offset: Some(18274),
        length: Some(3),
        event: Some("Club championship".into()),
        round: Some("3.2".into()),
        white: Some("Đurić, Ana".into()),
        black: Some("Doe, Jane".into()),
        ply: Some(57),
        mv: Some("29. Nf6".into()),
        fen: Some("3r2k1/1b3ppp/8/3N4/8/8/5PPP/3R2K1 w - - 4 29".into()),
        articles: vec!["3.10.2".into(), "7.5.1".into()],
        ruleset: Some("fide-2023-standard".into()),
        data: [("stood".to_owned(), true.into())].into_iter().collect(),
        excerpt: Some(Excerpt { text: text.into(), mark: 16..19, skipped: 0 }),
        notes: vec!["the knight on d5 is pinned by the bishop on b7".into()],
        ..Finding::new(
            "illegal-move",
            Severity::Error,
            "games/round 3.pgn".into(),
            "29. Nf6: no white knight can reach f6".into(),
        )
    }
}

/// Something about a whole file.
pub(crate) fn encoding() -> Finding {
    Finding::new("encoding", Severity::Info, "old.pgn".into(), "not UTF-8; read as Latin-1".into())
}

/// Something about a player in a result file.
pub(crate) fn points() -> Finding {
    Finding {
        line: Some(8),
        column: Some(81),
        event: Some("Spring open".into()),
        player: Some(4),
        name: Some("Roe, Richard".into()),
        field: Some("points".into()),
        expected: Some(serde_json::json!(4.5)),
        found: Some(serde_json::json!(5.0)),
        ..Finding::new(
            "points-mismatch",
            Severity::Warning,
            "open.trf".into(),
            "5.0 points, but the results give 4.5".into(),
        )
    }
}

/// The two games of the file of [`illegal_move`], of which only the first has findings, and the two other files.
pub(crate) fn run(format: &str, settings: &Settings<'_>) -> String {
    written(format, settings, &mut |report, summary| {
        let game = |number, white| GameDone {
            file: "games/round 3.pgn",
            number,
            round: Some("3.2"),
            white: Some(white),
            black: Some("Doe, Jane"),
        };
        (summary.files, summary.games, summary.plies) = (3, 2, 120);
        summary.rulesets.insert("fide-2023-standard".into(), 2);
        report.file("games/round 3.pgn").unwrap();
        summary.count(&illegal_move());
        report.finding(&illegal_move()).unwrap();
        report.game(&game(17, "Đurić, Ana")).unwrap();
        report.game(&game(18, "Poe, Ed")).unwrap();
        for finding in [encoding(), points()] {
            summary.count(&finding);
            report.file(&finding.file).unwrap();
            report.finding(&finding).unwrap();
        }
    })
}

/// What `format` writes when `tell` tells it of a run.
pub(crate) fn written(
    format: &str,
    settings: &Settings<'_>,
    tell: &mut dyn FnMut(&mut dyn FindingReport, &mut Summary),
) -> String {
    let mut out = Vec::new();
    let mut report = Format::named(format).unwrap().report(settings, Box::new(&mut out));
    let mut summary = Summary::default();
    report.begin().unwrap();
    tell(report.as_mut(), &mut summary);
    report.end(&summary).unwrap();
    drop(report);
    String::from_utf8(out).unwrap()
}

/// What `format` writes of one finding.
pub(crate) fn one(format: &str, settings: &Settings<'_>, finding: &Finding) -> String {
    written(format, settings, &mut |report, summary| {
        summary.count(finding);
        report.finding(finding).unwrap();
    })
}

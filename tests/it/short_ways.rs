//! `flagfall rule`, the example of each kind, and brief rulings: the ways to a ruling without writing a case file.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use flagfall::case::KINDS;
use serde_json::Value;

fn flagfall(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).current_dir(folder).args(args).output().unwrap()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn stdout(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap()
}

const ILLEGAL: &[&str] = &[
    "rule",
    "illegal-move",
    "--by",
    "black",
    "--after",
    "3. Bb5+",
    "--move",
    "a6",
    "--moves",
    "1. e4 e5 2. Nf3 d6 3. Bb5+",
    "--ruleset",
    "fide-2023-standard",
    "--time-control",
    "90+30",
    "--clock",
    "1:02:30/58:21",
];

#[test]
fn a_ruling_from_the_command_line_is_that_of_the_case_it_prints() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("game.pgn"),
        "[White \"A\"]\n[Black \"B\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n",
    )
    .unwrap();
    let lines: &[&[&str]] = &[
        ILLEGAL,
        &["rule", "Claim Threefold", "--by", "black", "--move", "Ng8", "game.pgn"],
        &[
            "rule",
            "phone-rang",
            "--by",
            "white",
            "--ruleset",
            "fide-2023-standard",
            "--set",
            "phone=warning",
            "--set",
            "count=2",
        ],
        &[
            "rule",
            "late-arrival",
            "--by",
            "white",
            "--seconds",
            "35:00",
            "--set",
            "default_time=30 min",
            "--ruleset",
            "fide",
        ],
        &[
            "rule",
            "touch",
            "--by",
            "white",
            "--squares",
            "e1 h1",
            "--moves",
            "1. e4 e5",
            "--date",
            "12.04.2025",
        ],
        &[
            "rule",
            "flag-fall",
            "--by",
            "white",
            "--fen",
            "8/8/8/3k4/8/3K4/3P4/8 w - - 0 60",
            "--clock",
            "0:00/",
        ],
    ];
    for line in lines {
        let case = stdout(&flagfall(folder.path(), &[line, &["--print-case"][..]].concat()));
        std::fs::write(folder.path().join("case.toml"), &case).unwrap();
        let ruled = json(&flagfall(folder.path(), &[line, &["--format", "json"][..]].concat()));
        let again = json(&flagfall(folder.path(), &["adjudicate", "case.toml", "--format", "json"]));
        for key in ["ruleset", "result", "rulings", "findings", "assumed"] {
            assert_eq!(ruled[key], again[key], "{line:?}\n{case}");
        }
        assert_eq!(
            ruled["rulings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|ruling| !ruling["incident"].is_null())
                .count(),
            1
        );
    }
}

/// 7.5.5: two minutes for the opponent; the increment of the illegal press is taken off again.
#[test]
fn the_clocks_are_those_of_the_moment_when_it_was_noticed() {
    let ruling = &json(&flagfall(root(), &[ILLEGAL, &["--format", "json"][..]].concat()))["rulings"][0];
    assert_eq!(ruling["decision"], "correct");
    assert_eq!(ruling["ply"], 5);
    let (white, black) = (3600 + 2 * 60 + 30, 58 * 60 + 21);
    assert_eq!(ruling["clock"]["white"].as_f64().unwrap(), f64::from(white + 120));
    assert_eq!(ruling["clock"]["black"].as_f64().unwrap(), f64::from(black - 30));
}

#[test]
fn a_game_of_several_is_copied_into_the_case() {
    let folder = tempfile::tempdir().unwrap();
    let games = "[White \"A\"]\n\n1. e4 *\n\n[White \"C\"]\n\n1. d4 d5 *\n";
    std::fs::write(folder.path().join("games.pgn"), games).unwrap();
    let line = ["rule", "resign", "--by", "white", "games.pgn"];
    let unpicked = flagfall(folder.path(), &line);
    assert_eq!(unpicked.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unpicked.stderr).contains("pick one with --game N"));
    let case = stdout(&flagfall(folder.path(), &[&line[..], &["--game", "2", "--print-case"]].concat()));
    assert!(case.contains("[files]") && case.contains("1. d4 d5") && !case.contains("1. e4"), "{case}");
    let ruled = json(&flagfall(folder.path(), &[&line[..], &["--game", "2", "--format", "json"]].concat()));
    assert_eq!((&ruled["rulings"][0]["ply"], &ruled["result"]), (&2.into(), &"0-1".into()));
}

#[test]
fn faults_name_the_option() {
    for (line, says) in [
        (&["rule", "flag"][..], "flag is not a kind of incident; did you mean `flag-fall`?"),
        (&["rule", "draw claim"], "did you mean `claim-threefold`?"),
        (
            &["rule", "xyz"],
            "xyz is not a kind of incident; `flagfall explain --kind incident` lists the kinds",
        ),
        (
            &[
                "rule",
                "illegal-move",
                "--by",
                "black",
                "--moves",
                "1. e4 e5 2. Nf3 Nf6",
                "--after",
                "2... Nf6",
            ],
            "--by: `illegal-move` by black after 2... Nf6, when White has the move; who did it has the move; if it was \
             2... Nf6 itself, it happened after 2. Nf3",
        ),
        (
            &["rule", "late-arrival", "--by", "white", "--set", "minutes=35"],
            "--set minutes is not a key of a case; `flagfall explain KIND --example` shows the keys",
        ),
        (&["rule", "resign"], "--by: is missing; white or black"),
        (
            &["rule", "resign", "--by", "whit"],
            "--by: \"whit\" is none of white, black, arbiter, other; did you mean `white`?",
        ),
        (
            &["rule", "resign", "--by", "white", "--moves", "1. e4 e5", "--after", "2. Nf3"],
            "--after: \"2. Nf3\" is not in the record; the nearest is 1. e4",
        ),
        (
            &["rule", "resign", "--by", "white", "--set", "phne=loss"],
            "--set phne is not a key of a case; did you mean phone?",
        ),
        (&["rule", "resign", "--by", "white", "--set", "phone=los"], "--set phone: \"los\" is none of"),
        (
            &["rule", "resign", "--by", "white", "--clock", "2:30"],
            "--clock: write White's and Black's display",
        ),
        (
            &["rule", "resign", "--by", "white", "--time-control", "90+30"],
            "--time-control: \"90+30\" does not say its unit; write 90 minutes + 30 s",
        ),
        (&["rule", "resign", "--by", "white", "nowhere.pgn"], "nowhere.pgn"),
        (
            &["rule", "illegal-move", "--by", "white", "--move", "Nd9"],
            "--move: \"Nd9\" names d9, and no board has that square; a move such as Nf3",
        ),
        (&["rule", "claim-fifty", "--by", "white", "--move", "Bxj4"], "--move: \"Bxj4\" names j4"),
        (
            &["rule", "promotion-piece", "--by", "white", "--value", "king", "--moves", "1. e4 e5"],
            "--after: White has no pawn after 1... e5 that could reach the last rank",
        ),
        (
            &["rule", "promotion-not-replaced", "--by", "white", "--move", "e8", "--moves", "1. e4 e5"],
            "--move: e8 brings no pawn of White to the last rank here",
        ),
        (
            &[
                "rule",
                "promotion-piece",
                "--by",
                "white",
                "--value",
                "king",
                "--move",
                "Re8",
                "--fen",
                "8/4P1k1/8/8/8/8/6K1/4R3 w - - 0 60",
            ],
            "--move: Re8 brings no pawn of White to the last rank here",
        ),
        (
            &["rule", "resign", "--by", "white", "--ruleset", "fide-blitz"],
            "--ruleset: there is no ruleset `fide-blitz`; did you mean `fide-2023-blitz`?",
        ),
    ] {
        let output = flagfall(root(), line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{line:?} {error}");
        assert!(error.contains(says), "{line:?} {error}");
    }
}

#[test]
fn seconds_that_may_be_minutes_are_said() {
    let assumed = |seconds: &str| {
        let args =
            ["rule", "late-arrival", "--by", "white", "--after", "start", "--ruleset", "fide-2023-standard"];
        let output = flagfall(root(), &[&args[..], &["--format", "json", "--seconds", seconds]].concat());
        json(&output)["rulings"][0]["assumed"].clone()
    };
    let said = "The 35 are seconds; minutes are written \"35 min\" or \"35:00\".";
    assert_eq!(assumed("35"), serde_json::json!([said]));
    for certain in ["35 min", "35:00", "35 s", "2100"] {
        assert!(!assumed(certain).to_string().contains("seconds"), "{certain}");
    }
}

/// The example of each kind, with its name.
static EXAMPLES: LazyLock<Vec<(&'static str, String)>> = LazyLock::new(|| {
    let example = |name: &'static str| (name, stdout(&flagfall(root(), &["explain", name, "--example"])));
    KINDS.iter().map(|row| example(row.name)).collect()
});

#[test]
fn every_kind_has_an_example_that_can_be_ruled_on() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, example) in EXAMPLES.iter() {
        std::fs::write(folder.path().join("case.toml"), example).unwrap();
        let ruled = json(&flagfall(folder.path(), &["adjudicate", "case.toml", "--format", "json"]));
        let rulings = ruled["rulings"].as_array().unwrap();
        assert!(rulings.iter().any(|ruling| ruling["kind"] == *kind), "{kind}: {example}");
        let notes = ruled["notes"].to_string()
            + &rulings.iter().map(|ruling| ruling["reasons"].to_string()).collect::<String>();
        assert!(!notes.contains("is not read"), "{kind}: {notes}");
    }
    let output = flagfall(folder.path(), &["explain", "flag", "--example"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean flag-fall?"));
}

#[test]
fn brief_rulings_have_at_most_ten_lines_for_each_incident() {
    for (_, example) in EXAMPLES.iter() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("case.toml"), example).unwrap();
        let text = stdout(&flagfall(folder.path(), &["adjudicate", "--brief", "case.toml"]));
        assert!(text.contains("RULING: "), "{text}");
        let mut own = 0;
        for line in text.lines().skip(1).filter(|line| !line.starts_with("Assumed")) {
            let begins = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
            own = if begins { 1 } else { own + 1 };
            assert!(own <= 10, "{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 102), "{text}");
    }
}

/// The ten disputes of the guide: each line there is short for the case below it.
#[test]
fn the_disputes_of_the_guide_are_the_same_in_one_line_and_as_a_case() {
    let guide = std::fs::read_to_string(root().join("docs/arbiter.md")).unwrap();
    let (_, disputes) = guide.split_once("## The ten commonest disputes").unwrap();
    let (disputes, _) = disputes.split_once("\n## ").unwrap();
    let mut seen = 0;
    for dispute in disputes.split("\n### ").skip(1) {
        let line = dispute.lines().find_map(|line| line.strip_prefix("$ flagfall ")).unwrap();
        let words = line.strip_suffix(" --brief").unwrap().split('"').enumerate();
        let words: Vec<&str> = words
            .flat_map(|(at, part)| if at % 2 == 0 { part.split_whitespace().collect() } else { vec![part] })
            .collect();
        let (_, case) = dispute.split_once("```toml\n").unwrap();
        let (case, _) = case.split_once("```").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("case.toml"), case).unwrap();
        let short = json(&flagfall(folder.path(), &[&words[..], &["--format", "json"]].concat()));
        let long = json(&flagfall(folder.path(), &["adjudicate", "case.toml", "--format", "json"]));
        for key in ["ruleset", "result", "rulings", "assumed"] {
            assert_eq!(short[key], long[key], "{dispute}");
        }
        seen += 1;
    }
    assert_eq!(seen, 10);
}

//! Growth cases for result files: every format with many players, rounds, teams and records, and each check
//! of events alone.

use flagfall::checks::{ALL, EventFindings, EventSettings, On, ResultFile, check_event};
use flagfall::event::standings::{Options, standings};
use flagfall::event::tiebreaks::{self, Edition, Spec};
use flagfall::event::uscf::{self, Report};
use flagfall::event::{Event, Format, Kind, against, read};
use flagfall::report::crosstable::trf::text as written;
use flagfall::report::crosstable::{Crosstable, FORMATS, Order, explain, wallchart};
use flagfall_fuzz::doors::today;

use crate::Case;
use crate::games::times;

const HEADER: &str = "012 Open\n022 City\n032 GER\n042 2026/06/01\n052 2026/06/05\n062 9\n072 9\n082 0\n092 Individual: Swiss-System\n\
                      102 Arbiter\n122 90+30\n142 5\n";

/// A player's line without results.
fn player(no: usize, name: &str, points: &str, rank: usize) -> String {
    format!(
        "001 {no:>4} m  GM {name:<33.33} 2500 GER {:>11} 1990/01/01 {points:>4} {rank:>4}",
        10_000_000 + no
    )
}

/// Players who meet their neighbours, all with too many points.
fn swiss(n: usize) -> String {
    let line = |no: usize| {
        let other = if no % 2 == 1 { no + 1 } else { no - 1 };
        format!(
            "{}  {other:>4} w 1  {other:>4} b =  0000 - H  {no:>4} w 1  9999 w 0\n",
            player(no, &format!("Roe {no}"), "9.5", no)
        )
    };
    HEADER.to_owned() + &(1..=n).map(line).collect::<String>()
}

type Text = fn(usize) -> String;

const TRF: &[(&str, usize, Text)] = &[
    ("players", 1000, swiss),
    ("one name and number", 1000, |n| {
        HEADER.to_owned()
            + &(0..n).map(|_| player(1, "Roe, Jane", "1.0", 1) + "     1 w 1\n").collect::<String>()
    }),
    ("one name", 1000, |n| {
        HEADER.to_owned()
            + &(1..=n).map(|no| player(no, "Roe, Jane", "1.0", 1) + "     1 w 1\n").collect::<String>()
    }),
    ("everybody meets one", 1000, |n| {
        let star = player(n + 1, "Star", "0.0", 1) + "\n";
        let line = |no: usize| format!("{}  {:>4} w 1\n", player(no, &format!("Roe {no}"), "1.0", no), n + 1);
        HEADER.to_owned() + &(1..=n).map(line).collect::<String>() + &star
    }),
    ("silenced lines", 1000, |n| {
        HEADER.to_owned()
            + &(1..=n)
                .map(|no| {
                    format!("### flagfall:ignore bad-name,points-mismatch\n{}\n", player(no, "x", "3.0", no))
                })
                .collect::<String>()
    }),
    ("unknown records", 4000, |n| swiss(4) + &times(n, "ZZZ #\n")),
    ("one record again and again", 4000, |n| times(n, "ZZZ #\n") + &times(n, "012 Open #\n") + &swiss(4)),
    ("points", 4000, |n| {
        swiss(4) + &times(n, "162 W 1.# D 0.5 Q 1.0\n") + &times(n, "BBW 1.0\n") + &times(n, "XXS W=1 Q=2\n")
    }),
    ("points beside the results", 1000, |n| {
        swiss(n) + &(1..=n).map(|no| format!("299  1.0   1.0   1   {no}\n")).collect::<String>()
    }),
    ("prohibited pairings", 1000, |n| {
        swiss(n) + &(1..=n).map(|no| format!("260   1   5 {no} {}\n", no + 1)).collect::<String>()
    }),
    ("prohibited pairings of two", 2000, |n| swiss(4) + &times(n, "260   1   5    1    2\n")),
    ("one line of many rounds", 20_000, |n| {
        HEADER.to_owned() + &player(1, "Roe", "1.0", 1) + &times(n, "     2 w x") + "\n"
    }),
    ("one line of many days", 4000, |n| format!("{HEADER}132 {:87}{}\n", "", times(n, "26/13/01  "))),
    ("one line of many numbers", 4000, |n| HEADER.to_owned() + "260   1   5" + &times(n, " x#") + "\n"),
    ("teams", 500, |n| {
        let players = swiss(4 * n).replace("Individual: Swiss-System", "Team: Swiss-System");
        let team = |no: usize| {
            format!(
                "310 {:>3} {:<32} {:<5} {:>6} {:>6} {:>6} {:>3}   {:>4} {:>4} {:>4} {:>4}\n",
                no % 1000,
                format!("Team {no}"),
                "",
                "",
                "1.0",
                "1.0",
                1,
                4 * no - 3,
                4 * no - 2,
                4 * no - 1,
                4 * no
            )
        };
        players + &(1..=n).map(team).collect::<String>()
    }),
    ("records of teams", 1000, |n| {
        let team = "310   1 Team                                              1.0    1.0   1      1    2\n310   2 Team                                              1.0    1.0   1      3    4\n";
        let records = "320  2.0  4.0   1   2\n330 +-   1   1   2\n300   1   1         2    1\n802   1 x        1.0    2.0\n";
        swiss(4).replace("Individual: Swiss-System", "Team: Swiss-System") + team + &times(n, records)
    }),
    ("one team of many", 1000, |n| {
        let team = "310   1 Team                                              1.0    1.0   1  ".to_owned();
        swiss(n).replace("Individual: Swiss-System", "Team: Swiss-System")
            + &team
            + &(1..=n).map(|no| format!(" {no:>4}")).collect::<String>()
            + "\n"
    }),
    ("a long name", 20_000, |n| format!("012 {}\n", times(n, "x ")) + &swiss(4)),
    ("not UTF-8", 1000, |n| swiss(n) + "022 \u{ff}\n"),
];

/// One row for each pairing of a round-robin.
fn everybody(n: usize) -> String {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    "round,white,black,result\n".to_owned()
        + &pairs.map(|(a, b)| format!("{},P{a},P{b},1-0\n", (a + b) % n + 1)).collect::<String>()
}

fn root(n: usize) -> usize {
    n.isqrt().max(2)
}

const OTHERS: &[(&str, Format, usize, Text)] = &[
    ("CSV games", Format::GamesCsv, 1000, |n| {
        "round,white,black,result\n".to_owned() + &times(n, "1,Roe #,Doe #,1-0\n")
    }),
    ("CSV games of one player", Format::GamesCsv, 1000, |n| {
        "round,white,black,result\n".to_owned() + &times(n, "1,Roe,Doe #,1-0\n")
    }),
    ("CSV games of one player with Black", Format::GamesCsv, 1000, |n| {
        "round,white,black,result\n".to_owned() + &times(n, "1,Doe #,Roe,1-0\n")
    }),
    ("CSV games of one pair", Format::GamesCsv, 1000, |n| {
        "round,white,black,result\n".to_owned() + &times(n, "1,Roe,Doe,1-0\n")
    }),
    ("CSV games without rounds", Format::GamesCsv, 1000, |n| {
        "white,black,result\n".to_owned() + &times(n, "Roe,Doe,1-0\n")
    }),
    ("CSV games of one number", Format::GamesCsv, 1000, |n| {
        "round,white,white_no,black,result\n".to_owned() + &times(n, "1,Roe #,1,Doe,1-0\n")
    }),
    ("CSV games of one FIDE number", Format::GamesCsv, 1000, |n| {
        "round,white,white_fide,black,result\n".to_owned() + &times(n, "1,Roe #,99,Doe,1-0\n")
    }),
    ("CSV games of teams", Format::GamesCsv, 1000, |n| {
        "round,white,black,result,white_team,black_team,board\n".to_owned()
            + &times(n, "1,Roe #,Doe #,1-0,A#,B#,1\n")
    }),
    ("CSV games of everybody", Format::GamesCsv, 3000, |n| everybody(root(n))),
    ("CSV faults", Format::GamesCsv, 2000, |n| {
        "round,white,black,result\n".to_owned() + &times(n, "x,Roe,Doe,1-0\n1,Roe,Doe,x\n1,2\n")
    }),
    ("CSV table", Format::TableCsv, 1000, |n| {
        "no,name,1,2,points\n".to_owned() + &times(n, "#,Roe #,2w1,3b0,5\n")
    }),
    ("CSV columns", Format::TableCsv, 4000, |n| {
        "name".to_owned() + &times(n, ",1") + "\nRoe" + &times(n, ",x") + "\n"
    }),
    ("CSV columns of tie-breaks", Format::TableCsv, 4000, |n| {
        "name,1".to_owned() + &times(n, ",TB1") + "\nRoe,2w1" + &times(n, ",1") + "\n"
    }),
    ("CSV columns that are not UTF-8", Format::TableCsv, 4000, |n| {
        "name".to_owned() + &times(n, ",1") + "\nRoe\u{ff}" + &times(n, ",x") + "\n"
    }),
    ("CSV matrix", Format::TableCsv, 4000, |n| {
        let n = root(n).min(999);
        let head = (1..=n).map(|at| format!(",{at}")).collect::<String>();
        let row = |own: usize| {
            format!("P{own}{}\n", (1..=n).map(|at| if at == own { ",*" } else { ",1" }).collect::<String>())
        };
        format!("name{head}\n{}", (1..=n).map(row).collect::<String>())
    }),
    ("CSV quotes", Format::TableCsv, 4000, |n| "name,1\n".to_owned() + &times(n, "\"Roe\"\"\",2w1\n")),
    ("JSON", Format::TableJson, 1000, |n| {
        let row = "{\"no\":#,\"name\":\"Roe #\",\"points\":1,\"games\":[{\"round\":1,\"opponent\":1,\"result\":\"1\"}]},";
        format!("{{\"standings\":[{}{{\"no\":0}}]}}", times(n, row))
    }),
    ("JSON games", Format::TableJson, 1000, |n| {
        let game = "{\"round\":#,\"opponent\":1,\"result\":\"1\"},";
        format!("{{\"standings\":[{{\"no\":1,\"games\":[{}{{\"result\":\"1\"}}]}}]}}", times(n, game))
    }),
    ("JSON of unknown keys", Format::TableJson, 2000, |n| {
        format!("{{{}\"standings\":[]}}", times(n, "\"x#\":{\"y\":[[#],{}]},"))
    }),
    // JSON that is nested too deeply is refused, so the depth is limited and repeated instead.
    ("JSON nesting", Format::TableJson, 100, |n| {
        let nested = "[".repeat(100) + &"]".repeat(100);
        format!("{{\"x\":[{}0],\"standings\":[]}}", times(n, &(nested + ",")))
    }),
    ("PGN event", Format::Pgn, 1000, |n| {
        times(
            n,
            "[Event \"x\"]\n[Round \"1.#\"]\n[White \"Roe #\"]\n[Black \"Doe #\"]\n[Result \"1-0\"]\n\n1-0\n\n",
        )
    }),
    ("PGN event of one player", Format::Pgn, 1000, |n| {
        times(
            n,
            "[Event \"x\"]\n[Round \"1.#\"]\n[White \"Doe #\"]\n[Black \"Roe\"]\n[Result \"1-0\"]\n\n1-0\n\n",
        )
    }),
    ("PGN tags apart", Format::Pgn, 8000, |n| times(n, "[Tag# \"x\"]\n\n") + "*"),
];

/// An event of `players` in `rounds` rounds whose rows fit, so that its pairings are judged: neighbours who do not play.
fn forfeits(players: usize, rounds: usize) -> Vec<u8> {
    let row = |no: usize| {
        let (other, cell) = if no % 2 == 1 { (no + 1, "w +") } else { (no - 1, "b -") };
        let name = format!("Roe, {no}");
        player(no, &name, "0.0", no) + &format!("  {other:>4} {cell}").repeat(rounds) + "\n"
    };
    (HEADER.to_owned() + &(1..=players).map(row).collect::<String>()).into()
}

/// Does everything that can be done with an event. A matrix has a cell for each pair, so matrices are left
/// out if there are many players.
fn everything(event: &Event) {
    let found = check_event(event, Some(event), &EventSettings::new(today()));
    std::hint::black_box(&found);
    let kinds = [None, Some(Kind::Swiss), Some(Kind::Team), Some(Kind::Knockout)];
    for kind in kinds {
        let table = standings(event, &Options { kind, k: Some(20), ..Options::new(Edition::Y2026) });
        std::hint::black_box(written(event, &table));
        std::hint::black_box(against::compare(event, &table, event));
        if table.kind != Kind::RoundRobin && (table.field.rounds as usize) * table.rows.len() < 100_000 {
            printed(event, &table);
        }
    }
}

fn printed(event: &Event, standings: &flagfall::event::standings::Standings) {
    let table = Crosstable { event, standings, problems: &[], order: Order::Rank };
    let mut out = Vec::new();
    for format in FORMATS {
        format.write(&table, 80, &mut out).expect("memory");
    }
    wallchart::write(&table, &mut out).expect("memory");
    explain::write(&table, "1", &mut out).expect("memory");
}

fn event(bytes: &[u8], format: Format) -> Event {
    read("x".into(), bytes, format).expect("one part")
}

/// Encodes the text as Latin-1 if it contains a `ÿ`, otherwise as UTF-8.
fn bytes(text: String) -> Vec<u8> {
    if text.contains('\u{ff}') { text.chars().map(|c| c as u8).collect() } else { text.into() }
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let trf =
        TRF.iter().map(|(name, things, text)| (format!("events: TRF, {name}"), Format::Trf, *things, *text));
    let others = OTHERS
        .iter()
        .map(|(name, format, things, text)| (format!("events: {name}"), *format, *things, *text));
    for (name, format, things, text) in trf.chain(others) {
        cases.push(Case::new(
            name,
            things,
            move |n| bytes(text(n)),
            move |text| everything(&event(text, format)),
        ));
    }
    for check in ALL {
        let On::Event(run) = check.on else { continue };
        let input = |n: usize| [TRF[0].2(n), TRF[14].2(n / 4 + 1)].join("\n").into_bytes();
        cases.push(Case::new(format!("events: check {}", check.id), 800, input, move |text| {
            let own = event(text, Format::Trf);
            let file = ResultFile::new(&own, Some(&own), None, today());
            run(&file, &mut EventFindings::new(&own));
        }));
    }
    for tiebreak in tiebreaks::ALL {
        let input = |n: usize| swiss(n).replace("   9.5", "      ").into_bytes();
        cases.push(Case::new(format!("events: tie-break {}", tiebreak.acronym), 600, input, move |text| {
            let own = event(text, Format::Trf);
            for kind in [Some(Kind::Swiss), Some(Kind::RoundRobin)] {
                let options =
                    Options { kind, tiebreaks: vec![Spec::plain(tiebreak)], ..Options::new(Edition::Y2026) };
                std::hint::black_box(standings(&own, &options));
            }
        }));
    }
    cases.push(Case::new(
        "events: a cross table of everybody",
        4000,
        |n| everybody(root(n)).into(),
        |text| {
            let own = event(text, Format::GamesCsv);
            let table =
                standings(&own, &Options { kind: Some(Kind::RoundRobin), ..Options::new(Edition::Y2026) });
            printed(&own, &table);
        },
    ));
    // Pairing a round is not linear in its players: it has limits of players, rounds and steps.
    let judged =
        |text: &[u8]| drop(check_event(&event(text, Format::Trf), None, &EventSettings::new(today())));
    cases.push(Case::new("events: pairings, rounds", 200, |n| forfeits(4, n), judged));
    let above = |n: usize| forfeits(2 * (n / 2), 1);
    cases.push(Case::new("events: pairings, players above the limit", 2_400, above, judged));
    cases.push(Case::new("events: sections of a rating report", 1000, sections, |text| {
        let [header, sections, details] =
            flagfall_fuzz::doors::parts::<3>(text).map(|part| Some(part.to_vec()));
        let report = Report { file: "report".into(), header, sections, details };
        uscf::read(&report)
            .iter()
            .for_each(|event| drop(check_event(event, None, &EventSettings::new(today()))));
    }));
    cases
}

/// A report with `n` sections of one player each.
fn sections(n: usize) -> Vec<u8> {
    let row = |at: usize| [format!(" {at:<8}"), format!(" {at:<8}1   W   2W")];
    let [sections, details] = [0, 1].map(|which| (0..n).map(|at| row(at)[which].clone()).collect::<String>());
    let header = table(&[("H_NAME", 4)], 1, " Open");
    let parts = [
        header,
        table(&[("S_SEC_NUM", 8)], n, &sections),
        table(&[("D_SEC_NUM", 8), ("D_PAIR_NUM", 4), ("D_RND01", 6)], n, &details),
    ];
    parts.join(flagfall_fuzz::doors::PART.as_bytes())
}

fn table(fields: &[(&str, u8)], count: usize, rows: &str) -> Vec<u8> {
    let width = 1 + fields.iter().map(|(_, width)| u16::from(*width)).sum::<u16>();
    let mut out = vec![3, 126, 1, 1];
    out.extend((count as u32).to_le_bytes());
    out.extend((32 * (fields.len() as u16 + 1) + 1).to_le_bytes());
    out.extend(width.to_le_bytes());
    out.resize(32, 0);
    for (name, width) in fields {
        let mut field = [0u8; 32];
        field[..name.len()].copy_from_slice(name.as_bytes());
        (field[11], field[16]) = (b'C', *width);
        out.extend(field);
    }
    out.push(13);
    out.extend(rows.bytes());
    out
}

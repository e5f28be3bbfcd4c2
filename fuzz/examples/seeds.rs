//! Writes the start inputs of a target: `seeds TARGET FOLDER`. They are taken from the current `fixtures/`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use flagfall_fuzz::doors::PART;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(target), Some(folder)) = (args.next(), args.next()) else {
        return Err("usage: seeds TARGET FOLDER".into());
    };
    fs::create_dir_all(&folder)?;
    let seeds = seeds(&target)?;
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(Path::new(&folder).join(format!("seed-{number:04}")), seed)?;
    }
    Ok(())
}

type Seeds = Result<Vec<Vec<u8>>, Box<dyn Error>>;

fn seeds(target: &str) -> Seeds {
    match target {
        "games" => whole(&["fixtures/checks", "fixtures/events", "fixtures/disputes"], &["pgn"]),
        "clocks" => with_their_logs(),
        "case" => cases(),
        "trf" => whole(&["fixtures/checks", "fixtures/events"], &["trf"]),
        "csv" => whole(&["fixtures/events", "fixtures/report", "fixtures/disputes"], &["csv", "json", "pgn"]),
        "dbf" => Ok(vec![report()]),
        "control" => controls(),
        "mate" => positions(),
        "ruleset" => whole(&["rulesets"], &["toml"]),
        "config" => Ok(CONFIGURATIONS.iter().map(|text| text.as_bytes().to_vec()).collect()),
        "baseline" => baselines(),
        "source" => packed(),
        _ => Err(format!("no target is called {target}").into()),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Collects the files below a folder that have one of the extensions.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, endings, found)?;
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            found.push(path);
        }
    }
    Ok(())
}

fn found(folders: &[&str], endings: &[&str]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut all = Vec::new();
    for folder in folders {
        files(&root().join(folder), endings, &mut all)?;
    }
    if all.is_empty() { Err(format!("{folders:?} hold no {endings:?}").into()) } else { Ok(all) }
}

fn whole(folders: &[&str], endings: &[&str]) -> Seeds {
    found(folders, endings)?.iter().map(|path| Ok(fs::read(path)?)).collect()
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.join(PART.as_bytes())
}

/// Each PGN file that has a clock log, followed by the log.
fn with_their_logs() -> Seeds {
    let mut seeds = Vec::new();
    for log in found(&["fixtures"], &["csv"])? {
        let name = log.to_string_lossy();
        if let Some(stem) = name.strip_suffix(".clock.csv")
            && let Ok(games) = fs::read(format!("{stem}.pgn"))
        {
            seeds.push(joined(&[&games, &fs::read(&log)?]));
        }
    }
    if seeds.is_empty() { Err("no fixture has a clock log".into()) } else { Ok(seeds) }
}

/// Each case alone, and followed by each file that it names.
fn cases() -> Seeds {
    let mut seeds = Vec::new();
    for path in found(&["fixtures/rulings", "fixtures/disputes"], &["toml"])? {
        let case = fs::read(&path)?;
        seeds.push(case.clone());
        let text = String::from_utf8_lossy(&case);
        for name in text.split('"').filter(|word| word.ends_with(".pgn") || word.ends_with(".csv")) {
            if let Ok(other) = fs::read(path.with_file_name(name)) {
                seeds.push(joined(&[&case, &other]));
            }
        }
    }
    Ok(seeds)
}

/// The time controls in the fixtures.
fn controls() -> Seeds {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for path in found(&["fixtures"], &["pgn", "toml"])? {
        let text = fs::read(path)?;
        for line in String::from_utf8_lossy(&text).lines() {
            let is_control = line.starts_with("[TimeControl ") || line.starts_with("time_control");
            if let Some(value) = line.split('"').nth(1).filter(|_| is_control) {
                all.push(value.into());
            }
        }
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// The first column of the tables of positions (every seventh row).
fn positions() -> Seeds {
    let mut all = Vec::new();
    for path in found(&["fixtures/mate"], &["csv"])? {
        let text = fs::read_to_string(path)?;
        all.extend(text.lines().skip(1).step_by(7).filter_map(|row| Some(row.split(',').next()?.into())));
    }
    Ok(all)
}

const CONFIGURATIONS: &[&str] = &[
    "select = [\"illegal-move\", \"syntax\"]\nfail-on = \"warning\"\nformat = \"json\"\n",
    "ignore = [\"move-number\"]\nbaseline = \"known.jsonl\"\njobs = 2\nmax-game-size = 100000\n",
    "ruleset = \"fide-2023-blitz\"\nclock = \"games.clock.csv\"\nverbose = true\ntime-control = \"180+2\"\n",
    "duplicate-limit = 100\nwrite-baseline = \"b.jsonl\"\nprogress = \"never\"\ncolor = \"always\"\n",
];

/// A few games, each after a baseline of two lines.
fn baselines() -> Seeds {
    let lines = b"{\"file\":\"a.pgn\",\"check\":\"syntax\",\"message\":\"x\"}\n{\"check\":\"missing-tag\"}\n";
    let games = whole(&["fixtures/checks"], &["pgn"])?;
    Ok(games.iter().step_by(9).map(|game| joined(&[lines, game])).collect())
}

/// Uncompressed games. Compression is left to the fuzzer's dictionary and the kept inputs.
fn packed() -> Seeds {
    let mut seeds: Vec<Vec<u8>> = whole(&["fixtures/checks"], &["pgn"])?.into_iter().step_by(5).collect();
    let games = seeds.concat();
    seeds.push(games.get(..4000).unwrap_or(&games).to_vec());
    Ok(seeds)
}

/// A rating report of two players in three dBase tables.
fn report() -> Vec<u8> {
    let header = table(
        &[("H_EVENT_ID", 10), ("H_NAME", 20), ("H_BEG_DATE", 8), ("H_END_DATE", 8)],
        &[&["", "Open", "20260101", "20260102"]],
    );
    let sections = table(
        &[("S_SEC_NUM", 2), ("S_SEC_NAME", 10), ("S_ROUNDS", 2), ("S_LST_PAIR", 4)],
        &[&["1", "A", "2", "2"]],
    );
    let details = table(
        &[
            ("D_SEC_NUM", 2),
            ("D_PAIR_NUM", 4),
            ("D_MEM_ID", 8),
            ("D_NAME", 12),
            ("D_RND01", 7),
            ("D_RND02", 7),
        ],
        &[
            &["1", "1", "12345678", "ROE, JANE", "W   2W", "D   2B"],
            &["1", "2", "12345679", "DOE, JOHN", "L   1B", "D   1W"],
        ],
    );
    joined(&[&header, &sections, &details])
}

/// A dBase III table of character fields.
fn table(fields: &[(&str, u8)], rows: &[&[&str]]) -> Vec<u8> {
    let width = 1 + fields.iter().map(|(_, width)| u16::from(*width)).sum::<u16>();
    let head = 32 * (fields.len() as u16 + 1) + 1;
    let mut out = vec![3, 126, 1, 1];
    out.extend((rows.len() as u32).to_le_bytes());
    out.extend(head.to_le_bytes());
    out.extend(width.to_le_bytes());
    out.resize(32, 0);
    for (name, width) in fields {
        let mut field = [0u8; 32];
        field[..name.len()].copy_from_slice(name.as_bytes());
        field[11] = b'C';
        field[16] = *width;
        out.extend(field);
    }
    out.push(13);
    for row in rows {
        out.push(b' ');
        for (cell, (_, width)) in row.iter().zip(fields) {
            out.extend(format!("{cell:<width$}", width = usize::from(*width)).bytes());
        }
    }
    out.push(26);
    out
}

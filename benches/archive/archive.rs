//! Writes an archive: repeats the games of the pool with other names, dates and rounds.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use crate::pool::{Game, Random};

const SYLLABLES: [&str; 26] = [
    "an", "ber", "cor", "dal", "es", "fen", "gor", "hal", "iv", "jor", "kal", "lin", "mor", "nik", "ol",
    "per", "quin", "ros", "sil", "tor", "ul", "var", "wen", "xi", "yur", "zel",
];

/// Writes about `bytes` bytes of games and returns their number.
pub(crate) fn write(path: &Path, games: &[Game], bytes: u64, clocks: bool) -> io::Result<u64> {
    let mut out = BufWriter::new(File::create(path)?);
    let mut random = Random::new(1);
    let (mut written, mut count) = (0, 0);
    while written < bytes {
        let Some(game) = games.get(random.below(games.len())) else { break };
        let text = render(game, &mut random, count, clocks);
        out.write_all(text.as_bytes())?;
        written += text.len() as u64;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}

/// Compresses the archive as one Zstandard frame.
pub(crate) fn pack(plain: &Path, packed: &Path) -> io::Result<()> {
    zstd::stream::copy_encode(BufReader::new(File::open(plain)?), File::create(packed)?, 3)
}

fn render(game: &Game, random: &mut Random, number: u64, clocks: bool) -> String {
    let mut text = String::with_capacity(4096);
    let result = game.marker.as_str();
    let new = [
        ("Event", format!("Open {}", 1 + number / 400)),
        ("Site", "?".to_owned()),
        (
            "Date",
            format!("20{:02}.{:02}.{:02}", random.below(26), 1 + random.below(12), 1 + random.below(28)),
        ),
        ("Round", format!("{}.{}", 1 + random.below(11), 1 + random.below(200))),
        ("White", name(random)),
        ("Black", name(random)),
        ("Result", result.to_owned()),
    ];
    for (tag, value) in &new {
        text.push_str(&format!("[{tag} \"{value}\"]\n"));
    }
    for (tag, value) in &game.tags {
        if new.iter().all(|(known, _)| known != tag) {
            text.push_str(&format!("[{tag} \"{value}\"]\n"));
        }
    }
    if clocks && game.tags.iter().all(|(tag, _)| tag != "TimeControl") {
        text.push_str("[TimeControl \"5400+30\"]\n");
    }
    text.push('\n');
    movetext(&mut text, game, random, clocks);
    text.push_str("\n\n");
    text
}

fn movetext(text: &mut String, game: &Game, random: &mut Random, clocks: bool) {
    let mut column = 0;
    let mut word = |word: &str| {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    let mut left = [5400usize; 2];
    for (ply, played) in game.moves.iter().enumerate() {
        match ply % 2 {
            0 => word(&format!("{}.", ply / 2 + 1)),
            _ if clocks => word(&format!("{}...", ply / 2 + 1)),
            _ => {}
        }
        word(&played.san);
        if !clocks {
            continue;
        }
        match &played.clock {
            Some(reading) => word(&format!("{{[%clk {reading}]}}")),
            None => {
                let Some(time) = left.get_mut(ply % 2) else { continue };
                let most = if ply < 24 { 45 } else { 1 + (*time / 8 + 20).min(300) };
                *time = time.saturating_sub(random.below(most)).max(1) + 30;
                word(&format!("{{[%clk {}:{:02}:{:02}]}}", *time / 3600, *time / 60 % 60, *time % 60));
            }
        }
    }
    word(&game.marker);
}

fn name(random: &mut Random) -> String {
    let mut part = |count: usize| {
        let mut word: String = (0..count).filter_map(|_| SYLLABLES.get(random.below(26)).copied()).collect();
        if let Some(first) = word.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        word
    };
    format!("{}, {}", part(3), part(2))
}

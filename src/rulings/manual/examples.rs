//! A whole case of each kind of incident, ready to be filled in: what `flagfall explain KIND --example` prints.

use crate::case::{Actor, KindRow};

/// The parts of an example that differ from the usual one.
struct Scene {
    kind: &'static str,
    /// Lines before the incident: the game, announced regulations.
    head: &'static str,
    /// The half-move made last.
    after: &'static str,
    by: &'static str,
    /// The incident's own lines.
    own: &'static str,
}

const OPENING: &str = "moves        = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\"\n";

const fn scene(kind: &'static str, by: &'static str, own: &'static str) -> Scene {
    Scene { kind, head: OPENING, after: "3... a6", by, own }
}

impl Scene {
    const fn at(mut self, head: &'static str, after: &'static str) -> Scene {
        self.head = head;
        self.after = after;
        self
    }
}

const ENDING: &str = "fen          = \"4r1k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 41\"\n";
const OFFERED: &str = "moves        = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\"\n\n[[incident]]\nkind  = \"draw-offer\"\nby    = \"black\"\n\
                       after = \"3... a6\"\nvalue = \"after-move\"   # or before-move, opponent-time\n";

const SCENES: &[Scene] = &[
    scene("illegal-move", "black", "move  = \"a6\"        # the move that was tried\npressed = true      # false: he had not pressed the clock yet\n")
        .at("moves        = \"1. e4 e5 2. Nf3 d6 3. Bb5+\"\n", "3. Bb5+"),
    scene("two-hands", "white", "move  = \"O-O\"       # the move that was made\npressed = true\n"),
    scene("promotion-not-replaced", "white", "move  = \"e8\"        # the pawn's move\npressed = true\n")
        .at("fen          = \"8/4P1k1/8/8/8/8/6K1/8 w - - 0 60\"\n", "start"),
    scene("promotion-piece", "white", "value = \"wrong-colour\"   # or king, pawn, inverted-rook, changed-mind\nmove  = \"e8\"        # the pawn's move\npressed = true\n")
        .at("fen          = \"8/4P1k1/8/8/8/8/6K1/8 w - - 0 60\"\n", "start"),
    scene("touch", "white", "squares = \"b1\"      # the pieces touched, in order\nmove  = \"O-O\"       # what he then played or tried\n# value = \"adjust\"   # he had said so before\n"),
    scene("pieces-displaced", "white", "value = \"not-restored\"   # or restored\npressed = true\n"),
    scene("draw-offer", "black", "value = \"after-move\"   # or before-move, opponent-time\n"),
    scene("draw-accepted", "white", "").at(OFFERED, "3... a6"),
    scene("draw-declined", "white", "").at(OFFERED, "3... a6"),
    scene("claim-threefold", "black", "move  = \"Ng8\"       # the move written down and not played; leave it out where the position stands already\n")
        .at("moves        = \"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1\"\n", "4. Ng1"),
    scene("claim-fifty", "white", "move  = \"Re1\"       # the move written down and not played; leave it out where fifty moves are made already\n")
        .at("fen          = \"8/8/4k3/8/8/4K3/4R3/8 w - - 99 120\"   # the 99 counts half-moves without capture and pawn move\n", "start"),
    scene("claim-dead-position", "white", "").at("fen          = \"8/8/4k3/8/8/4K3/4B3/8 w - - 10 80\"\n", "start"),
    scene("claim-no-progress", "white", "seconds = \"1:30\"    # the claimant's time\n")
        .at("fen          = \"8/5k2/8/8/8/3K4/3R4/3r4 w - - 10 80\"\n\n[regulations]\nguideline_iii = true   # the quickplay finish is in force\n", "start"),
    scene("both-flags", "other", "value = \"white-first\"   # or black-first, unknown\n"),
    scene("late-arrival", "white", "seconds = \"35:00\"   # after the start of the round\n")
        .at("\n[regulations]\ndefault_time = \"30 min\"   # 0: absent at the start loses\n", "start"),
    scene("clock-misset", "white", "value = \"increment\"   # or time, delay\nseconds = 30        # missing each time; negative: too much\ncount = 3           # how many times: the moves\n"),
    scene("result-agreed", "other", "value = \"1-0\"\n"),
    scene("wrong-initial-position", "other", "noticed_by = \"arbiter\"\n")
        .at("fen          = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1\"   # as it was set up\nmoves        = \"1. e4 e5 2. Nf3 Nc6\"\n", "2... Nc6"),
    scene("not-recording", "white", "count = 3           # move pairs that are missing\nseconds = \"20:00\"   # the player's time\n"),
    scene("incomplete-scoresheet", "white", "count = 4           # move pairs that are missing\nseconds = \"4:00\"    # the player's time\n"),
    scene("left-venue", "white", "seconds = \"10 min\"  # away for\n"),
    scene("sealed-move", "white", "move  = \"Rad1\"      # what is written, as it is written; leave it out where nothing is\n").at(ENDING, "start"),
    scene("absent-at-resumption", "black", "move  = \"Rad1\"      # the sealed move\nseconds = \"20:00\"   # late by\n").at(ENDING, "start"),
    scene("equipment", "other", "value = \"king_height=95 king_base=42 square=57\"   # in millimetres\n"),
];

/// The example of a kind.
pub fn example(row: &KindRow) -> String {
    let scene = SCENES.iter().find(|scene| scene.kind == row.name);
    let usual = scene_of(row);
    let scene = scene.unwrap_or(&usual);
    let own = if scene.own.is_empty() { fields(row) } else { scene.own.to_owned() };
    let control = if row.name == "claim-no-progress" { "90m" } else { "90m+30s" };
    format!(
        "# {}: {}.\n# Fill it in, and rule on it: flagfall adjudicate FILE\n\
         ruleset      = \"fide-2023-standard\"   # `flagfall rulesets` lists them; fide or uscf picks by date and time control\n\
         time_control = \"{control}\"\n{}\n[[incident]]\nkind  = \"{}\"\nby    = \"{}\"\nafter = \"{}\"   # the half-move made last: 12. Nd4, 12... Nf6, start\n\
         {own}# noticed_after = \"{}\"   # where it was noticed later\n# note = \"what was said\"\n",
        row.name, row.records, scene.head, row.name, scene.by, scene.after, scene.after,
    )
}

/// The usual scene: White has the move in an opening.
fn scene_of(row: &KindRow) -> Scene {
    let alone = matches!(row.by, Actor::Player | Actor::OnMove) || row.fields.contains(&"count");
    scene(row.name, if alone { "white" } else { "other" }, "")
}

/// A line for each field that the kind reads; optional ones are commented out.
fn fields(row: &KindRow) -> String {
    let mut lines = String::new();
    for field in row.fields {
        let value = match *field {
            "move" => "\"O-O\"",
            "squares" => "\"b1\"",
            "seconds" => "\"5:00\"",
            "count" => "1",
            "pressed" => "true",
            "value" => match row.values {
                [first, ..] => &format!("\"{first}\""),
                [] => "\"\"",
            },
            _ => continue,
        };
        let needed = row.needs.contains(field);
        lines.push_str(&format!("{}{field} = {value}\n", if needed { "" } else { "# " }));
    }
    lines
}

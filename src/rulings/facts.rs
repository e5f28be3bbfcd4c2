//! What the checks and the reconstruction of the clocks say about the record of a case.

use std::sync::Arc;

use super::evidence::Evidence;
use super::record::Record;
use super::session::Session;
use crate::case::{Case, Record as Source};
use crate::checks::{self, Check, Checker, Finding, On, Piece};
use crate::clock::reconstruction::{CommentReadings, Game, Tolerance};
use crate::clock::{Log, Reconstruction, TimeControl};
use crate::ruleset::{Choice, Library, Request, Selection};

/// The largest difference of clock times that is ignored, in milliseconds: the tolerance of the checks.
const TOLERANCE_MS: i64 = 2_000;

/// The recomputed clocks of the game.
pub(super) fn reconstruction(
    record: &Record,
    evidence: Evidence,
    control: Option<&TimeControl>,
    log: Option<&Log>,
) -> Reconstruction {
    let numbered = record.board(0).move_number().saturating_sub(1);
    let game = Game {
        control,
        first: record.turn(0),
        plies: u32::try_from(record.len()).unwrap_or(u32::MAX),
        // If the number is unknown, some moves were made before; how many does not matter then.
        moves_before: if evidence.numbered() { numbered } else { numbered.max(1) },
    };
    let tolerance = Tolerance { tolerance_ms: TOLERANCE_MS, penalties_ms: &[] };
    let mut reconstruction = Reconstruction::new();
    match log {
        Some(log) => reconstruction.run_log(&game, &tolerance, log),
        None => {
            reconstruction.run(&game, &tolerance, CommentReadings::new(&record.text, &record.sheet.commands))
        }
    }
    reconstruction
}

/// What the checks find in the record, under the ruleset that was chosen.
pub(super) fn findings(
    case: &Case,
    record: &Record,
    choice: &Choice,
    session: &Session<'_>,
    control: Option<&TimeControl>,
) -> Vec<Finding> {
    let request = Request {
        selection: Selection::Forced(Arc::clone(&choice.ruleset)),
        today: choice.day,
        supervision: choice.rules.supervision,
    };
    // Tags and notation say nothing about moves that were typed into a case file, or put together from two sheets.
    let typed = !matches!(case.record, Source::Sheet(_));
    let settings = checks::Settings {
        library: Library::built_in().into(),
        request,
        time_control: control.cloned(),
        forced: false,
        selected: checks::ALL.iter().filter(|check| belongs(check, typed)).collect(),
        repairs: checks::Repairs::None,
    };
    let overridden = session.time_control.is_some() || case.time_control.is_some();
    let text = if overridden { without_control(record) } else { record.text.clone() };
    let piece = Piece {
        file: &record.file,
        text: &text,
        offset: 0,
        lines_before: 0,
        clocks: case.clock.as_ref(),
        from_utf16: false,
    };
    let mut findings = Checker::new(settings).check(&piece).findings;
    if typed {
        for finding in &mut findings {
            // Places in the movetext are not places in the case file.
            (finding.line, finding.column, finding.offset, finding.length) = (None, None, None, None);
        }
    }
    findings
}

/// Whether a check applies to the game of a case.
fn belongs(check: &Check, typed: bool) -> bool {
    match check.on {
        On::Game(_) | On::Clock(_) => true,
        On::Sheet(_) => !typed,
        On::Event(_) => false,
        On::Run => check.id == "readers-disagree" || (!typed && check.id == "encoding"),
    }
}

/// The record's text with its own time control blanked, because the case names another. Offsets stay the same.
fn without_control(record: &Record) -> Vec<u8> {
    let mut text = record.text.clone();
    if let Some(tag) = record.sheet.find_tag(&record.text, "TimeControl")
        && let Some(name) = text.get_mut(tag.name.range())
    {
        name.fill(b'_');
    }
    text
}

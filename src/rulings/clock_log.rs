//! The history of the clocks: read from a clock log, or from the comments of the scoresheet.

use super::clocks::{Clocks, Moment, Row};
use super::record::Record;
use crate::case::{Case, Fault, Place};
use crate::clock::log::LogProblem;
use crate::clock::{Event, Log, LogBook, Reading};
use crate::scoresheet::CommandKind;

/// The clock log; that of the case's own game where it holds several.
pub(super) fn log_book(case: &Case) -> Result<Option<LogBook>, Fault> {
    let Some(record) = &case.clock else { return Ok(None) };
    let record = record.of_game(case.game);
    let place_of = |line: u64| {
        let line = usize::try_from(line).unwrap_or(0);
        match &record.lines {
            Some(lines) => lines.get(line.saturating_sub(1)).copied().unwrap_or(0),
            None => line,
        }
    };
    LogBook::read(record.csv.as_bytes()).map(Some).map_err(|mut why| {
        let line = place_of(why.line);
        if let LogProblem::AtGoesBack(other) | LogProblem::PlyGoesBack(other) = &mut why.problem {
            *other = place_of(*other) as u64;
        }
        let column = why.column.filter(|_| record.lines.is_none()).unwrap_or(0);
        Fault::new(&Place { file: record.file.clone(), line, column }, why.to_string())
    })
}

impl Clocks {
    /// The history that a clock log tells.
    pub(super) fn of_log(log: &Log) -> Clocks {
        let seconds = |reading: Option<Reading>| reading.map(|reading| reading.ms as f64 / 1000.0);
        let rows = log.rows().iter().map(|row| Row {
            moment: match row.event {
                Event::Start => Moment::Start,
                Event::Press => Moment::Press,
                Event::Stop => Moment::Stop,
                Event::Flag => Moment::Flag,
                Event::Set => Moment::Set,
                Event::Reading => Moment::Reading,
            },
            side: row.side,
            ply: row.ply as usize,
            white: seconds(row.shown.white),
            black: seconds(row.shown.black),
        });
        Clocks { rows: rows.collect(), from_log: true }
    }

    /// The readings that stand in the scoresheet's comments: each the mover's clock after his press.
    pub(super) fn of_record(record: &Record) -> Clocks {
        let clk = record.sheet.commands.iter().filter(|command| command.kind == CommandKind::Clk);
        let rows = clk.filter_map(|command| {
            let text = String::from_utf8_lossy(command.value().of(&record.text));
            let seconds = Reading::parse(text.trim())?.ms as f64 / 1000.0;
            let ply = command.ply as usize;
            let side = !record.turn(ply);
            let of = |color: shakmaty::Color| (side == color && ply > 0).then_some(seconds);
            Some(Row {
                moment: Moment::Press,
                side: Some(side),
                ply,
                white: of(shakmaty::Color::White),
                black: of(shakmaty::Color::Black),
            })
        });
        Clocks { rows: rows.collect(), from_log: false }
    }
}

//! The history of the clocks: read from a clock log, or from the comments of the scoresheet.

use super::clocks::{Clocks, Moment, Row};
use super::record::Record;
use crate::clock::{Event, Log, Reading};
use crate::scoresheet::CommandKind;

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

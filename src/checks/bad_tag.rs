use super::prelude::*;
use super::tag_grammar::{Verdict, judge};

check! {
    /// A tag's value breaks its grammar.
    ///
    /// ## Why it matters
    /// Dates choose the edition of the Laws, ratings and FIDE numbers are compared with lists, and the time control
    /// says what the clocks should show. A value that cannot be read is not used.
    ///
    /// ## Example
    /// There is no thirteenth month, and a rating is a number:
    /// ```pgn
    /// [Date "2024.13.01"]
    /// [BlackElo "about 2000"]
    ///
    /// 1. e4 e5
    /// ```
    /// In order:
    /// ```pgn
    /// [Date "2024.12.01"]
    /// [BlackElo "2000"]
    ///
    /// 1. e4 e5
    /// ```
    ///
    /// ## What to do
    /// Write the value in the form that PGN requires: `YYYY.MM.DD` with `??` for unknown parts, whole numbers,
    /// `40/7200:3600` for a time control. A time control in plain words that can be understood is reported as info
    /// only.
    ///
    /// Repair (safe): the value in that form, where it has one reading: `2024-05-01`, `25.12.2024`, `1/2`, and a time control
    /// that is understood.
    id: "bad-tag", severity: Warning, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    judge(game, |tag, verdict, repair| {
        let (severity, why) = match verdict {
            Verdict::Understood(why) => (Severity::Info, why),
            Verdict::Broken(why) => (Severity::Warning, why),
        };
        let name = decode(tag.name.of(game.text));
        let message = format!("{name} {}: {why}", quoted(tag.value.of(game.text)));
        out.add(&CHECK, Anchor::At(tag.span, 0), message)
            .severity(severity)
            .data("tag", name.into_owned())
            .fix(|| {
                let value = repair?;
                Some(Draft::safe(format!("write \"{value}\""), tag.value, value))
            });
    });
    if let StartPosition::Known { dropped_castling, dropped_en_passant } = *game.start {
        dropped(out, dropped_castling, "castling rights that its position does not allow");
        dropped(out, dropped_en_passant, "an en passant square that its position does not allow");
    }
}

fn dropped(out: &mut Findings<'_>, dropped: bool, what: &str) {
    if dropped {
        out.add(&CHECK, Anchor::Tag("FEN"), format!("the FEN has {what}; they are left out"))
            .data("tag", "FEN");
    }
}

use super::prelude::*;

check! {
    /// The game was played under the rules of another variant.
    ///
    /// ## Why it matters
    /// Only standard chess and Chess960 are replayed. The tags, results and clocks of other games are still
    /// checked.
    ///
    /// ## Example
    /// A variant that is not supported:
    /// ```pgn
    /// [Variant "Antichess"]
    ///
    /// 1. e3 b5 2. Bxb5
    /// ```
    /// In order:
    /// ```pgn
    /// [Variant "Standard"]
    ///
    /// 1. e3 b6 2. Bb5
    /// ```
    ///
    /// ## What to do
    /// Nothing; keep such games out of archives of standard chess.
    id: "unsupported-variant", severity: Info, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if *game.start == StartPosition::UnsupportedVariant {
        let variant = game.sheet.tag(game.text, "Variant").unwrap_or_default();
        let message = format!("the moves of {} are not replayed", quoted(variant.as_bytes()));
        out.add(&CHECK, Anchor::Tag("Variant"), message);
    }
}

//! Whether a player can still win: flags, losing illegal moves and resignations depend on it.

use shakmaty::{Chess, Color, Position, Role};

use super::hearing::Hearing;
use super::ruling::{GameResult, Ruling};
use super::words::who;
use crate::ruleset::{Cited, Helpless, TooLittle, Verdict as Cannot, WinTest};
use crate::winnability::{self, Limits, Verdict};

/// Whether a side can still win, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chance {
    /// It can.
    Yes(String),
    /// It cannot.
    No(String),
    /// It is unknown.
    Unknown(String),
}

/// What the Laws require of the opponent before a player loses.
pub(super) struct Test<'c> {
    /// How it is decided.
    pub by: &'c Cited<WinTest>,
    /// With this material, a forced win still wins.
    pub forced_win: Option<&'c Cited<bool>>,
}

impl Hearing<'_> {
    /// `loser` loses what he did at position `ply`, unless `helpless` saves him because the opponent cannot win.
    /// Enters result or options in the ruling.
    pub(super) fn lose(
        &self,
        ruling: &mut Ruling,
        loser: Color,
        ply: usize,
        helpless: &Cited<Helpless>,
        test: &Test<'_>,
    ) {
        let winner = !loser;
        if **helpless == Helpless::Loss {
            ruling.rest_on(helpless);
            ruling.end(GameResult::Win(winner));
            return;
        }
        match self.chance(ruling, winner, ply, test) {
            Chance::Yes(why) => {
                ruling.because(why);
                ruling.end(GameResult::Win(winner));
            }
            Chance::No(why) => {
                ruling.rest_on(helpless);
                ruling.because(format!("{why}, so the game is drawn instead of lost."));
                ruling.end(GameResult::Draw);
            }
            Chance::Unknown(why) => {
                ruling.rest_on(helpless);
                ruling.because(format!(
                    "{why} If {} can mate, {} loses; if not, the game is drawn.",
                    who(winner),
                    who(loser)
                ));
                ruling.decide(super::ruling::Decision::Discretion);
                ruling.offer(["loss", "draw"]);
            }
        }
    }

    /// Whether `side` can still win from position `ply`.
    fn chance(&self, ruling: &mut Ruling, side: Color, ply: usize, test: &Test<'_>) -> Chance {
        // The move generator does not accept a position in which a king can be captured; the one before it is used instead.
        let Some(position) = (0..=ply).rev().find_map(|ply| self.record.chess(ply)) else {
            return Chance::Unknown(
                "The position on the board cannot arise by legal moves, so nobody can say who could still win."
                    .to_owned(),
            );
        };
        match *ruling.rest_on(test.by) {
            WinTest::AnySeries => any_series(&position, side),
            WinTest::Material => self.by_material(ruling, &position, side, test),
        }
    }

    fn by_material(&self, ruling: &mut Ruling, position: &Chess, side: Color, test: &Test<'_>) -> Chance {
        let flag = &self.laws.flag;
        let has = |material: TooLittle| format!("{} has {}", who(side), named(material));
        if let Some(found) = flag.doubtful.iter().find(|material| has_only(position, side, **material)) {
            ruling.rest_on(&flag.doubtful);
            return Chance::Unknown(format!(
                "{}; whether that is enough is not clear from the rules.",
                has(*found)
            ));
        }
        let Some(found) = flag.too_little.iter().find(|material| has_only(position, side, **material)) else {
            return self.enough_material(ruling, position, side);
        };
        ruling.rest_on(&flag.too_little);
        let has = has(*found);
        let forced_counts = test.forced_win.is_some_and(|forced| **forced);
        if *found == TooLittle::LoneKing || !forced_counts {
            return Chance::No(format!("{has}, which is not enough to win"));
        }
        if let Some(forced) = test.forced_win {
            ruling.rest_on(forced);
        }
        match winnability::forced_mate(position, side, Limits::default()) {
            Some(true) => Chance::Yes(format!("{has}, but a win by force.")),
            Some(false) => Chance::No(format!("{has} and no win by force")),
            None => Chance::Unknown(format!(
                "{has}, which is enough only if the win is forced, and that could not be settled."
            )),
        }
    }

    /// The material is enough; whether a mate is possible at all may still count.
    fn enough_material(&self, ruling: &mut Ruling, position: &Chess, side: Color) -> Chance {
        let law = &self.laws.flag.cannot_be_mated;
        let has = format!(
            "{} has {}, which is enough material to win on time",
            who(side),
            material(position, side)
        );
        match any_series(position, side) {
            Chance::No(why) => {
                ruling.rest_on(law);
                match **law {
                    Cannot::Draw => Chance::No(why),
                    Cannot::Loss => Chance::Yes(format!("{has}, although {why}.")),
                    Cannot::Discretion => {
                        Chance::Unknown(format!("{has}, but {why}; the rules can be read both ways then."))
                    }
                }
            }
            Chance::Yes(_) | Chance::Unknown(_) => Chance::Yes(format!("{has}.")),
        }
    }
}

/// Whether `side` can mate by any series of legal moves.
pub(super) fn any_series(position: &Chess, side: Color) -> Chance {
    match winnability::can_mate(position, side, Limits::default()) {
        Verdict::Yes(line) => Chance::Yes(match line.moves.len() {
            0 => format!("{} has checkmated.", who(side)),
            length => format!(
                "{} can still checkmate by a series of legal moves: {}{}.",
                who(side),
                sans(position, &line.moves, 8),
                if length > 8 { format!(" … ({length} half-moves)") } else { String::new() }
            ),
        }),
        Verdict::No(proof) => Chance::No(format!(
            "{} cannot checkmate by any series of legal moves ({})",
            who(side),
            proof.reason()
        )),
        Verdict::Unknown(effort) => Chance::Unknown(format!(
            "Whether {} can still checkmate by any series of legal moves is not settled: {} positions were searched \
             without finding a mate or proving that there is none.",
            who(side),
            effort.nodes
        )),
    }
}

fn sans(position: &Chess, moves: &[shakmaty::Move], most: usize) -> String {
    let mut now = position.clone();
    let mut words = Vec::new();
    for mv in moves.iter().take(most) {
        words.push(shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut now, *mv).to_string());
    }
    words.join(" ")
}

fn has_only(position: &Chess, side: Color, material: TooLittle) -> bool {
    let count = |color: Color, role: Role| {
        (position.board().by_color(color) & position.board().by_role(role)).count()
    };
    let pieces = |color: Color| position.board().by_color(color).count();
    match material {
        TooLittle::LoneKing => pieces(side) == 1,
        TooLittle::LoneBishop => pieces(side) == 2 && count(side, Role::Bishop) == 1,
        TooLittle::LoneKnight => pieces(side) == 2 && count(side, Role::Knight) == 1,
        TooLittle::TwoKnightsNoPawns => {
            pieces(side) == 3 && count(side, Role::Knight) == 2 && count(!side, Role::Pawn) == 0
        }
    }
}

fn named(material: TooLittle) -> &'static str {
    match material {
        TooLittle::LoneKing => "a lone king",
        TooLittle::LoneBishop => "king and bishop alone",
        TooLittle::LoneKnight => "king and knight alone",
        TooLittle::TwoKnightsNoPawns => "king and two knights against a side without pawns",
    }
}

/// The material of a side in words.
fn material(position: &Chess, side: Color) -> String {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let words: Vec<String> = roles
        .into_iter()
        .filter_map(|role| {
            let count = (position.board().by_color(side) & position.board().by_role(role)).count();
            let name = super::record::role_name(role);
            match count {
                0 => None,
                1 => Some(format!("a {name}")),
                n => Some(format!("{n} {name}s")),
            }
        })
        .collect();
    words.join(", ")
}

//! Which rule draws a dead position: that of its material, where the book has one, or the general rule.

use shakmaty::{Bitboard, Color, Role};

use crate::replay::Board;
use crate::ruleset::{Cited, DeadPosition};

/// The rule by which a dead position ends the game, and the material that it names.
pub fn dead_position_rule<'l>(
    law: &'l DeadPosition,
    board: &Board,
) -> (&'l Cited<bool>, Option<&'static str>) {
    let named = match material(board) {
        Some(Material::Kings) => Some((&law.kings_alone, "King against king")),
        Some(Material::Minor) => Some((&law.lone_minor, "King against king with one bishop or knight")),
        Some(Material::SameBishops) => Some((
            &law.same_bishops,
            "King and bishop against king and bishop, both bishops on squares of one colour",
        )),
        None => None,
    };
    match named.filter(|(rule, _)| rule.value) {
        Some((rule, material)) => (rule, Some(material)),
        None => (&law.ends_game, None),
    }
}

enum Material {
    Kings,
    Minor,
    SameBishops,
}

/// The material, where it is such that some books name it.
fn material(board: &Board) -> Option<Material> {
    let kings = board.role(Role::King);
    let minor = board.role(Role::Bishop) | board.role(Role::Knight);
    if board.occupied() != kings | minor {
        return None;
    }
    match minor.count() {
        0 => Some(Material::Kings),
        1 => Some(Material::Minor),
        2 => {
            let each = Color::ALL.iter().all(|side| board.pieces(*side, Role::Bishop).count() == 1);
            let light = (minor & Bitboard::LIGHT_SQUARES).count();
            (each && light != 1).then_some(Material::SameBishops)
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ruleset::{Library, Supervision};

    fn cited(ruleset: &str, fen: &str) -> Vec<String> {
        let ruleset = Library::built_in().get(ruleset).unwrap();
        let rules = ruleset.at("2026-11-23".parse().unwrap(), Supervision::Limited);
        let board = Board::from_fen_as_is(fen, false).unwrap();
        let (rule, _) = dead_position_rule(&rules.dead_position, &board);
        rule.articles.iter().map(|article| article.to_string()).collect()
    }

    #[test]
    fn us_chess_has_a_rule_for_each_material() {
        let cases = [
            ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "14D1"),
            ("8/8/8/3k4/8/3K4/8/4B3 w - - 0 1", "14D2"),
            ("8/8/8/3k4/8/3K4/8/4n3 w - - 0 1", "14D2"),
            ("8/8/5b2/3k4/8/3K4/8/4B3 w - - 0 1", "14D3"),
            // Bishops of different colours, two bishops of one player: other pieces decide whether that is dead.
            ("8/8/4b3/3k4/8/3K4/8/4B3 w - - 0 1", "14D4"),
            ("8/8/8/3k4/8/3K4/8/2B1B3 w - - 0 1", "14D4"),
            ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", "14D4"),
        ];
        for (fen, article) in cases {
            assert_eq!(cited("uscf-7-regular", fen), [article], "{fen}");
        }
    }

    #[test]
    fn fide_has_one_rule_for_all() {
        for fen in ["8/8/8/3k4/8/3K4/8/8 w - - 0 1", "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1"] {
            assert_eq!(cited("fide-2023-standard", fen), ["5.2.2"], "{fen}");
        }
    }
}

//! The costs of the features of a position, in several sets: each finds lines that the others miss.

/// The cost of each feature; positions with a lower total are searched first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// A half-move played.
    pub(crate) ply: i32,
    /// A square that the king to be mated may move to.
    pub(crate) flight: i32,
    /// A step from the edge for that king.
    pub(crate) edge: i32,
    /// A step from the corner for that king.
    pub(crate) corner: i32,
    /// A step between the kings.
    pub(crate) kings: i32,
    /// A step that the most advanced pawn lacks to promotion, if there is no mating material.
    pub(crate) promotion: i32,
    /// A step between a piece of the side that mates and that king.
    pub(crate) near: i32,
    /// A piece of the side to be mated.
    pub(crate) defender: i32,
    /// Missing mating material (a queen, a rook, or two minor pieces).
    pub(crate) force: i32,
    /// The loss of a piece of the side that mates.
    pub(crate) loss: i32,
    /// A piece of the losing side put next to its own king; this amount is subtracted.
    pub(crate) block: i32,
    /// A pawn move of the mating side; this amount is subtracted.
    pub(crate) advance: i32,
    /// A move of the losing side with a piece other than the king.
    pub(crate) idle: i32,
    /// With a lone minor piece: a step of the losing king from a corner where that piece can mate.
    pub(crate) lone_corner: i32,
    /// With a lone minor piece: a piece of the losing side next to its own king; this amount is subtracted.
    pub(crate) lone_block: i32,
    /// With a lone minor piece: a step that a losing pawn lacks to promotion, or a promotion to a piece other
    /// than a queen.
    pub(crate) lone_help: i32,
    /// Each doubling of the positions seen with the same pawns, pieces and castling rights.
    pub(crate) crowd: i32,
}

impl Weights {
    /// For the first attempt: a short line from the end of a game.
    pub(crate) const SHORT: Weights = Weights {
        ply: 1,
        flight: 0,
        edge: 7,
        corner: 0,
        kings: 6,
        promotion: 16,
        near: 1,
        defender: 2,
        force: 3,
        loss: 38,
        block: 4,
        advance: -3,
        idle: 2,
        lone_corner: 10,
        lone_block: 1,
        lone_help: 2,
        crowd: 0,
    };
    /// For a short line, if the first attempt found none.
    pub(crate) const BRIEF: Weights = Weights {
        ply: 2,
        flight: 1,
        edge: 6,
        corner: -1,
        kings: 6,
        promotion: 11,
        near: 2,
        defender: 4,
        force: 16,
        loss: 14,
        block: 7,
        advance: -5,
        idle: 8,
        lone_corner: 4,
        lone_block: 4,
        lone_help: 1,
        crowd: 0,
    };
    /// For a short line, if the second attempt found none either.
    pub(crate) const TERSE: Weights = Weights {
        ply: 2,
        flight: 1,
        edge: 3,
        corner: 0,
        kings: 3,
        promotion: 4,
        near: 1,
        defender: 3,
        force: 13,
        loss: 9,
        block: 7,
        advance: -1,
        idle: 2,
        lone_corner: -2,
        lone_block: 8,
        lone_help: 1,
        crowd: 0,
    };
    /// For any line, if no short one was found.
    pub(crate) const QUICK: Weights = Weights {
        ply: 0,
        flight: 1,
        edge: 4,
        corner: 0,
        kings: 2,
        promotion: 4,
        near: 1,
        defender: 14,
        force: 33,
        loss: 14,
        block: 7,
        advance: -4,
        idle: 0,
        lone_corner: 7,
        lone_block: 5,
        lone_help: 2,
        crowd: 0,
    };
    /// For any line: less averse to losing pieces, and attracted to corners with a lone minor piece.
    pub(crate) const LOOSE: Weights = Weights {
        ply: 0,
        flight: 0,
        edge: 6,
        corner: 0,
        kings: 2,
        promotion: 2,
        near: 1,
        defender: 7,
        force: 9,
        loss: 8,
        block: -1,
        advance: -1,
        idle: -2,
        lone_corner: 8,
        lone_block: 3,
        lone_help: 0,
        crowd: 0,
    };
    /// For any line: gives up pieces to get one that blocks a flight square.
    pub(crate) const PATIENT: Weights = Weights {
        ply: 1,
        flight: 3,
        edge: 3,
        corner: 2,
        kings: 9,
        promotion: 12,
        near: 1,
        defender: 3,
        force: 19,
        loss: 3,
        block: 6,
        advance: 5,
        idle: -1,
        lone_corner: 7,
        lone_block: 8,
        lone_help: 2,
        crowd: 0,
    };
    /// For hard positions: brings the kings together first.
    pub(crate) const CLOSE: Weights = Weights {
        ply: 1,
        flight: 4,
        edge: 4,
        corner: 2,
        kings: 18,
        promotion: 3,
        near: 2,
        defender: 7,
        force: 17,
        loss: 1,
        block: 3,
        advance: 0,
        idle: -1,
        lone_corner: 4,
        lone_block: 3,
        lone_help: 7,
        crowd: 0,
    };
    /// For harder positions.
    pub(crate) const STUBBORN: Weights = Weights {
        ply: 1,
        flight: 3,
        edge: 4,
        corner: 3,
        kings: 3,
        promotion: 4,
        near: 3,
        defender: 5,
        force: 20,
        loss: 4,
        block: 4,
        advance: -1,
        idle: -3,
        lone_corner: 0,
        lone_block: 4,
        lone_help: 5,
        crowd: 0,
    };
    /// For hard positions: fitted to compositions.
    pub(crate) const STEADY: Weights = Weights {
        ply: 1,
        flight: 3,
        edge: 4,
        corner: 2,
        kings: 8,
        promotion: 9,
        near: 1,
        defender: 7,
        force: 26,
        loss: 9,
        block: 7,
        advance: 0,
        idle: -1,
        lone_corner: 7,
        lone_block: 3,
        lone_help: 4,
        crowd: 0,
    };
    /// For locked positions: does not search one pawn structure for long while others wait.
    pub(crate) const SPREAD: Weights = Weights { crowd: 4, ..Weights::QUICK };
    /// For locked positions that need longer lines and sacrifices.
    pub(crate) const WIDE: Weights = Weights { crowd: 2, ..Weights::LOOSE };
}

//! Positions generated from a seed, the same on every machine, of kinds that make the question hard.

use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, Position, Rank, Role, Setup, Square};

/// A random generator that gives the same numbers on every machine.
pub(crate) struct Dice(u64);

impl Dice {
    /// A generator that starts from `seed`.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.roll(all.len() as u64) as usize]
    }

    fn side(&mut self) -> Color {
        Color::from_white(self.one_in(2))
    }
}

/// Generates a position; `None` if the random choices give no legal one.
type Maker = fn(&mut Dice) -> Option<Chess>;

/// The kinds of positions, each with its generator.
const KINDS: [(&str, Maker); 14] = [
    ("castling", castling),
    ("en-passant", en_passant),
    ("wall", wall),
    ("spare-moves", spare_moves),
    ("bishops", bishops),
    ("promoted", promoted),
    ("small", small),
    ("play", play),
    ("last-men", last_men),
    ("sealed", sealed),
    ("sealed-castling", sealed_castling),
    ("sealed-en-passant", sealed_en_passant),
    ("buried", buried),
    ("stubborn", stubborn),
];

/// Generates `count` positions, cycling through the kinds.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<(&'static str, Chess)> {
    let mut dice = Dice::new(seed);
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        let (name, make) = KINDS[out.len() % KINDS.len()];
        let made = std::iter::repeat_with(|| make(&mut dice)).flatten().next();
        out.extend(made.map(|position| (name, position)));
    }
    out
}

/// The position, if it is legal and has a legal move.
fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Standard).ok().filter(|p| !p.legal_moves().is_empty())
}

fn put(setup: &mut Setup, dice: &mut Dice, piece: Piece) {
    for _ in 0..30 {
        let square = Square::new(dice.roll(64) as u32);
        let back = square.rank() == Rank::First || square.rank() == Rank::Eighth;
        if setup.board.piece_at(square).is_none() && !(back && piece.role == Role::Pawn) {
            return setup.board.set_piece_at(square, piece);
        }
    }
}

fn kings(setup: &mut Setup, dice: &mut Dice) {
    put(setup, dice, Color::White.king());
    put(setup, dice, Color::Black.king());
    setup.turn = dice.side();
}

fn pieces(setup: &mut Setup, dice: &mut Dice, count: u64, roles: &[Role]) {
    for _ in 0..count {
        let (role, side) = (dice.of(roles), dice.side());
        put(setup, dice, role.of(side));
    }
}

/// Places rams (blocked pawn pairs) on most files. Of twelve files, `holes` stay empty and `spare` get a pawn
/// that can still step.
fn rams(setup: &mut Setup, dice: &mut Dice, spare: u64, holes: u64) {
    let mut before = 0;
    for file in 0..8u32 {
        let at = |rank: u32| Square::new(rank * 8 + file);
        if dice.roll(12) < holes {
            continue;
        }
        let mut rank = 1 + dice.roll(5) as u32;
        if rank == before {
            // The pawns of neighbouring rams on one rank could capture each other.
            rank = 1 + rank % 5;
        }
        before = rank;
        if setup.board.piece_at(at(rank)).is_some() || setup.board.piece_at(at(rank + 1)).is_some() {
            continue;
        }
        let gap = u32::from(dice.roll(12) < spare && rank < 5);
        setup.board.set_piece_at(at(rank), Color::White.pawn());
        setup.board.set_piece_at(at(rank + 1 + gap), Color::Black.pawn());
        if dice.roll(24) < spare && rank > 1 {
            setup.board.set_piece_at(at(1), Color::White.pawn());
        }
        if dice.roll(24) < spare && rank + 1 + gap < 6 {
            setup.board.set_piece_at(at(6), Color::Black.pawn());
        }
    }
}

/// Kings and rooks at home with castling rights, pawns that block each other, and few other pieces.
fn castling(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = dice.side();
    for side in Color::ALL {
        let home = side.backrank();
        if dice.one_in(3) {
            put(&mut setup, dice, side.king());
            continue;
        }
        setup.board.set_piece_at(Square::from_coords(shakmaty::File::E, home), side.king());
        for file in [shakmaty::File::A, shakmaty::File::H] {
            if dice.one_in(2) {
                let rook = Square::from_coords(file, home);
                setup.board.set_piece_at(rook, side.rook());
                setup.castling_rights.add(rook);
            }
        }
    }
    let (spare, holes) = (dice.roll(4), dice.roll(8));
    rams(&mut setup, dice, spare, holes);
    let count = dice.roll(4);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Knight, Role::Rook, Role::Bishop]);
    legal(setup).filter(|p| p.castles().any())
}

/// A pawn has just made a double step next to an enemy pawn; pawn walls around them.
fn en_passant(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    let (file, mover) = (1 + dice.roll(6) as u32, dice.side());
    let rank = mover.fold_wb(3, 4);
    let beside = if dice.one_in(2) { file + 1 } else { file - 1 };
    setup.board.set_piece_at(Square::new(rank * 8 + file), mover.pawn());
    setup.board.set_piece_at(Square::new(rank * 8 + beside), mover.other().pawn());
    let passed = Square::new(mover.fold_wb(2, 5) * 8 + file);
    let home = Square::new(mover.fold_wb(1, 6) * 8 + file);
    if dice.one_in(2) {
        let ahead = Square::new(mover.fold_wb(4, 3) * 8 + file);
        setup.board.set_piece_at(ahead, mover.other().pawn());
    }
    let (spare, holes) = (dice.roll(4), 1 + dice.roll(8));
    rams(&mut setup, dice, spare, holes);
    kings(&mut setup, dice);
    let count = dice.roll(4);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Bishop, Role::Knight]);
    if setup.board.occupied().with(passed).with(home).count() != setup.board.occupied().count() + 2 {
        return None;
    }
    setup.turn = mover.other();
    setup.ep_square = Some(passed);
    legal(setup)
}

/// Rams on nearly all files, and bishops.
fn wall(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    let holes = dice.roll(3);
    rams(&mut setup, dice, 0, holes);
    kings(&mut setup, dice);
    let count = dice.roll(5);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook]);
    legal(setup)
}

/// Pawns with a few steps left.
fn spare_moves(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    let (spare, holes) = (1 + dice.roll(6), dice.roll(7));
    rams(&mut setup, dice, spare, holes);
    kings(&mut setup, dice);
    let count = dice.roll(3);
    pieces(&mut setup, dice, count, &[Role::Bishop]);
    legal(setup)
}

/// Bishops between the pawns of both sides.
fn bishops(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    kings(&mut setup, dice);
    let tint = dice.of(&[Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES, Bitboard::FULL]);
    let count = 1 + dice.roll(5);
    pieces(&mut setup, dice, count, &[Role::Bishop]);
    if !setup.board.bishops().is_subset(tint) {
        return None;
    }
    let (spare, holes) = (dice.roll(3), dice.roll(5));
    rams(&mut setup, dice, spare, holes);
    legal(setup)
}

/// More pieces of a kind than a game starts with, and few pawns.
fn promoted(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    kings(&mut setup, dice);
    for side in Color::ALL {
        let role =
            dice.of(&[Role::Knight, Role::Bishop, Role::Bishop, Role::Queen, Role::Rook, Role::Bishop]);
        for _ in 0..dice.roll(5) {
            put(&mut setup, dice, role.of(side));
        }
    }
    let count = dice.roll(4);
    pieces(&mut setup, dice, count, &[Role::Pawn]);
    legal(setup)
}

/// Three to six men on random squares.
fn small(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    kings(&mut setup, dice);
    let count = 1 + dice.roll(4);
    let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];
    pieces(&mut setup, dice, count, &roles);
    legal(setup)
}

/// Plays random moves for both sides; if `greedy`, mostly captures.
fn moved(start: Chess, dice: &mut Dice, plies: u64, greedy: bool) -> Chess {
    let mut now = start;
    for _ in 0..plies {
        let moves = now.legal_moves();
        let captures: Vec<_> = moves.iter().copied().filter(|m| m.is_capture()).collect();
        let all = if greedy && !captures.is_empty() && !dice.one_in(3) { &captures[..] } else { &moves[..] };
        if all.is_empty() {
            break;
        }
        let mut next = now.clone();
        next.play_unchecked(all[dice.roll(all.len() as u64) as usize]);
        if next.legal_moves().is_empty() {
            break;
        }
        now = next;
    }
    now
}

/// Random play from the initial position.
fn play(dice: &mut Dice) -> Option<Chess> {
    let (plies, greedy) = (dice.roll(200), dice.one_in(3));
    Some(moved(Chess::default(), dice, plies, greedy))
}

/// The result of random play with many captures: at most eight men.
fn last_men(dice: &mut Dice) -> Option<Chess> {
    let men = 3 + dice.roll(6) as usize;
    let mut now = Chess::default();
    for _ in 0..400 {
        now = moved(now, dice, 1, true);
        if now.board().occupied().count() <= men {
            return Some(now);
        }
    }
    None
}

/// Places a chain of rams on all files, each guarding its neighbours, and sometimes a pawn behind it that may
/// still step.
fn chain(setup: &mut Setup, dice: &mut Dice) {
    let mut rank = 2 + dice.roll(2) as u32;
    for file in 0..8u32 {
        let at = |rank: u32| Square::new(rank * 8 + file);
        setup.board.set_piece_at(at(rank), Color::White.pawn());
        setup.board.set_piece_at(at(rank + 1), Color::Black.pawn());
        if rank > 1 && dice.one_in(9) {
            setup.board.set_piece_at(at(1 + dice.roll(u64::from(rank) - 1) as u32), Color::White.pawn());
        }
        if rank < 5 && dice.one_in(9) {
            setup.board.set_piece_at(at(6 - dice.roll(5 - u64::from(rank)) as u32), Color::Black.pawn());
        }
        rank = match rank {
            1 => 2,
            5 => 4,
            _ if dice.one_in(2) => rank + 1,
            _ => rank - 1,
        };
    }
}

/// Sometimes removes a pawn.
fn breach(setup: &mut Setup, dice: &mut Dice) {
    if dice.one_in(3) {
        let pawns: Vec<Square> = setup.board.pawns().into_iter().collect();
        setup.board.discard_piece_at(dice.of(&pawns));
    }
}

/// Places a king on its own side of the chain.
fn king_behind(setup: &mut Setup, dice: &mut Dice, side: Color) {
    for _ in 0..60 {
        let square = Square::from_coords(
            shakmaty::File::new(dice.roll(8) as u32),
            side.relative_rank(Rank::new(dice.roll(3) as u32)),
        );
        if setup.board.piece_at(square).is_none() {
            return setup.board.set_piece_at(square, side.king());
        }
    }
}

/// Two sides separated by a chain of rams.
fn sealed(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    chain(&mut setup, dice);
    breach(&mut setup, dice);
    Color::ALL.into_iter().for_each(|side| king_behind(&mut setup, dice, side));
    let count = dice.roll(4);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook]);
    setup.turn = dice.side();
    legal(setup)
}

/// Like [`sealed`], with rooks that may still castle.
fn sealed_castling(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    chain(&mut setup, dice);
    breach(&mut setup, dice);
    setup.turn = dice.side();
    let first = dice.side();
    king_behind(&mut setup, dice, first.other());
    let home = first.backrank();
    setup.board.set_piece_at(Square::from_coords(shakmaty::File::E, home), first.king());
    for file in [shakmaty::File::A, shakmaty::File::H] {
        if dice.one_in(2) {
            let rook = Square::from_coords(file, home);
            setup.board.set_piece_at(rook, first.rook());
            setup.castling_rights.add(rook);
        }
    }
    let count = dice.roll(3);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Bishop, Role::Knight]);
    legal(setup).filter(|p| p.castles().any())
}

/// Like [`sealed`], but the chain was just closed by a double step that may be captured en passant.
fn sealed_en_passant(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    chain(&mut setup, dice);
    Color::ALL.into_iter().for_each(|side| king_behind(&mut setup, dice, side));
    let count = dice.roll(3);
    pieces(&mut setup, dice, count, &[Role::Bishop, Role::Bishop, Role::Knight]);
    let mover = dice.side();
    let pawns = setup.board.pawns() & setup.board.by_color(mover);
    let there: Vec<Square> =
        (pawns & Bitboard::from_rank(mover.relative_rank(Rank::Fourth))).into_iter().collect();
    if there.is_empty() {
        return None;
    }
    let stepped = dice.of(&there);
    let passed = Square::from_coords(stepped.file(), mover.relative_rank(Rank::Third));
    let home = Square::from_coords(stepped.file(), mover.relative_rank(Rank::Second));
    let taken = setup.board.occupied();
    let beside = if stepped.file() == shakmaty::File::A || dice.one_in(2) { 1 } else { -1 };
    let taker = stepped.offset(beside).filter(|s| s.rank() == stepped.rank())?;
    if taken.contains(passed) || taken.contains(home) {
        return None;
    }
    if !taken.contains(taker) {
        setup.board.set_piece_at(taker, mover.other().pawn());
    }
    setup.turn = mover.other();
    setup.ep_square = Some(passed);
    legal(setup).filter(|p| p.legal_moves().iter().any(|m| m.is_en_passant()))
}

/// A piece shut in by pawns on the edge, a few rams, and spare pawn moves elsewhere.
fn buried(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    for _ in 0..1 + dice.roll(2) {
        let side = dice.side();
        let file = dice.of(&[0u32, 7]);
        let inner = if file == 0 { 1 } else { 6 };
        let rank = 2 + dice.roll(4) as u32;
        let role = dice.of(&[Role::Bishop, Role::Bishop, Role::Knight, Role::Rook]);
        setup.board.set_piece_at(Square::new(rank * 8 + file), role.of(side));
        for step in [rank - 1, rank + 1] {
            if (1..=6).contains(&step) {
                setup.board.set_piece_at(Square::new(step * 8 + inner), side.pawn());
            }
        }
        let ahead = side.fold_wb(rank + 1, rank - 1);
        if dice.one_in(2) && (1..=6).contains(&ahead) {
            setup.board.set_piece_at(Square::new(ahead * 8 + file), side.other().pawn());
        }
    }
    let (spare, holes) = (dice.roll(4), 7 + dice.roll(4));
    rams(&mut setup, dice, spare, holes);
    kings(&mut setup, dice);
    let count = dice.roll(3);
    pieces(&mut setup, dice, count, &[Role::Pawn, Role::Bishop]);
    legal(setup)
}

/// A position of another kind in which random play in favour of one side did not mate soon.
fn stubborn(dice: &mut Dice) -> Option<Chess> {
    let (name, make) = dice.of(&KINDS[..KINDS.len() - 1]);
    let position = make(dice)?;
    let side = dice.side();
    let able = !position.has_insufficient_material(side) && name != "stubborn";
    (able && (0..12).all(|_| !mates_in_play(&position, side, dice))).then_some(position)
}

/// Whether random play that favours `side` ends in mate by it.
fn mates_in_play(start: &Chess, side: Color, dice: &mut Dice) -> bool {
    let mut now = start.clone();
    for _ in 0..120 {
        let moves = now.legal_moves();
        let value = |m: &shakmaty::Move, dice: &mut Dice| {
            let ours = now.turn() == side;
            let good = i64::from(ours && m.is_promotion()) * 8 + i64::from(ours && m.is_capture()) * 3;
            good - i64::from(!ours && m.is_capture()) * 6 + dice.roll(10) as i64
        };
        let Some(m) = moves.iter().copied().max_by_key(|m| value(m, dice)) else {
            return now.turn() != side && now.is_checkmate();
        };
        now.play_unchecked(m);
    }
    false
}

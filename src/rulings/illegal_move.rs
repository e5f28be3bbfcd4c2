//! Illegal moves and their kin: a move that the Laws forbid, a press without a move, two hands, a pawn left on the
//! last rank.
//!
//! The Laws ask the same questions of all four: is it a fault at all, may it still be put right, which of the player's
//! faults is it, what does the touched piece leave to play, and whose clock gets what.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use super::attempt::{Attempt, Meaning, legal_readings, meaning};
use super::duty::{self, Duty, Ground};
use super::hearing::{Hearing, noticer, spoken, who};
use super::mating::Test;
use super::ruling::{Decision, Ruling};
use crate::case::{Incident, Kind, Noticed};
use crate::checks::obstacle_words;
use crate::ruleset::{ArbiterPart, BonusDeadline, Deadline, LeftPawn, Offence, Treatment};

/// Rules on one of the four.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    judge(hearing, &mut ruling, incident);
    ruling
}

/// The same for a fault that the clock log shows by itself.
pub(super) fn judge(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let fault = Fault::of(hearing, incident);
    if !is_fault(hearing, ruling, incident, &fault) {
        return;
    }
    if !in_time(hearing, ruling, incident, &fault) {
        return;
    }
    set_right(hearing, ruling, incident);
    duty_left(hearing, ruling, incident, &fault);
    penalty(hearing, ruling, incident, &fault);
}

/// What is known about the fault.
struct Fault {
    offender: Color,
    offence: Offence,
    /// The position before it, where a move generator accepts it.
    position: Option<Chess>,
    /// The move that was tried, as written.
    written: Option<String>,
    meaning: Meaning,
    /// The legal moves that the written move can mean.
    legal: Vec<Move>,
}

impl Fault {
    fn of(hearing: &Hearing<'_>, incident: &Incident) -> Fault {
        let record = hearing.record;
        let offender = hearing.player(incident);
        let next = incident.ply + 1;
        let recorded = record.is_illegal(next) && record.turn(incident.ply) == offender;
        let written =
            incident.written.clone().or_else(|| recorded.then(|| record.written(next).into_owned()));
        let position = record.chess(incident.ply).filter(|position| position.turn() == offender);
        let setup = record.setup(incident.ply);
        let (meaning, legal) = match (&written, &position) {
            (Some(text), Some(position)) => (meaning(text, &setup, offender), legal_readings(text, position)),
            (Some(text), None) => (meaning(text, &setup, offender), Vec::new()),
            (None, _) => (Meaning::Nothing, Vec::new()),
        };
        Fault { offender, offence: offence(incident.kind), position, written, meaning, legal }
    }

    /// The move that was made is legal by the way the pieces move.
    fn move_is_legal(&self) -> bool {
        !self.legal.is_empty()
    }

    /// The one legal move meant, and whether it ends the game on the board.
    fn ends_game(&self) -> bool {
        match (self.legal.as_slice(), &self.position) {
            ([only], Some(position)) => {
                position.clone().play(*only).is_ok_and(|after| after.legal_moves().is_empty())
            }
            _ => false,
        }
    }

    fn named(&self) -> String {
        self.written.as_deref().map_or("the move".to_owned(), str::to_owned)
    }
}

fn offence(kind: Kind) -> Offence {
    match kind {
        Kind::PressedWithoutMoving => Offence::PressedWithoutMoving,
        Kind::TwoHands => Offence::TwoHands,
        Kind::PromotionNotReplaced => Offence::PromotionNotReplaced,
        _ => Offence::IllegalMove,
    }
}

/// Whether there is a fault to put right. Otherwise the ruling is complete.
fn is_fault(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let laws = hearing.laws;
    let name = who(fault.offender);
    match fault.offence {
        Offence::IllegalMove => {
            if fault.move_is_legal() {
                ruling.rest_on(&laws.completion.legality);
                ruling.decide(Decision::Stands);
                ruling.because(format!(
                    "{} is a legal move in this position: every step of it agrees with how the pieces move, and {name}'s \
                     king is not left in check.",
                    fault.named()
                ));
                return false;
            }
            facts_of_move(hearing, ruling, fault);
            true
        }
        Offence::TwoHands => two_hands(hearing, ruling, incident, fault),
        Offence::PromotionNotReplaced => {
            ruling.because(format!(
                "{name} moved a pawn to the last rank and pressed the clock without putting another piece there."
            ));
            match *ruling.rest_on(&laws.promotion.treated_as) {
                Treatment::Discretion if incident.noticed <= incident.ply + 1 => {
                    ruling.decide(Decision::Correct);
                    promotion_left(hearing, ruling, fault);
                    ruling.because("That is no illegal move here and is not counted: the promotion is completed on the player's own time.");
                    false
                }
                treated => treat(hearing, ruling, treated, &laws.promotion.options),
            }
        }
        Offence::PressedWithoutMoving => {
            ruling.because(format!("{name} pressed the clock and had not made a move."));
            let treated = *ruling.rest_on(&laws.press_without_move.treated_as);
            treat(hearing, ruling, treated, &laws.press_without_move.options)
        }
    }
}

fn treat(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    treated: Treatment,
    options: &crate::ruleset::Cited<crate::ruleset::Options>,
) -> bool {
    match treated {
        Treatment::IllegalMove => true,
        Treatment::Discretion => {
            ruling.leave_to_arbiter(hearing.laws, options);
            ruling.because(
                "Under these rules that is no illegal move: it is not counted, and the penalty is the arbiter's choice.",
            );
            false
        }
        Treatment::Nothing => {
            ruling.decide(Decision::Stands);
            ruling.because("Under these rules that is no fault that calls for a ruling.");
            false
        }
    }
}

fn two_hands(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let laws = hearing.laws;
    let name = who(fault.offender);
    let known_illegal = fault.position.is_some() && fault.written.is_some() && !fault.move_is_legal();
    ruling.because(format!("{name} used both hands to make one move ({}).", fault.named()));
    if fault.ends_game() {
        ruling.decide(Decision::Stands);
        ruling.rest_on(&laws.board_end.checkmate);
        ruling.because(
            "The move ended the game on the board, and what ends the game does not ask with which hand it was made.",
        );
        return false;
    }
    let treated = *laws.two_hands.treated_as;
    let needs_press = *laws.two_hands.needs_press;
    if known_illegal {
        facts_of_move(hearing, ruling, fault);
        if treated == Treatment::IllegalMove && incident.pressed() {
            ruling.rest_on(&laws.two_hands.treated_as);
            ruling.because("Both faults are in one move: that is one illegal move, not two.");
        }
        return true;
    }
    ruling.rest_on(&laws.two_hands.treated_as);
    if needs_press && !incident.pressed() {
        ruling.rest_on(&laws.two_hands.needs_press);
        ruling.decide(Decision::Stands);
        ruling.because(
            "The clock was not pressed: the move may be made again with one hand, and there is no penalty.",
        );
        return false;
    }
    treat(hearing, ruling, treated, &laws.two_hands.options)
}

fn facts_of_move(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    ruling.rest_on(&hearing.laws.completion.legality);
    let name = who(fault.offender);
    let subject = fault.named();
    match &fault.meaning {
        Meaning::One(_) => {
            ruling.because(format!(
                "{name} made a move that the position does not allow, {subject}{}.",
                why_not(hearing, ruling.ply, fault)
            ));
        }
        Meaning::Several => ruling.because(format!(
            "{name} made an illegal move, written {subject}; more than one piece can be meant, so which was touched is \
             not in the record."
        )),
        Meaning::Nothing if fault.written.is_some() => ruling.because(format!(
            "{name} made an illegal move, written {subject}; which piece was touched cannot be read from it."
        )),
        Meaning::Nothing => ruling.because(format!(
            "{name} made an illegal move; the incident does not say which, so what touch-move leaves is not known."
        )),
    }
}

/// Why the move is not legal, as a subordinate clause.
fn why_not(hearing: &Hearing<'_>, ply: usize, fault: &Fault) -> String {
    let written = fault.written.as_deref().and_then(super::attempt::written);
    written.map_or(String::new(), |written| {
        format!(": {}", obstacle_words::explain(hearing.record.board(ply), written))
    })
}

/// Whether the fault may still be put right. Otherwise the ruling is complete: it stands.
fn in_time(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    let made_since = incident.noticed.saturating_sub(incident.ply);
    if !arbiter_may_act(hearing, ruling, incident, fault) {
        return false;
    }
    match *law.deadline {
        Deadline::Game => true,
        Deadline::OpponentNextMove if made_since <= 1 => {
            ruling.rest_on(&law.deadline);
            true
        }
        Deadline::OpponentNextMove => {
            ruling.rest_on(&law.deadline);
            ruling.decide(Decision::Stands);
            ruling.because(format!(
                "It was noticed after {} had made the next move: from then on the move stands and counts as no offence.",
                who(!fault.offender)
            ));
            if *law.undo_by_agreement {
                ruling.rest_on(&law.undo_by_agreement);
                ruling.because("Only both players together may still agree to undo it.");
            }
            false
        }
        Deadline::OwnMoves => in_window(hearing, ruling, incident, fault),
    }
}

fn arbiter_may_act(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    if !matches!(incident.noticed_by, Noticed::Arbiter | Noticed::Other) {
        return true;
    }
    let pressure = match *law.arbiter {
        ArbiterPart::Acts | ArbiterPart::WhenSeen => return true,
        ArbiterPart::Never => true,
        ArbiterPart::OutsideTimePressure => hearing.time_pressure(ruling, incident.noticed),
    };
    if !pressure {
        return true;
    }
    ruling.rest_on(&law.arbiter);
    ruling.decide(Decision::Stands);
    ruling.because(format!(
        "{} noticed it, and no player has claimed: under these rules it is for {} to claim, and the arbiter does not \
         point it out.",
        capital(&noticer(incident, fault.offender)),
        who(!fault.offender)
    ));
    false
}

fn in_window(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    let own_moves = incident.noticed.saturating_sub(incident.ply).div_ceil(2).max(1);
    let pressed = hearing.time_pressure(ruling, incident.noticed);
    let window = if pressed { &law.window_in_pressure } else { &law.window };
    let allowed = *ruling.rest_on(window) as usize;
    ruling.rest_on(&law.deadline);
    if own_moves <= allowed {
        ruling.because(format!(
            "It is number {own_moves} of {}'s moves counted back from now, and may be put right while it is among the \
             last {allowed}.",
            who(fault.offender)
        ));
        return true;
    }
    if *law.window_while_in_check && still_in_check(hearing, incident, fault.offender) {
        ruling.rest_on(&law.window_while_in_check);
        ruling.because(format!(
            "{}'s king has been left in check ever since, so every move after it was illegal too, and the first of them \
             may still be put right.",
            who(fault.offender)
        ));
        return true;
    }
    ruling.decide(Decision::Stands);
    ruling.because(format!(
        "{} has made {own_moves} moves since, that one included; only the last {allowed} can be put right, so it stands.",
        who(fault.offender)
    ));
    false
}

/// Whether the offender's king stood in check after each of his moves since.
fn still_in_check(hearing: &Hearing<'_>, incident: &Incident, offender: Color) -> bool {
    let mut own = (incident.ply + 1..=incident.noticed).step_by(2).peekable();
    own.peek().is_some() && own.all(|ply| hearing.record.board(ply).in_check(offender))
}

/// Correct or restore.
fn set_right(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        hearing.corrected.push((incident.ply, hearing.player(incident)));
        return;
    }
    ruling.decide(Decision::Restore);
    ruling.restore = Some(incident.ply);
    ruling.rest_on(&hearing.laws.clock_handling.after_fault);
    ruling.because(format!(
        "{} moves were made since: the position after {} half-moves is set up again, and the arbiter sets both clocks by \
         his best judgement.",
        incident.noticed - incident.ply,
        incident.ply
    ));
}

fn duty_left(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    match fault.offence {
        Offence::PressedWithoutMoving => {
            ruling
                .because(format!("{} still has to move, and may make any legal move.", who(fault.offender)));
        }
        Offence::PromotionNotReplaced => promotion_left(hearing, ruling, fault),
        Offence::IllegalMove | Offence::TwoHands => {
            if let (Some(position), Meaning::One(attempt)) = (&fault.position, &fault.meaning)
                && *hearing.laws.illegal_move.touch_binds
            {
                ruling.rest_on(&hearing.laws.illegal_move.touch_binds);
                let duty = bound_by(position, attempt, *hearing.laws.touch.rook_first);
                hearing.explain_duty(ruling, &duty, fault.offender, incident.ply);
            }
        }
    }
}

fn bound_by(position: &Chess, attempt: &Attempt, rook_first: crate::ruleset::RookFirst) -> Duty {
    match (attempt.castle, attempt.touched.first()) {
        (Some(_), Some(king)) if attempt.touched.len() == 1 => duty::after_illegal_castling(position, *king),
        _ => duty::after_touch(
            position,
            &attempt.touched,
            rook_first == crate::ruleset::RookFirst::CastlingStands,
        ),
    }
}

fn promotion_left(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    let law = &hearing.laws.promotion;
    let becomes = *ruling.rest_on(&law.becomes);
    let Some(position) = &fault.position else { return };
    let target = match &fault.meaning {
        Meaning::One(attempt) => attempt.to,
        _ => None,
    };
    let from = match &fault.meaning {
        Meaning::One(attempt) => attempt.touched.first().copied(),
        _ => None,
    };
    let promotions = |mv: &Move| {
        mv.promotion().is_some()
            && target.is_none_or(|to: Square| mv.to() == to)
            && from.is_none_or(|from| mv.from() == Some(from))
    };
    let moves = match becomes {
        LeftPawn::Queen => {
            duty::moves_where(position, |mv| promotions(mv) && mv.promotion() == Some(Role::Queen))
        }
        LeftPawn::Choice => duty::moves_where(position, promotions),
    };
    ruling.because(match becomes {
        LeftPawn::Queen => "The pawn becomes a queen, whatever the player meant to put there.",
        LeftPawn::Choice => "The player completes the promotion with the piece that he chooses.",
    });
    if !moves.is_empty() {
        ruling.must = Some(duty::uci(&moves, hearing.record.mode()));
    }
}

fn penalty(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    let law = &hearing.laws.illegal_move;
    let name = who(fault.offender);
    if !incident.pressed() && fault.offence != Offence::PressedWithoutMoving {
        ruling.rest_on(&law.unpressed);
        ruling.because(
            "The clock was not pressed, so the move was not completed: it is corrected, there is no penalty, and it is \
             not counted.",
        );
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
        return;
    }
    if incident.pressed_said.is_none() && incident.kind == Kind::IllegalMove {
        ruling.caveat(
            "Whether the clock was pressed is not said, and is taken as pressed; had it not been, the move would be \
             corrected without a penalty.",
        );
    }
    let nth = count(hearing, ruling, fault);
    let lose_on = *law.lose_on;
    if lose_on > 0 && nth >= lose_on {
        lost(hearing, ruling, incident, fault, nth);
        return;
    }
    ruling.rest_on(&law.deadline);
    let bonus = time_penalty(hearing, ruling, incident, fault);
    if lose_on > 0 {
        let left = lose_on - nth;
        ruling.because(format!(
            "It is {name}'s {} such fault in this game; {} would lose.",
            ordinal(nth),
            if left == 1 { "the next one".to_owned() } else { format!("the {}", ordinal(lose_on)) }
        ));
    }
    if bonus > 0 {
        ruling.rest_on(&law.bonus);
        ruling.add_time(!fault.offender, bonus);
        ruling.because(format!("{}'s clock gets {}.", who(!fault.offender), spoken(bonus)));
    }
    hearing.set_clocks(ruling, incident.ply, incident.noticed, Some(fault.offender));
}

/// Counts the fault and says which one of the player's it is.
fn count(hearing: &mut Hearing<'_>, ruling: &mut Ruling, fault: &Fault) -> u32 {
    let law = &hearing.laws.illegal_move;
    if law.counts.contains(&fault.offence) {
        ruling.rest_on(&law.counts);
        *hearing.offences.of_mut(fault.offender) += 1;
    }
    (*hearing.offences.of(fault.offender)).max(1)
}

fn lost(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault, nth: u32) {
    let law = &hearing.laws.illegal_move;
    ruling.rest_on(&law.lose_on);
    ruling.because(match nth {
        1 => format!(
            "Under these rules the first such fault loses, once it is claimed in time: {} loses.",
            who(fault.offender)
        ),
        _ => format!(
            "It is {}'s {} such fault in this game, and that loses.",
            who(fault.offender),
            ordinal(nth)
        ),
    });
    ruling.must = None;
    ruling.restore = None;
    ruling.decide(Decision::GameOver);
    let test = Test { by: &law.win_test, forced_win: None };
    hearing.lose(ruling, fault.offender, incident.ply, &law.helpless, &test);
}

/// The seconds that the opponent gets.
fn time_penalty(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> i64 {
    let law = &hearing.laws.illegal_move;
    let name = who(!fault.offender);
    let claimed = matches!(incident.noticed_by, Noticed::Opponent);
    if !*law.bonus_without_claim && !claimed {
        ruling.rest_on(&law.bonus_without_claim);
        ruling.because(format!(
            "{name} did not claim it himself, so the clocks are not adjusted; a timely claim would have brought {}.",
            spoken(i64::from(*law.bonus))
        ));
        return 0;
    }
    if *law.bonus_deadline == BonusDeadline::BeforeReply && incident.noticed > incident.ply + 1 {
        ruling.rest_on(&law.bonus_deadline);
        ruling.because(format!(
            "{name} had replied before he claimed: the position is put right, but the time penalty is no longer to be had."
        ));
        return 0;
    }
    if !*law.bonus_in_pressure && hearing.time_pressure(ruling, incident.noticed) {
        ruling.rest_on(&law.bonus_in_pressure);
        ruling.because("In time pressure the clocks are not adjusted.");
        return 0;
    }
    i64::from(*law.bonus)
}

impl Hearing<'_> {
    /// Writes down what touch-move leaves, with the article of the ground.
    pub(super) fn explain_duty(&self, ruling: &mut Ruling, duty: &Duty, player: Color, ply: usize) {
        let touch = &self.laws.touch;
        let name = who(player);
        let on = |square: Square| self.record.piece_on(ply, square);
        let words = match duty.ground {
            Ground::Own(square) => {
                ruling.rest_on(&touch.own);
                format!("{name} has touched {}, which can move and so has to.", on(square))
            }
            Ground::Enemy(square) => {
                ruling.rest_on(&touch.enemy);
                format!(
                    "{name} has touched {} of the opponent, which can be taken and so has to be.",
                    on(square)
                )
            }
            Ground::Both(own, taken) => {
                ruling.rest_on(&touch.both);
                format!("{name} has touched {} and {}: the one has to take the other.", on(own), on(taken))
            }
            Ground::Castle(_) => {
                ruling.rest_on(&touch.castle);
                format!(
                    "{name} has touched king and rook: castling on that side is legal and has to be played."
                )
            }
            Ground::RookFirst(square) => {
                ruling.rest_on(&touch.rook_first);
                format!(
                    "{name} has touched {} before the king: no castling on that side now, and the rook has to move.",
                    on(square)
                )
            }
            Ground::RookFirstAllowed => {
                ruling.rest_on(&touch.rook_first);
                format!(
                    "{name} touched the rook first; by the announced variation castling is allowed all the same."
                )
            }
            Ground::IllegalCastling(_) => {
                ruling.rest_on(&touch.illegal_castling);
                format!("Castling is not legal: {name} has to make another move with the king.")
            }
            Ground::IllegalCastlingFree => {
                ruling.rest_on(&touch.illegal_castling);
                format!("Castling is not legal and the king has no move: {name} may make any legal move.")
            }
            Ground::Free => {
                ruling.rest_on(&touch.nothing_playable);
                format!("Nothing that {name} touched can be moved or taken: any legal move may be played.")
            }
        };
        if duty.both_colours {
            ruling.rest_on(&touch.both);
        }
        ruling.because(words);
        ruling.must = duty.uci(self.record.mode());
    }
}

/// `first`, `second`, … as far as an arbiter counts.
pub(super) fn ordinal(n: u32) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        n => format!("{n}th"),
    }
}

/// A sentence's first letter in upper case.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

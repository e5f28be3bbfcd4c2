//! Conduct: devices, help, notes, absence, noise, refusals, results arranged beforehand.

use shakmaty::Color;

use super::hearing::{End, Hearing};
use super::mating::Test;
use super::options::word;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::{Incident, Kind, Phone};
use crate::ruleset::{Device, Remedy, Sound};

/// Rules on conduct.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    match incident.kind {
        Kind::PhoneRang => phone(hearing, &mut ruling, incident),
        Kind::DeviceFound => device(hearing, &mut ruling, incident),
        Kind::RefusedToComply => refused(hearing, &mut ruling, incident),
        _ => judged(hearing, &mut ruling, incident),
    }
    ruling
}

fn phone(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.devices;
    let player = hearing.player(incident);
    ruling.because(format!("{}'s phone or another device made a sound.", who(player)));
    if announced(hearing, ruling, incident, player) {
        return;
    }
    match *ruling.rest_on(&law.sound) {
        Sound::Loss => lose(hearing, ruling, incident, player),
        Sound::TimeThenLoss => {
            let nth = incident.count.unwrap_or(1);
            let lose_on = i64::from(*law.sound_lose_on);
            if lose_on > 0 && nth >= lose_on {
                ruling.rest_on(&law.sound_lose_on);
                ruling.because(format!(
                    "It is the player's offence number {nth} in this event, and number {lose_on} loses."
                ));
                ruling.end(GameResult::Win(!player));
            } else {
                take_time(hearing, ruling, incident, player);
            }
        }
    }
}

fn lose(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let law = &hearing.laws.devices;
    ruling.because(format!("That loses the game for {}.", who(player)));
    let test = Test { by: &hearing.laws.illegal_move.win_test, forced_win: None };
    hearing.lose(ruling, player, incident.ply, &law.helpless, &test);
}

/// The regulations name the penalty. The ruling is complete then.
fn announced(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let law = &hearing.laws.devices;
    let Some((phone, _)) = &hearing.regulations().phone else { return false };
    if !*law.regulations {
        return false;
    }
    if incident.kind == Kind::PhoneRang {
        ruling.rest_on(&law.sound);
    } else {
        ruling.rest_on(&law.found);
    }
    ruling.rest_on(&law.regulations);
    match phone {
        Phone::Loss => {
            ruling.because("The regulations of the event say that it loses the game.");
            lose(hearing, ruling, incident, player);
        }
        Phone::HalfPoint => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::OwnPointsDown), word(Remedy::OpponentPointsUp)]);
            ruling.because(
                "The regulations of the event say that it costs half a point; the game itself goes on.",
            );
        }
        Phone::Warning => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::Warning)]);
            ruling.because("The regulations of the event say that it costs a warning; the game goes on.");
        }
        Phone::Time if *law.sound_deduction > 0 && incident.kind == Kind::PhoneRang => {
            ruling.because("The regulations of the event say that it costs time.");
            take_time(hearing, ruling, incident, player);
        }
        Phone::Time => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::OpponentTimeUp), word(Remedy::OwnTimeDown)]);
            ruling.because(
                "The regulations of the event say that it costs time; how much, the case does not say.",
            );
        }
    }
    true
}

fn take_time(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let law = &hearing.laws.devices;
    let most = i64::from(*ruling.rest_on(&law.sound_deduction));
    let share = i64::from(*ruling.rest_on(&law.sound_share)).max(1);
    let left = hearing.clocks.left(player, incident.noticed).map(|left| left as i64).or(incident.seconds);
    match left {
        Some(left) => {
            let off = most.min(left / share);
            ruling.add_time(player, -off);
            ruling.decide(Decision::Continue);
            ruling.because(format!(
                "{} had {} left. A first sound costs {}, or one part in {share} of the time left where that is less: {} is \
                 taken off {}'s clock.",
                who(player),
                spoken(left),
                spoken(most),
                spoken(off),
                who(player)
            ));
            hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
        }
        None => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::OwnTimeDown)]);
            ruling.caveat(format!(
            "How much time {} had left is not in evidence: {} is taken off, or one part in {share} of the time left \
                 where that is less.",
                who(player),
                spoken(most)
            ));
        }
    }
}

fn device(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.devices;
    let player = hearing.player(incident);
    ruling.because(format!("A device that the arbiter had not approved was found on {}.", who(player)));
    if announced(hearing, ruling, incident, player) {
        return;
    }
    if *law.switched_off {
        ruling.rest_on(&law.switched_off);
        ruling.because("One that is completely switched off may be carried under these rules.");
    }
    match *ruling.rest_on(&law.found) {
        Device::Loss => {
            ruling.because("Whether it was on or off does not matter.");
            lose(hearing, ruling, incident, player);
        }
        Device::Discretion => {
            ruling.leave_to_arbiter(hearing.laws, &law.found_options);
            ruling.because("The penalty is the arbiter's choice.");
        }
        Device::Nothing => {
            ruling.decide(Decision::Stands);
            ruling.because(
                "Under these rules having a device that is completely switched off is no offence; had it been on, the \
                 arbiter would decide.",
            );
        }
    }
}

fn refused(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.refusal;
    let player = hearing.player(incident);
    let nth = incident.count.unwrap_or(1);
    let lose_on = i64::from(*law.lose_on);
    ruling.because(format!(
        "{} refused to follow the Laws or the arbiter; it is refusal number {nth}.",
        who(player)
    ));
    if lose_on == 0 || nth < lose_on {
        ruling.leave_to_arbiter(hearing.laws, &law.options);
        ruling.rest_on(&law.lose_on);
        if lose_on > 0 {
            ruling.because(format!(
                "Persistent refusal, the {} time, loses the game.",
                super::words::ordinal(*law.lose_on)
            ));
        }
        return;
    }
    ruling.rest_on(&law.lose_on);
    ruling.end(GameResult::Win(!player));
    ruling.because("That is persistent: the game is lost. What the opponent scores is the arbiter's decision; a full point is taken here.");
    hearing.ended = Some(End {
        at: incident.noticed,
        result: GameResult::Win(!player),
        ruling: hearing.rulings.len(),
        agreed: false,
        refused: Some(player),
    });
}

fn judged(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.conduct;
    if incident.kind == Kind::LeftVenue && brief_absence(hearing, ruling, incident) {
        return;
    }
    let third = incident.by.player().is_none();
    let (options, what) = match incident.kind {
        Kind::OutsideHelp if third => {
            (&law.outside_help, "Somebody who is not a player interfered in the game.")
        }
        Kind::OutsideHelp => (&law.outside_help, "The player had advice from somebody else."),
        Kind::NotesUsed => (&law.notes_used, "The player used notes or other information."),
        Kind::LeftVenue => (&law.left_venue, "The player left without permission."),
        Kind::PrearrangedResult => (&law.prearranged, "The result was arranged before the game."),
        _ => (&law.distraction, "The opponent was distracted or annoyed."),
    };
    ruling.because(what);
    ruling.leave_to_arbiter(hearing.laws, options);
    if third && incident.kind == Kind::OutsideHelp {
        ruling.leave_to_arbiter(hearing.laws, &law.third_party);
        ruling.because(
            "Who interferes may be sent away; what follows for the players is for the arbiter to say.",
        );
    }
    if let Some(count) = incident.count.filter(|count| *count > 1) {
        ruling.because(format!(
            "It is the player's offence number {count} in this event, which weighs in the choice."
        ));
    }
    ruling.because("The Laws fix no penalty for it: the arbiter chooses one that fits.");
}

fn brief_absence(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> bool {
    let limit = &hearing.laws.conduct.absence_limit;
    let Some(seconds) = incident.seconds.filter(|seconds| **limit > 0 && *seconds <= i64::from(**limit))
    else {
        return false;
    };
    ruling.rest_on(limit);
    ruling.decide(Decision::Stands);
    ruling.because(format!("An absence of {} needs no leave under these rules.", spoken(seconds)));
    true
}

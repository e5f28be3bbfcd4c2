//! Conduct: devices, help, notes, absence, noise, refusals, results arranged beforehand.

use shakmaty::Color;

use super::hearing::{End, Hearing};
use super::mating::Test;
use super::options::word;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::{Incident, Kind, Phone};
use crate::ruleset::{AnnouncedTime, Device, Remedy, Sound};

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
                ruling.announce(format!(
                    "{} loses: it is the {} sound of his device in this event ({}).",
                    who(player),
                    super::words::ordinal(u32::try_from(nth).unwrap_or(u32::MAX)),
                    GameResult::Win(!player).as_str()
                ));
            } else {
                take_time(hearing, ruling, incident, player);
            }
        }
    }
}

fn lose(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let law = &hearing.laws.devices;
    ruling.because(format!("That loses the game for {}.", who(player)));
    let cause = match incident.kind {
        Kind::PhoneRang => format!("{}'s device made a sound", who(player)),
        _ => format!("{} carried a device", who(player)),
    };
    let test = Test { by: &law.win_test, forced_win: None };
    hearing.lose(ruling, player, incident.ply, &law.helpless, &test);
    ruling.announce(match ruling.result {
        Some(GameResult::Draw) => format!("The game is drawn: {cause}, and {} cannot win.", who(!player)),
        Some(result) => format!("{cause}: {} ({}).", result.words(), result.as_str()),
        None => format!("{} loses, or draws if {} cannot win: {cause}.", who(player), who(!player)),
    });
}

/// The opponent's device has ended the game at the same time: both lose. The ruling is complete then.
pub(super) fn both_lose(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    end: &End,
) -> bool {
    let law = &hearing.laws.devices;
    let player = hearing.player(incident);
    let first = hearing.rulings.get(end.ruling);
    let by_device = first.is_some_and(|first| {
        matches!(first.kind, "device-found" | "phone-rang") && end.result == GameResult::Win(player)
    });
    if !by_device || incident.noticed != end.at || !*law.both_lose {
        return false;
    }
    let mut alone = hearing.about(ruling.incident.unwrap_or(0), incident);
    match incident.kind {
        Kind::PhoneRang => phone(hearing, &mut alone, incident),
        _ => device(hearing, &mut alone, incident),
    }
    if alone.result != Some(GameResult::Win(!player)) {
        return false;
    }
    ruling.reasons.clear();
    ruling.cite(alone.articles.iter());
    ruling.reasons.append(&mut alone.reasons);
    ruling.rest_on(&law.both_lose);
    ruling.end(GameResult::BothLose);
    ruling.announce("Both players lose: each is at fault for a device (0-0).");
    ruling.because(format!("{} has lost in the same way: both lose.", who(!player)));
    if let Some(ended) = hearing.ended.as_mut() {
        ended.result = GameResult::BothLose;
    }
    true
}

/// The regulations name the penalty. The ruling is complete then.
fn announced(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let law = &hearing.laws.devices;
    let regulations = hearing.regulations();
    let seconds = regulations.phone_seconds.as_ref().map(|(seconds, _)| i64::from(*seconds));
    let named = regulations.phone.as_ref().map(|(phone, _)| *phone).or(seconds.map(|_| Phone::Time));
    let Some(phone) = named.filter(|_| *law.regulations) else { return false };
    if incident.kind == Kind::PhoneRang {
        ruling.rest_on(&law.sound);
    } else {
        ruling.rest_on(&law.found);
    }
    ruling.rest_on(&law.regulations);
    if second_offence_loses(hearing, ruling, incident) {
        lose(hearing, ruling, incident, player);
        return true;
    }
    if let (Phone::Time, Some(seconds)) = (phone, seconds) {
        time_announced(hearing, ruling, incident, seconds);
        return true;
    }
    match phone {
        Phone::Loss => {
            ruling.because("The regulations of the event say that it loses the game.");
            lose(hearing, ruling, incident, player);
        }
        Phone::HalfPoint => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::OwnPointsDown), word(Remedy::OpponentPointsUp)]);
            ruling.announce(format!(
                "{} loses half a point by the regulations of the event; the game goes on.",
                who(player)
            ));
            ruling.because(
                "The regulations of the event say that it costs half a point; the game itself goes on.",
            );
        }
        Phone::Warning => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::Warning)]);
            ruling.announce(format!(
                "{} is warned, as the regulations of the event say; the game goes on.",
                who(player)
            ));
            ruling.because("The regulations of the event say that it costs a warning; the game goes on.");
        }
        Phone::Time if *law.sound_deduction > 0 && incident.kind == Kind::PhoneRang => {
            ruling.because("The regulations of the event say that it costs time.");
            take_time(hearing, ruling, incident, player);
        }
        Phone::Time => {
            ruling.decide(Decision::Discretion);
            ruling.offer([word(Remedy::OpponentTimeUp), word(Remedy::OwnTimeDown)]);
            ruling.announce("It costs time by the regulations of the event; the arbiter says how much.");
            ruling.because(
                "The regulations of the event say that it costs time; how much, the case does not say.",
            );
        }
    }
    true
}

/// The event announced that a second offence loses, and this is one. Says so.
fn second_offence_loses(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> bool {
    let nth = incident.count.unwrap_or(1);
    if hearing.regulations().repeat.is_none() || nth < 2 {
        return false;
    }
    ruling.because(format!(
        "It is offence number {nth} of {} in the event, and by its regulations a second one loses the game.",
        who(hearing.player(incident))
    ));
    true
}

/// The event announced how much time a device costs.
fn time_announced(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, seconds: i64) {
    let player = hearing.player(incident);
    ruling.decide(Decision::Continue);
    match *ruling.rest_on(&hearing.laws.devices.announced_time) {
        AnnouncedTime::OpponentUp => ruling.add_time(!player, seconds),
        AnnouncedTime::OwnDown => ruling.add_time(player, -seconds),
    }
    let time = spoken(seconds);
    ruling.announce(format!(
        "{}'s device costs {time}, as the regulations of the event say; the game goes on.",
        who(player)
    ));
    ruling.because(match *hearing.laws.devices.announced_time {
        AnnouncedTime::OpponentUp => {
            format!("By the regulations of the event {}'s clock gets {time}.", who(!player))
        }
        AnnouncedTime::OwnDown => {
            format!("By the regulations of the event {time} is taken off {}'s clock.", who(player))
        }
    });
    hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
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
            ruling.announce(format!("{}'s device made a sound; the game goes on.", who(player)));
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
            ruling.announce(format!(
                "Time is taken off {}'s clock: {}, or less where he has little left.",
                who(player),
                spoken(most)
            ));
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
            ruling
                .announce(format!("{} carried a device: the penalty is the arbiter's choice.", who(player)));
            ruling.because("The penalty is the arbiter's choice.");
        }
        Device::Nothing => {
            ruling.decide(Decision::Stands);
            ruling.announce("The game goes on: a device that is completely switched off is not an offence.");
            ruling.because(
                "Under these rules having a device that is completely switched off is not an offence; had it been on, the \
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
        ruling.announce(format!(
            "{} has to comply: the arbiter warns him or penalises him, and going on refusing may cost the game.",
            who(player)
        ));
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
    ruling.announce(format!(
        "{} loses: he refused to comply for the {} time ({}).",
        who(player),
        super::words::ordinal(u32::try_from(nth).unwrap_or(u32::MAX)),
        GameResult::Win(!player).as_str()
    ));
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
    if !third && second_offence_loses(hearing, ruling, incident) {
        ruling.rest_on(options);
        let player = hearing.player(incident);
        ruling.end(GameResult::Win(!player));
        ruling.announce(format!(
            "{} loses: it is his second offence in the event ({}).",
            who(player),
            GameResult::Win(!player).as_str()
        ));
        return;
    }
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
    let usual = ruling.options.first().map_or("", |option| super::options::plain(option));
    ruling.announce(match third && incident.kind == Kind::OutsideHelp {
        true => format!("{what} The arbiter may send him away and decides what follows for the players."),
        false => format!("{what} The arbiter chooses the penalty, usually {usual}."),
    });
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
    ruling.announce(format!("The game goes on: an absence of {} needs no leave.", spoken(seconds)));
    ruling.because(format!("An absence of {} needs no leave under these rules.", spoken(seconds)));
    true
}

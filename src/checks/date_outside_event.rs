use super::event_prelude::*;
use chrono::NaiveDate;

check! {
    /// A round was played before the first or after the last day of the event.
    ///
    /// ## Why it matters
    /// One of the dates is wrong. Ratings are computed by the period in which an event ends, and titles by
    /// its days.
    ///
    /// ## Example
    /// A round seven years before the first day:
    /// ```trf
    /// 132                                                                                        26/03/07  26/03/07  19/03/08
    /// ```
    ///
    /// ## What to do
    /// Correct the date of the round, or the days of the event.
    id: "date-outside-event", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let event = file.event;
    // Days in the wrong order are reported as such, and bound nothing.
    if event.first_day.zip(event.last_day).is_some_and(|(first, last)| last < first) {
        return;
    }
    let outside = |day: NaiveDate| {
        event.first_day.is_some_and(|first| day < first) || event.last_day.is_some_and(|last| day > last)
    };
    for date in event.round_dates.iter().filter(|date| date.day.is_some_and(outside)) {
        let words = format!("round {} is dated {}, outside the days of the event", date.round, date.text);
        let finding = out.place(date.place.0, date.place.1, date.text.len() as u64, words);
        finding.round = Some(date.round.to_string().into());
        finding.field = Some("132".into());
        finding.found = Some(date.text.as_str().into());
    }
    let Some(games) = file.games else { return };
    for (sheet, day) in games.game_days.iter().filter(|(_, day)| outside(*day)) {
        let words = format!("the game is dated {day}, outside the days of the event");
        let finding = out.sheet(games, *sheet, words);
        finding.field = Some("Date".into());
        finding.found = Some(day.to_string().into());
    }
}

//! Measures of the set and the board.

use super::hearing::Hearing;
use super::ruling::Ruling;
use crate::case::{Fault, Incident};
use crate::ruleset::Range;

/// The measures that an incident can give, in millimetres.
#[derive(Debug, Clone, Copy, Default)]
struct Measures {
    king_height: Option<f64>,
    king_base: Option<f64>,
    square: Option<f64>,
}

/// Rules on a set or a board that was called into question.
///
/// # Errors
/// Where the measures cannot be read.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Result<Ruling, Fault> {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.equipment;
    let measures = read(incident)?;
    let base = match (measures.king_base, measures.king_height) {
        (Some(base), Some(height)) if height > 0.0 => Some(base / height),
        _ => None,
    };
    let tests = [
        (measures.king_height, &law.king_height, "the king's height of", 1.0, "mm"),
        (base, &law.king_base, "the king's base, as a part of its height,", 100.0, "per cent"),
        (measures.square, &law.square, "the square of", 1.0, "mm"),
    ];
    let mut bad = false;
    for (measure, range, what, scale, unit) in tests {
        let Some(measure) = measure else { continue };
        if range.is_unbounded() {
            continue;
        }
        ruling.rest_on(range);
        let fits = range.holds(measure);
        bad |= !fits;
        ruling.because(format!(
            "{} {} {unit} is {}within the standard ({} {unit}).",
            super::words::capital(what),
            number_of(measure * scale),
            if fits { "" } else { "not " },
            bounds(range, scale)
        ));
    }
    if bad {
        ruling.decide(super::ruling::Decision::Discretion);
        ruling.offer(["clarify", "waive"]);
        ruling.because("What to do about it is the arbiter's decision: the set may be replaced, or left where nobody is harmed.");
    } else {
        ruling.because("Nothing that was measured departs from the standard.");
    }
    Ok(ruling)
}

fn bounds(range: &Range, scale: f64) -> String {
    let low = range.at_least.or(range.above).map(|low| number_of(low * scale));
    let high = range.at_most.or(range.below).map(|high| number_of(high * scale));
    match (low, high) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("at least {low}"),
        (None, Some(high)) => format!("at most {high}"),
        (None, None) => "any".to_owned(),
    }
}

fn number_of(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

fn read(incident: &Incident) -> Result<Measures, Fault> {
    let mut measures = Measures::default();
    for word in
        incident.value.as_deref().unwrap_or_default().split([' ', ',', ';']).filter(|word| !word.is_empty())
    {
        let unreadable = |why: String| {
            Fault::new(&incident.place, why)
                .key("value")
                .help("write measures in mm, as king_height=95 king_base=42 square=57")
        };
        let Some((name, number)) = word.split_once('=') else {
            return Err(unreadable(format!("\"{word}\" is not a measure")));
        };
        let Ok(number) = number.trim_end_matches("mm").parse::<f64>() else {
            return Err(unreadable(format!("\"{number}\" is not a number")));
        };
        match name {
            "king_height" => measures.king_height = Some(number),
            "king_base" => measures.king_base = Some(number),
            "square" => measures.square = Some(number),
            _ => return Err(unreadable(format!("`{name}` is not a known measure"))),
        }
    }
    Ok(measures)
}

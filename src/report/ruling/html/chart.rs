//! The clock readings as a chart: half-moves to the right, time left upwards; stages and incidents are marked.

use maud::{Markup, html};
use shakmaty::Color;

use crate::clock::Event;
use crate::clock::TimeControl;
use crate::report::ruling::words::name;
use crate::rulings::{Adjudication, display, in_terms_of};

/// Size of the drawing, and the edges of the area with the lines.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 132.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 352.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 112.0;

/// Steps of the axis of time, in seconds.
const TIMES: [u32; 13] = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

/// Steps of the axis of moves.
const MOVES: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

/// The readings of one side: half-moves made, seconds left.
type Points = Vec<(usize, f64)>;

/// The data of the chart, in seconds and half-moves.
struct Chart<'a> {
    ruled: &'a Adjudication,
    lines: [(Color, Points); 2],
    plies: usize,
    seconds: f64,
}

/// The chart; empty if there are fewer than two readings.
pub(super) fn chart(ruled: &Adjudication, id: &str) -> Markup {
    let lines = [Color::White, Color::Black].map(|side| (side, points(ruled, side)));
    let read = || lines.iter().flat_map(|(_, points)| points);
    let readings = read().count();
    let seconds = read().fold(0.0_f64, |most, (_, seconds)| most.max(*seconds));
    if readings < 2 || seconds <= 0.0 {
        return html! {};
    }
    let last = read().map(|(ply, _)| *ply).max().unwrap_or(0);
    let plies = last.max(ruled.record.len()).max(1);
    let chart = Chart { ruled, lines, plies, seconds };
    html! {
        figure.clocks {
            figcaption { "Time left after each move" }
            (chart.svg(id))
            (chart.table())
        }
    }
}

fn points(ruled: &Adjudication, side: Color) -> Points {
    let mut points: Points = Vec::new();
    for row in &ruled.clocks.rows {
        if let Some(seconds) = side.fold_wb(row.white, row.black) {
            points.push((row.ply, seconds));
        }
    }
    points
}

impl Chart<'_> {
    fn x(&self, ply: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * (ply as f64 / self.plies as f64).min(1.0)
    }

    fn y(&self, seconds: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (seconds / self.seconds).clamp(0.0, 1.0)
    }

    fn svg(&self, id: &str) -> Markup {
        html! {
            svg.chart role="img" aria-labelledby={ (id) "-clocks" } viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
                title id={ (id) "-clocks" } { (self.in_words()) }
                g.axis { (self.times()) (self.moves()) }
                g.stages { (self.stages()) }
                g.incidents { (self.incidents()) }
                @for (side, points) in &self.lines { (self.line(*side, points)) }
                (self.flags())
                (legend())
            }
        }
    }

    /// `White from 1:30:00 to 0:12:04. Black …`
    fn in_words(&self) -> String {
        let of = |(side, points): &(Color, Points)| match (points.first(), points.last()) {
            (Some((_, first)), Some((_, last))) => {
                format!("{} from {} to {}.", name(*side), display(*first), display(*last))
            }
            _ => format!("{} was not read.", name(*side)),
        };
        self.lines.iter().map(of).collect::<Vec<_>>().join(" ")
    }

    fn times(&self) -> Markup {
        let step = TIMES.into_iter().find(|step| self.seconds / f64::from(*step) <= 5.0).unwrap_or(14_400);
        let ticks = (0..=5).map(|n| n * step).filter(|seconds| f64::from(*seconds) <= self.seconds);
        html! {
            @for seconds in ticks {
                @let y = self.y(f64::from(seconds));
                line x1=(LEFT) x2=(RIGHT) y1=(round(y)) y2=(round(y)) {}
                text.time x=(LEFT - 4.0) y=(round(y + 3.0)) { (display(f64::from(seconds))) }
            }
        }
    }

    fn moves(&self) -> Markup {
        let first = self.ruled.record.board(0).move_number() as usize;
        let black_first = usize::from(self.ruled.record.turn(0) == Color::Black);
        let full = (self.plies + black_first).div_ceil(2);
        let step = MOVES.into_iter().find(|step| full / step <= 10).unwrap_or(200);
        let numbers = (first..first + full).filter(|number| number % step == 0 || full <= 10);
        html! {
            @for number in numbers {
                @let ply = (2 * (number - first)).saturating_sub(black_first);
                text.move x=(round(self.x(ply))) y=(BOTTOM + 11.0) { (number) }
            }
            text.move x=(RIGHT) y=(HEIGHT - 1.0) { "move" }
        }
    }

    /// Marks the half-moves by which both players have made the last move of a stage.
    fn stages(&self) -> Markup {
        let control = self.ruled.control.as_ref();
        let record = &self.ruled.record;
        let mut ends = Vec::new();
        for ply in 1..=self.plies.min(record.len()) {
            let made = record.moves_made(Color::Black, ply);
            let ends_stage = |control: &TimeControl| control.stage_of(made).last_move == Some(made);
            if record.turn(ply) == Color::White && made > 0 && control.is_some_and(ends_stage) {
                ends.push((ply, made));
            }
        }
        html! {
            @for (ply, made) in ends {
                @let x = round(self.x(ply));
                line x1=(x) x2=(x) y1=(TOP) y2=(BOTTOM) {}
                text x=(x) y=(TOP - 3.0) { "control, move " (made) }
            }
        }
    }

    fn incidents(&self) -> Markup {
        let mut at: Vec<(usize, String)> = Vec::new();
        for (number, ruling) in (1..).zip(&self.ruled.rulings) {
            match at.iter_mut().find(|(ply, _)| *ply == ruling.ply) {
                Some((_, numbers)) => numbers.push_str(&format!(", {number}")),
                None => at.push((ruling.ply, number.to_string())),
            }
        }
        html! {
            @for (ply, numbers) in at {
                @let x = round(self.x(ply));
                line x1=(x) x2=(x) y1=(TOP) y2=(BOTTOM) {}
                @if x > RIGHT - 24.0 { text.left x=(x - 3.0) y=(TOP + 7.0) { "◆ " (numbers) } }
                @else { text x=(x + 3.0) y=(TOP + 7.0) { "◆ " (numbers) } }
            }
        }
    }

    fn line(&self, side: Color, points: &Points) -> Markup {
        let path: Vec<String> = points
            .iter()
            .map(|(ply, seconds)| format!("{},{}", round(self.x(*ply)), round(self.y(*seconds))))
            .collect();
        let few = points.len() <= 60;
        html! {
            g class=(side.fold_wb("white", "black")) {
                polyline points=(path.join(" ")) {}
                @if few {
                    @for (ply, seconds) in points {
                        circle cx=(round(self.x(*ply))) cy=(round(self.y(*seconds))) r="1.6" {}
                    }
                }
            }
        }
    }

    fn flags(&self) -> Markup {
        let flags = self.ruled.clocks.rows.iter().filter(|row| row.event == Event::Flag);
        html! {
            @for row in flags {
                @let side = row.side.map_or("A", name);
                text.flag x=(round(self.x(row.ply))) y=(BOTTOM - 3.0) { (side) "'s flag" }
            }
        }
    }

    fn table(&self) -> Markup {
        let shown = |seconds: Option<f64>| seconds.map_or("–".to_owned(), display);
        html! {
            details {
                summary { "The readings as a table" }
                table {
                    thead { tr { th scope="col" { "After" } th scope="col" { "White" } th scope="col" { "Black" } } }
                    tbody {
                        @for row in &self.ruled.clocks.rows {
                            tr {
                                th scope="row" { (moment(self.ruled, row)) }
                                td { (shown(row.white)) }
                                td { (shown(row.black)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn moment(ruled: &Adjudication, row: &crate::rulings::Row) -> String {
    let side = row.side.map_or("", name);
    let what = match row.event {
        Event::Start => "start".to_owned(),
        Event::Press => return after(ruled, row.ply),
        Event::Stop => "clocks stopped".to_owned(),
        Event::Flag => format!("{side}'s flag"),
        Event::Set => in_terms_of(&ruled.rules, "set by the arbiter"),
        Event::Reading => "reading".to_owned(),
    };
    if row.ply == 0 { what } else { format!("{}, {what}", after(ruled, row.ply)) }
}

fn after(ruled: &Adjudication, ply: usize) -> String {
    match ply {
        0 => "start".to_owned(),
        ply if ply > ruled.record.len() => crate::report::ruling::words::half_moves(ply),
        ply => crate::report::visible(&ruled.record.label(ply)).into_owned(),
    }
}

fn legend() -> Markup {
    html! {
        g.legend aria-hidden="true" {
            g.white { line x1=(LEFT) x2=(LEFT + 18.0) y1=(HEIGHT - 4.0) y2=(HEIGHT - 4.0) {} }
            text x=(LEFT + 22.0) y=(HEIGHT - 1.0) { "White" }
            g.black { line x1=(LEFT + 60.0) x2=(LEFT + 78.0) y1=(HEIGHT - 4.0) y2=(HEIGHT - 4.0) {} }
            text x=(LEFT + 82.0) y=(HEIGHT - 1.0) { "Black" }
        }
    }
}

/// Rounds to a tenth of a unit; finer differences cannot be seen.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

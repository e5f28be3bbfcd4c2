//! Player lines (`001`): fixed columns, with repairs for programs that miss them.

use super::columns::Columns;
use super::tabs;
use crate::event::fault::{Fault, FaultKind};
use crate::event::model::{Cell, Event, Kind, Player};
use crate::event::outcome::{Colour, Outcome};
use crate::event::points::Score;

/// The column of the first round's cell. Each cell takes ten columns, including two leading blanks.
const FIRST_CELL: usize = 92;
const CELL_STEP: usize = 10;

/// Blank-separated fields: first and last column, and the form of the text.
const FIELDS: &[(usize, usize, Form)] = &[
    (5, 8, Form::Number),
    (49, 52, Form::Word),
    (54, 56, Form::Word),
    (58, 68, Form::Word),
    (70, 79, Form::Date),
    (81, 84, Form::Points),
    (86, 89, Form::Number),
];

/// Columns between fields, which must be blank.
const BLANKS: &[usize] = &[4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91];

/// The columns of a player's fields, by the field names used in findings.
const NAMED: &[(&str, usize, usize)] = &[
    ("number", 5, 8),
    ("sex", 10, 10),
    ("title", 11, 13),
    ("name", 15, 47),
    ("rating", 49, 52),
    ("federation", 54, 56),
    ("fide_id", 58, 68),
    ("birth", 70, 79),
    ("points", 81, 84),
    ("rank", 86, 89),
];

/// Column and length in bytes of a field in a player line; `None` if its columns contain another text than `value`.
pub fn place_of_field(line: &str, field: &str, value: &str) -> Option<(u64, u64)> {
    let (_, first, last) = NAMED.iter().find(|(name, ..)| *name == field)?;
    let columns = Columns::new(line);
    let text = columns.get(*first, *last);
    let blanks = text.len() - text.trim_start().len();
    let holds = !value.is_empty() && text.trim() == value;
    holds.then(|| ((columns.offset(*first) + blanks) as u64 + 1, value.len() as u64))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Number,
    Word,
    Date,
    Points,
}

impl Form {
    fn fits(self, field: &str) -> bool {
        let word = field.trim();
        match self {
            Form::Number => word.bytes().all(|b| b.is_ascii_digit()),
            Form::Word => !word.contains([' ', '\t']),
            Form::Date => word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'/' | b'.' | b'-')),
            Form::Points => word.is_empty() || Score::parse(word).is_some(),
        }
    }
}

/// Reads a player line into the event.
pub(super) fn read(event: &mut Event, number: u64, text: &str) {
    let columns = Columns::new(text);
    if fits(&columns) {
        return take(event, number, &columns, true);
    }
    if let Some(straight) = straighten(text) {
        let words = "the fields of this player stand outside their columns".to_owned();
        let columns = Columns::new(&straight);
        let no = columns.get(5, 8).trim().parse().unwrap_or(0);
        let fault = Fault::new(FaultKind::ColumnShift, number, "001", "", words).of(no);
        event.faults.push(Fault { straight: Some(straight.clone()), ..fault });
        return take(event, number, &columns, false);
    }
    if text.matches('\t').count() > 2 {
        let words =
            "the fields of this player stand between tabs, and which is which is not clear".to_owned();
        event.faults.push(Fault::new(FaultKind::EventSyntax, number, "001", "", words));
        return;
    }
    take(event, number, &columns, true);
}

/// Whether every field is in its columns.
fn fits(columns: &Columns<'_>) -> bool {
    BLANKS.iter().all(|at| columns.get(*at, *at).trim_end().is_empty() && columns.get(*at, *at) != "\t")
        && FIELDS.iter().all(|(first, last, form)| {
            let field = columns.get(*first, *last);
            form.fits(field) && !field.contains('\t')
        })
        && columns.get(15, 15).trim() == columns.get(15, 15)
        && cell_starts(columns)
            .all(|at| cell_fits(columns.get(at, at + 7)) && columns.get(at - 2, at - 1).trim().is_empty())
}

/// The maximum number of rounds read from a line. No real event has more, and missing rounds are filled in for every
/// player.
pub const MOST_ROUNDS: usize = 1000;

fn cell_starts(columns: &Columns<'_>) -> impl Iterator<Item = usize> + use<> {
    let width = columns.width();
    (FIRST_CELL..).step_by(CELL_STEP).take_while(move |at| *at <= width).take(MOST_ROUNDS)
}

/// Whether the cell is empty, or has the opponent in four columns, blank, colour, blank, result.
fn cell_fits(cell: &str) -> bool {
    if cell.trim().is_empty() {
        return true;
    }
    let (opponent, rest) = cell.split_at_checked(4).unwrap_or((cell, ""));
    let digits = opponent.trim();
    let right_aligned = digits.is_empty() || !opponent.ends_with(' ');
    let blank = |i| rest.as_bytes().get(i).is_none_or(|b| *b == b' ');
    let colour_is_letter = rest.as_bytes().get(1).is_none_or(|b| !b.is_ascii_digit());
    digits.bytes().all(|b| b.is_ascii_digit()) && right_aligned && blank(0) && blank(2) && colour_is_letter
}

/// Moves fields back to their columns, if the shift has a single explanation: columns counted in bytes, tabs, or missing
/// or extra blanks in one place.
fn straighten(text: &str) -> Option<String> {
    let text = text.trim_start_matches(' ');
    if fits(&Columns::new(text)) {
        return Some(text.to_owned());
    }
    let by_bytes = |text: &str| {
        (!text.is_ascii())
            .then(|| text.bytes().map(|b| if b.is_ascii() { b as char } else { 'x' }).collect::<String>())
    };
    if by_bytes(text).is_some_and(|counted| fits(&Columns::new(&counted))) {
        return Some(name_padded(text));
    }
    let plain = text.replace('\t', " ");
    if fits(&Columns::new(&plain)) {
        return Some(plain);
    }
    if text.contains('\t')
        && let Some(line) = tabs::straight(text).filter(|line| fits(&Columns::new(line)))
    {
        return Some(line);
    }
    let spread = spread_tabs(text);
    [plain.as_str(), spread.as_str()].into_iter().find_map(moved)
}

/// Pads the name of a line whose name was cut or padded by bytes, so that the following fields are in their columns.
fn name_padded(text: &str) -> String {
    let mut end = 47.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (head, tail) = text.split_at(end);
    let missing = 47usize.saturating_sub(head.chars().count());
    format!("{head}{}{tail}", " ".repeat(missing))
}

/// Expands tabs, with tab stops every eight columns.
fn spread_tabs(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for c in text.chars() {
        let count = if c == '\t' { 8 - width % 8 } else { 1 };
        out.extend(std::iter::repeat_n(if c == '\t' { ' ' } else { c }, count));
        width += count;
    }
    out
}

/// Removes or inserts one to three blanks at one place, so that all fields fit. Of several ways, the first one by which most
/// fields are aligned as usual.
fn moved(text: &str) -> Option<String> {
    let columns = Columns::new(text);
    let width = columns.width();
    // All places are tried, so very long lines are not worth it: they are damaged in another way.
    if width > FIRST_CELL + CELL_STEP * MOST_ROUNDS / 4 {
        return None;
    }
    let places =
        [4, 9, 14, 48, 53, 57, 69, 80, 85, 90].into_iter().chain((FIRST_CELL - 2..width).step_by(CELL_STEP));
    let mut best: Option<(usize, String)> = None;
    for place in places.filter(|place| *place < width) {
        let (head, tail) = text.split_at(columns.offset(place));
        for count in 1..=3 {
            let blanks = " ".repeat(count);
            let fewer = tail.strip_prefix(blanks.as_str()).map(|rest| format!("{head}{rest}"));
            let more = format!("{head}{blanks}{tail}");
            for line in fewer.into_iter().chain([more]) {
                let columns = Columns::new(&line);
                let aligned = if fits(&columns) { aligned(&columns) } else { continue };
                if best.as_ref().is_none_or(|(most, _)| aligned > *most) {
                    best = Some((aligned, line));
                }
            }
        }
    }
    best.map(|(_, line)| line)
}

/// How many fields are aligned as usual: dates to the left, all others to the right.
fn aligned(columns: &Columns<'_>) -> usize {
    let is_aligned = |(first, last, form): &&(usize, usize, Form)| {
        let edge = if *form == Form::Date { first } else { last };
        !columns.get(*edge, *edge).trim().is_empty()
    };
    FIELDS.iter().filter(is_aligned).count()
}

/// The fields of one line, and their faults.
struct Fields<'c> {
    line: u64,
    columns: &'c Columns<'c>,
    /// The columns are those of the file, so faults can point at them.
    placed: bool,
    faults: Vec<Fault>,
}

impl Fields<'_> {
    fn get(&self, first: usize, last: usize) -> &str {
        self.columns.get(first, last).trim()
    }

    fn fault(&mut self, kind: FaultKind, span: (usize, usize), name: &str, words: String) -> &mut Fault {
        let (start, end) = (self.columns.offset(span.0), self.columns.offset(span.1 + 1));
        let mut fault = Fault::new(kind, self.line, name, self.get(span.0, span.1), words);
        if self.placed {
            fault = fault.at(start as u64 + 1, (end - start) as u64);
        }
        self.faults.push_mut(fault)
    }

    fn number(&mut self, span: (usize, usize), name: &str) -> Option<u32> {
        let text = self.get(span.0, span.1).to_owned();
        let value = text.parse::<u32>().ok();
        if value.is_none() && !text.is_empty() {
            self.fault(FaultKind::EventSyntax, span, name, format!("{text:?} is not a {name}"));
        }
        value
    }

    fn points(&mut self) -> Option<Score> {
        let text = self.get(81, 84).to_owned();
        let points = Score::parse(&text);
        if points.is_none() && !text.is_empty() {
            self.fault(
                FaultKind::EventSyntax,
                (81, 84),
                "points",
                format!("{text:?} is not a number of points"),
            );
        }
        points
    }

    fn cells(&mut self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (round, at) in (1..).zip(cell_starts(self.columns)) {
            let column = if self.placed { self.columns.offset(at) as u64 + 1 } else { 0 };
            match cell(self.columns.get(at, at + 7), round, self.line, column) {
                Ok(read) => cells.extend(read),
                Err((kind, words)) => self.fault(kind, (at, at + 7), "result", words).round = Some(round),
            }
        }
        cells
    }
}

/// Adds the player of a line. `placed`: whether the columns are those of the file.
fn take(event: &mut Event, line: u64, columns: &Columns<'_>, placed: bool) {
    let mut fields = Fields { line, columns, placed, faults: Vec::new() };
    let no = fields.number((5, 8), "starting number");
    if fields.get(5, 8).is_empty() {
        fields.fault(
            FaultKind::EventSyntax,
            (5, 8),
            "starting number",
            "the starting number is missing".to_owned(),
        );
    }
    let rank = fields.number((86, 89), "rank").filter(|rank| *rank > 0);
    let points = fields.points();
    let cells = fields.cells();
    let beyond = FIRST_CELL + CELL_STEP * MOST_ROUNDS;
    if !columns.from(beyond).trim().is_empty() {
        let words = format!("the line goes on behind round {MOST_ROUNDS}");
        fields.fault(FaultKind::EventSyntax, (beyond, columns.width()), "result", words);
    }
    let field = |first, last| columns.get(first, last).trim().to_owned();
    event.players.push(Player {
        no: no.unwrap_or(0),
        line,
        sex: field(10, 10),
        title: field(11, 13),
        name: field(15, 47),
        rating_text: field(49, 52),
        rating: field(49, 52).parse().ok().filter(|rating| *rating > 0),
        federation: field(54, 56),
        fide_id: field(58, 68),
        birth: field(70, 79),
        points,
        rank,
        cells,
        ..Player::default()
    });
    event.faults.extend(fields.faults.into_iter().map(|fault| Fault { player: no, ..fault }));
}

/// Reads one round: `None` if it is empty.
fn cell(text: &str, round: u32, line: u64, column: u64) -> Result<Option<Cell>, (FaultKind, String)> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    if !cell_fits(text) {
        let colour = text.char_indices().nth(5).map(|(at, c)| (c, at..at + c.len_utf8()));
        if let Some((c, range)) = colour {
            let mut other = text.to_owned();
            other.replace_range(range, "-");
            if cell_fits(&other) {
                return Err((FaultKind::UnknownResult, format!("round {round}: {c:?} is not a colour")));
            }
        }
        return Err((FaultKind::EventSyntax, format!("round {round}: {:?} is not a cell", text.trim())));
    }
    let opponent = text.get(..4).unwrap_or(text).trim();
    let opponent = opponent.parse::<u32>().ok().filter(|no| *no > 0);
    let letter = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| *c != ' ');
    let unknown =
        |what: &str, c: char| (FaultKind::UnknownResult, format!("round {round}: {c:?} is not a {what}"));
    let colour = match letter(5).map(|c| c.to_ascii_lowercase()) {
        Some('w') => Some(Colour::White),
        Some('b') => Some(Colour::Black),
        None | Some('-') => None,
        Some(c) => return Err(unknown("colour", c)),
    };
    let outcome = match letter(7) {
        Some(c) => Outcome::from_code(c).ok_or_else(|| unknown("result", c))?,
        None if opponent.is_some() => Outcome::Pending,
        None => Outcome::ZeroBye,
    };
    // Team files and older exports write byes with the codes of games: a full point, half a point, or an absence.
    let outcome = match (opponent, outcome) {
        // Not paired yet.
        (None, Outcome::Unknown) => return Ok(None),
        (None, Outcome::ForfeitWin) => Outcome::FullBye,
        (None, Outcome::Draw) if colour.is_none() => Outcome::HalfBye,
        (None, Outcome::ForfeitLoss) => Outcome::ZeroBye,
        (_, outcome) => outcome,
    };
    Ok(Some(Cell { opponent, colour, line, column, ..Cell::new(round, outcome) }))
}

/// Finishes what needs all players: results in more rounds than planned.
pub(super) fn settle(event: &mut Event) {
    let Some(planned) = event.planned_rounds.filter(|_| event.kind != Some(Kind::Knockout)) else { return };
    let last = event.last_round();
    if last <= planned {
        return;
    }
    let late = |cell: &Cell| cell.round > planned;
    let first =
        event.players.iter().flat_map(|p| p.cells.iter().filter(|c| late(c)).map(move |c| (c, p.no))).next();
    let words = format!("results of round {last}, where {planned} rounds were planned");
    let mut fault = Fault::new(
        FaultKind::RoundCount,
        first.map_or(1, |(c, _)| c.line),
        "rounds",
        &last.to_string(),
        words,
    );
    fault.column = first.map_or(0, |(c, _)| c.column);
    event.faults.push(fault);
    // Unless the extra rounds were paired, cells of less than half of the players are taken for stray cells and removed.
    let with_late = event.players.iter().filter(|p| p.cells.iter().any(late)).count();
    let paired = event.players.iter().flat_map(|p| &p.cells).any(|c| late(c) && c.opponent.is_some());
    if !paired && with_late * 2 < event.players.len() {
        event.players.iter_mut().for_each(|p| p.cells.retain(|c| !late(c)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::Format;

    const STRAIGHT: &str = "001    1 wWGM Roe, Jane                         2210 ENG    99000001 1990/01/01  1.5    1     2 w 1  0000 - H     3 b 0";

    fn player(text: &str) -> (Player, Vec<FaultKind>) {
        let mut event = Event::new("x".into(), Format::Trf);
        read(&mut event, 1, text);
        (event.players.pop().unwrap(), event.faults.iter().map(|f| f.kind).collect())
    }

    #[test]
    fn a_line_is_read_by_its_columns() {
        let (jane, faults) = player(STRAIGHT);
        assert_eq!(
            (jane.no, jane.name.as_str(), jane.title.as_str(), jane.rating),
            (1, "Roe, Jane", "WGM", Some(2210))
        );
        assert_eq!((jane.points, jane.rank, jane.federation.as_str()), (Score::parse("1.5"), Some(1), "ENG"));
        assert_eq!(jane.cells.iter().map(|c| c.outcome.code()).collect::<String>(), "1H0");
        assert_eq!(jane.cells[2].opponent, Some(3));
        assert!(faults.is_empty());
    }

    #[test]
    fn one_blank_too_many_is_a_shift() {
        let at = STRAIGHT.find("     2 w 1").unwrap();
        let (jane, faults) = player(&format!("{} {}", &STRAIGHT[..at], &STRAIGHT[at..]));
        assert_eq!(jane.cells.len(), 3);
        assert_eq!(faults, [FaultKind::ColumnShift]);
    }

    #[test]
    fn a_line_shifted_by_one_from_any_field_on_is_read() {
        let (straight, _) = player(STRAIGHT);
        let places = [3, 8, 13, 47, 52, 56, 68, 79, 84, 89];
        let longer = places.map(|at| format!("{} {}", &STRAIGHT[..at], &STRAIGHT[at..]));
        let all = longer.into_iter().chain([format!(" {STRAIGHT}"), STRAIGHT.replacen("001 ", "001", 1)]);
        for text in all {
            let (jane, faults) = player(&text);
            assert_eq!(faults, [FaultKind::ColumnShift], "{text}");
            let bare = |player: &Player| {
                player.cells.iter().map(|c| (c.opponent, c.colour, c.outcome)).collect::<Vec<_>>()
            };
            assert_eq!((jane.no, &jane.name, bare(&jane)), (1, &straight.name, bare(&straight)), "{text}");
        }
    }

    #[test]
    fn fields_between_tabs_are_a_shift() {
        let text =
            "001\t1\tw\tWGM\tRoe, Jane\t2210\tENG\t99000001\t1990/01/01\t1.5\t1\t2 w 1\t0000 - H\t3 b 0";
        let (jane, faults) = player(text);
        assert_eq!((jane.no, jane.rating, jane.cells.len()), (1, Some(2210), 3));
        assert_eq!(faults, [FaultKind::ColumnShift]);
        let mut event = Event::new("x".into(), Format::Trf);
        let words = "Roe some more words than there can be fields of a player in one line";
        read(&mut event, 1, &format!("001\t1\t{}", words.replace(' ', "\t")));
        assert_eq!((event.players.len(), event.faults.len()), (0, 1));
    }

    #[test]
    fn byes_with_the_codes_of_games_are_byes() {
        let codes = |text: &str| {
            let (jane, faults) = player(&STRAIGHT.replace("0000 - H", text));
            assert_eq!(faults, [], "{text}");
            jane.cells.iter().map(|cell| cell.outcome.code()).collect::<String>()
        };
        assert_eq!(codes("0000 - +"), "1F0");
        assert_eq!(codes("0000 - -"), "1Z0");
        assert_eq!(codes("0000 - ="), "1H0");
        // Not paired yet.
        assert_eq!(codes("0000 - *"), "10");
        assert_eq!(codes("0000 w ="), "1=0");
    }

    #[test]
    fn columns_counted_in_bytes_are_a_shift() {
        let (jane, faults) = player(&STRAIGHT.replace("Roe, Jane ", "Röe, Jane"));
        assert_eq!((jane.name.as_str(), jane.rating), ("Röe, Jane", Some(2210)));
        assert_eq!(faults, [FaultKind::ColumnShift]);
    }

    #[test]
    fn what_is_no_number_is_a_fault_of_its_field() {
        let (jane, faults) = player(&STRAIGHT.replace(" 1.5 ", "1..5 "));
        assert_eq!(jane.points, None);
        assert_eq!(faults, [FaultKind::EventSyntax]);
        let (_, faults) = player(&STRAIGHT.replace("3 b 0", "3 b 7"));
        assert_eq!(faults, [FaultKind::UnknownResult]);
    }
}

//! Player lines with tab-separated fields, as left by spreadsheets and editors.

/// Moves tab-separated fields to their columns; `None` if it is unclear which field is which.
pub(super) fn straight(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.trim_end().split('\t').map(str::trim).collect();
    by_place(&fields).or_else(|| by_form(&fields))
}

/// Assigns fields by position, if all are present, including the empty ones.
fn by_place(fields: &[&str]) -> Option<String> {
    let [_, number, sex, title, name, rating, federation, id, birth, points, rank, cells @ ..] = fields
    else {
        return None;
    };
    let fits = is_number(number)
        && sex.chars().count() <= 1
        && title.len() <= 3
        && name.chars().any(char::is_alphabetic)
        && (rating.is_empty() || is_number(rating))
        && is_federation(federation)
        && (id.is_empty() || is_number(id))
        && is_date(birth)
        && is_points(points)
        && (rank.is_empty() || is_number(rank));
    let player = [*number, sex, title, name, rating, federation, id, birth, points, rank];
    fits.then(|| line(player, &cells_of(cells)?)).flatten()
}

/// Assigns fields by their form, if runs of blanks were replaced by tabs.
fn by_form(fields: &[&str]) -> Option<String> {
    let is_name = |field: &&str| {
        let letters = field.chars().filter(|c| c.is_alphabetic()).count();
        letters > 3 || letters > 1 && field.contains(',')
    };
    let at = fields.iter().position(is_name)?;
    let (head, tail) = fields.split_at_checked(at)?;
    let (name, tail) = tail.split_first()?;
    let mut head = head.iter().flat_map(|field| field.split_whitespace()).skip(1).peekable();
    let number = head.next().filter(|word| is_number(word))?;
    let sex = head.next_if(|word| matches!(*word, "m" | "w" | "f" | "M" | "W" | "F")).unwrap_or_default();
    let title = head.next().unwrap_or_default();
    // Points are the first field with a decimal mark after the name; rank and cells follow it.
    let points_at = tail.iter().position(|field| field.contains(['.', ',']) && is_points(field))?;
    let (about, rest) = tail.split_at_checked(points_at)?;
    let (points, rest) = rest.split_first()?;
    let mut about = about.iter().flat_map(|field| field.split_whitespace()).peekable();
    let rating = about.next_if(|word| is_number(word) && word.len() <= 4).unwrap_or_default();
    let federation = about.next_if(|word| !word.is_empty() && is_federation(word)).unwrap_or_default();
    let id = about.next_if(|word| is_number(word) && word.len() > 4).unwrap_or_default();
    let birth = about.next_if(|word| is_date(word)).unwrap_or_default();
    if head.next().is_some() || about.next().is_some() {
        return None;
    }
    let (rank, cells) = match rest.split_first() {
        Some((rank, cells)) if is_number(rank) => (*rank, cells),
        _ => ("", rest),
    };
    line([number, sex, title, name, rating, federation, id, birth, points, rank], &cells_of(cells)?)
}

/// The cells of rounds: one field each, or separate fields for opponent, colour and result.
fn cells_of(fields: &[&str]) -> Option<Vec<[String; 3]>> {
    let words = |field: &str| -> Option<[String; 3]> {
        let mut words = field.split_whitespace().map(str::to_owned);
        let cell = [words.next()?, words.next()?, words.next().unwrap_or_default()];
        words.next().is_none().then_some(cell)
    };
    let blank = || [String::new(), String::new(), String::new()];
    let whole: Option<Vec<_>> =
        fields.iter().map(|field| if field.is_empty() { Some(blank()) } else { words(field) }).collect();
    let split = || fields.chunks(3).map(|cell| words(&cell.join(" "))).collect();
    whole.or_else(split)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 11 && word.bytes().all(|b| b.is_ascii_digit())
}

fn is_federation(word: &str) -> bool {
    word.is_empty() || word.len() == 3 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

fn is_date(word: &str) -> bool {
    word.len() <= 10 && word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'/' | b'.' | b'-'))
}

fn is_points(word: &str) -> bool {
    word.is_empty() || crate::event::points::Score::parse(word).is_some()
}

/// Writes the fields into their columns.
fn line(player: [&str; 10], cells: &[[String; 3]]) -> Option<String> {
    let [number, sex, title, name, rating, federation, id, birth, points, rank] = player;
    let name: String = name.chars().take(33).collect();
    let mut out = format!(
        "001 {number:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {federation:>3} {id:>11} {birth:<10} {points:>4} {rank:>4}"
    );
    for [opponent, colour, result] in cells {
        if opponent.len() > 4 || colour.chars().count() > 1 || result.chars().count() > 1 {
            return None;
        }
        out.push_str(&format!("  {opponent:>4} {colour:1} {result:1}"));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRAIGHT: &str = "001    1 wWGM Roe, Jane                         2210 ENG    99000001 1990/01/01  1.5    1     2 w 1  0000 - H     3 b 0";

    #[test]
    fn fields_between_tabs_go_to_their_columns() {
        for text in [
            "001\t1\tw\tWGM\tRoe, Jane\t2210\tENG\t99000001\t1990/01/01\t1.5\t1\t2 w 1\t0000 - H\t3 b 0",
            "001\t1\tw\tWGM\tRoe, Jane\t2210\tENG\t99000001\t1990/01/01\t1.5\t1\t2\tw\t1\t0000\t-\tH\t3\tb\t0",
            "001\t1 w\tWGM\tRoe, Jane\t2210 ENG\t99000001 1990/01/01\t1.5\t1\t2 w 1\t0000 - H\t3 b 0",
        ] {
            assert_eq!(straight(text).as_deref(), Some(STRAIGHT), "{text}");
        }
    }

    #[test]
    fn what_is_missing_stays_empty() {
        let text = "001\t4\tm\t\tEgger, Emil\t\t\t\t\t0\t\t\t1 b 0";
        let expected = "001    4 m    Egger, Emil                                                          0                    1 b 0";
        assert_eq!(straight(text).as_deref(), Some(expected));
    }

    #[test]
    fn what_is_not_clear_is_left() {
        assert_eq!(straight("001\t1\tRoe, Jane\tsome words\tmore"), None);
        assert_eq!(straight("001\t\t\t"), None);
    }
}

//! dBase III tables as used in rating reports: character fields, ASCII.

/// A table: upper-case field names, and the records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Field names.
    pub fields: Vec<String>,
    /// Records, with trimmed fields. Deleted records are left out.
    pub records: Vec<Vec<String>>,
    /// The damage, if the table is incomplete.
    pub damage: Option<String>,
}

/// Whether the bytes start like a dBase III table.
pub fn is_table(bytes: &[u8]) -> bool {
    let header = number(bytes, 8, 2);
    bytes.first() == Some(&0x03)
        && header > 32
        && header % 32 == 1
        && bytes.get(header - 1).is_none_or(|b| *b == 0x0D)
}

/// A little-endian number; 0 if the bytes end before it.
fn number(bytes: &[u8], at: usize, width: usize) -> usize {
    bytes.get(at..at + width).unwrap_or_default().iter().rev().fold(0, |sum, b| sum << 8 | usize::from(*b))
}

/// ASCII text up to a zero byte, trimmed.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    bytes.get(..end).unwrap_or_default().iter().map(|b| char::from(*b)).collect::<String>().trim().to_owned()
}

/// Reads a table, as far as it is intact.
pub fn read(bytes: &[u8]) -> Table {
    let mut table = Table::default();
    let (count, header, length) = (number(bytes, 4, 4), number(bytes, 8, 2), number(bytes, 10, 2));
    let mut widths = Vec::new();
    let mut at = 32;
    while at + 32 <= header {
        let Some(field) = bytes.get(at..at + 32).filter(|field| field.first() != Some(&0x0D)) else { break };
        table.fields.push(text(field.get(..11).unwrap_or_default()).to_ascii_uppercase());
        widths.push(usize::from(field.get(16).copied().unwrap_or(0)));
        at += 32;
    }
    let none_is_empty = !widths.is_empty() && !widths.contains(&0);
    if !none_is_empty || widths.iter().sum::<usize>() + 1 != length {
        table.damage = Some("the header of the table is damaged".to_owned());
        return table;
    }
    for record in 0..count {
        let start = header + record * length;
        let Some(body) = bytes.get(start..start + length) else {
            table.damage = Some(format!("the table is cut off after {record} of {count} records"));
            break;
        };
        if body.first() == Some(&b'*') {
            continue;
        }
        let mut from = 1;
        let field = |width: &usize| {
            let value = text(body.get(from..from + width).unwrap_or_default());
            from += width;
            value
        };
        table.records.push(widths.iter().map(field).collect());
    }
    table
}

impl Table {
    /// The value of a field in a record; empty if there is no such field.
    pub fn get<'r>(&self, record: &'r [String], field: &str) -> &'r str {
        let at = self.fields.iter().position(|name| name == field);
        at.and_then(|at| record.get(at)).map_or("", String::as_str)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    /// A dBase III file with character fields.
    pub(crate) fn table(fields: &[(&str, u8)], records: &[&[&str]]) -> Vec<u8> {
        let header = 32 + 32 * fields.len() + 1;
        let length = 1 + fields.iter().map(|(_, width)| usize::from(*width)).sum::<usize>();
        let mut out = vec![0u8; 32];
        out[0] = 0x03;
        out[4..8].copy_from_slice(&(records.len() as u32).to_le_bytes());
        out[8..10].copy_from_slice(&(header as u16).to_le_bytes());
        out[10..12].copy_from_slice(&(length as u16).to_le_bytes());
        for (name, width) in fields {
            let mut field = [0u8; 32];
            field[..name.len()].copy_from_slice(name.as_bytes());
            (field[11], field[16]) = (b'C', *width);
            out.extend_from_slice(&field);
        }
        out.push(0x0D);
        for record in records {
            out.push(b' ');
            for ((_, width), value) in fields.iter().zip(*record) {
                out.extend_from_slice(format!("{value:<0$}", usize::from(*width)).as_bytes());
            }
        }
        out.push(0x1A);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_and_one_that_is_cut_off() {
        let bytes =
            testing::table(&[("D_NAME", 10), ("D_RND01", 7)], &[&["DOE, JANE", "W12W"], &["ROE", "U0"]]);
        assert!(is_table(&bytes));
        let whole = read(&bytes);
        assert_eq!(whole.records, [["DOE, JANE", "W12W"], ["ROE", "U0"]]);
        assert_eq!(whole.damage, None);
        let cut = read(&bytes[..bytes.len() - 10]);
        assert_eq!((cut.records.len(), cut.damage.is_some()), (1, true));
        assert!(!is_table(b"012 Open"));
    }
}

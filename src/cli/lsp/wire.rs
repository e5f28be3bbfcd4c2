//! Messages on a stream: a header with the length, a blank line, the content.

use std::io::{self, BufRead, Error, ErrorKind, Read, Write};

use serde_json::Value;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 4 << 10;

/// The largest message, in bytes: room for the largest text that an editor opens, with its escapes.
const LARGEST: usize = 256 << 20;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The content of a message.
    Message(Vec<u8>),
    /// A header that does not say how long the content is.
    Unreadable(&'static str),
}

/// Reads a message; `None` at the end of the stream, even in the middle of a message.
///
/// # Errors
/// Those of `input`, and if a header has no end or a message is too large to read.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Content>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            let cut = line.len() as u64 == LONGEST_LINE;
            return if cut { Err(invalid("a line of a header has no end")) } else { Ok(None) };
        }
        let text = String::from_utf8_lossy(&line);
        match text.trim() {
            "" => break,
            field => length = content_length(field).or(length),
        }
    }
    let Some(length) = length else {
        return Ok(Some(Content::Unreadable("the header has no Content-Length")));
    };
    if length > LARGEST {
        return Err(invalid("a message is larger than any that is read"));
    }
    // The buffer grows with what comes, not by what a header promises.
    let mut content = Vec::new();
    let came = input.take(length as u64).read_to_end(&mut content)?;
    Ok((came == length).then_some(Content::Message(content)))
}

fn content_length(field: &str) -> Option<usize> {
    let (name, value) = field.split_once(':')?;
    name.trim().eq_ignore_ascii_case("Content-Length").then(|| value.trim().parse().ok())?
}

fn invalid(why: &str) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}

/// Writes messages.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(messages: &[Value], out: &mut impl Write) -> io::Result<()> {
    for message in messages {
        let content = serde_json::to_vec(message)?;
        write!(out, "Content-Length: {}\r\n\r\n", content.len())?;
        out.write_all(&content)?;
    }
    out.flush()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let mut bytes = Vec::new();
        write(&[serde_json::json!({ "é": 1 }), Value::Null], &mut bytes).unwrap();
        let mut input = bytes.as_slice();
        assert_eq!(read(&mut input).unwrap(), Some(Content::Message("{\"é\":1}".into())));
        assert_eq!(read(&mut input).unwrap(), Some(Content::Message(b"null".to_vec())));
        assert_eq!(read(&mut input).unwrap(), None);
    }

    #[test]
    fn headers_that_do_not_do() {
        let of = |text: &str| read(&mut text.as_bytes());
        assert_eq!(
            of("content-length:  2\r\nX: y\r\n\r\n{}").unwrap(),
            Some(Content::Message(b"{}".to_vec()))
        );
        assert!(matches!(of("Content-Length: x\r\n\r\n{}").unwrap(), Some(Content::Unreadable(_))));
        assert_eq!(of("Content-Length: 99\r\n\r\n{}").unwrap(), None);
        assert_eq!(of("Content-Le").unwrap(), None);
        assert!(of("Content-Length: 99999999999\r\n\r\n").is_err());
        assert!(of(&"x".repeat(1 << 13)).is_err());
    }
}

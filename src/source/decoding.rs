//! Files in a one-byte encoding, converted to UTF-8 as they are read, for repairs.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Seek};

use crate::scoresheet::{Census, Charset};

/// Bytes that are read and converted at a time.
const BLOCK: usize = 64 << 10;

/// How files that are not UTF-8 are converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conversion {
    /// The encoding that they are taken for.
    pub charset: Charset,
    /// Whether it is taken even if it is only likely.
    pub likely: bool,
}

impl Conversion {
    /// Whether a text is converted.
    fn takes(&self, census: &Census) -> bool {
        census.can_be(&self.charset) && (self.likely || !census.implausible)
    }

    /// Whether a file on disk is converted. It is read to its end, and is then at its start again.
    pub(super) fn takes_file(&self, mut disk: &fs::File) -> io::Result<bool> {
        let mut census = Census::default();
        let mut reader = BufReader::with_capacity(BLOCK << 4, disk);
        let mut rest: Vec<u8> = Vec::new();
        loop {
            let block = match reader.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                block => block?,
            };
            if block.is_empty() {
                break;
            }
            let len = block.len();
            // A line is not cut, but for those that are no text anyway.
            let lines = memchr::memrchr(b'\n', block).map_or(0, |end| end + 1);
            let (lines, last) = block.split_at(lines);
            if lines.is_empty() && rest.len() < BLOCK {
                rest.extend_from_slice(last);
            } else {
                let first = memchr::memchr(b'\n', lines).map_or(lines.len(), |end| end + 1);
                let (first, lines) = lines.split_at(first);
                rest.extend_from_slice(first);
                census.add(&rest);
                census.add(lines);
                rest.clear();
                rest.extend_from_slice(last);
            }
            reader.consume(len);
        }
        census.add(&rest);
        disk.rewind()?;
        Ok(self.takes(&census))
    }

    /// Whether a text that is at hand as a whole is converted.
    pub(super) fn takes_text(&self, text: &[u8]) -> bool {
        let mut census = Census::default();
        census.add(text);
        self.takes(&census)
    }
}

/// A reader that converts to UTF-8.
pub(super) struct Decoding<R> {
    inner: R,
    charset: Charset,
    block: Vec<u8>,
    converted: Vec<u8>,
    /// Bytes of `converted` that were returned.
    returned: usize,
}

impl<R: Read> Decoding<R> {
    pub(super) fn new(inner: R, charset: Charset) -> Decoding<R> {
        Decoding { inner, charset, block: vec![0; BLOCK], converted: Vec::new(), returned: 0 }
    }
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.returned == self.converted.len() {
            let read = self.inner.read(&mut self.block)?;
            self.converted.clear();
            self.returned = 0;
            for byte in self.block.get(..read).unwrap_or_default() {
                let c = self.charset.decode(*byte).unwrap_or(char::REPLACEMENT_CHARACTER);
                self.converted.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        let mut waiting = self.converted.get(self.returned..).unwrap_or_default();
        let read = waiting.read(buffer)?;
        self.returned += read;
        Ok(read)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use super::*;

    fn windows() -> Conversion {
        Conversion { charset: Charset::windows_1252(), likely: false }
    }

    #[test]
    fn a_file_is_judged_by_all_of_it() {
        let takes = |text: &[u8]| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text).unwrap();
            file.rewind().unwrap();
            let takes = windows().takes_file(&file).unwrap();
            assert_eq!(file.stream_position().unwrap(), 0);
            takes
        };
        let long = b"[White \"Doe, Jane\"]\n".repeat(100_000);
        assert!(!takes(&long));
        assert!(takes(&[&long[..], b"[Black \"M\xfcller\"]\n"].concat()));
        assert!(takes(&[b"[Black \"M\xfcller\"]\n", &long[..]].concat()));
        assert!(!takes(&[b"[Black \"M\xfcller\"]\n", &long[..], "[Black \"Müller\"]".as_bytes()].concat()));
        assert!(!takes(b"\x81"));
    }

    #[test]
    fn bytes_become_characters() {
        let mut text = String::new();
        Decoding::new(&b"M\xfcller \x96 Jos\xe9"[..], windows().charset).read_to_string(&mut text).unwrap();
        assert_eq!(text, "Müller – José");
    }
}

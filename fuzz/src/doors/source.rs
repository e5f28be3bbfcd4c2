//! Files, compressed or not: one job or two, large batches or small, all give the same bytes in the same
//! order.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use flagfall::scoresheet::{Reader, Scoresheet};
use flagfall::source::{Content, Formats, Kind, Options, Piece, run as read};

/// A game size limit that no input reaches.
const LARGE: usize = 1 << 20;

/// Reads a file in several ways.
pub fn run(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(data).expect("a temporary file");
    let all = |jobs: usize, batch_size: usize, max_game_size: usize| {
        let jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        let options = Options { jobs, max_game_size, batch_size, whole_limit: 1 << 20, ..Options::default() };
        let mut all = Read::default();
        let ended = read(
            vec![file.path().to_owned()],
            FORMATS,
            &options,
            || own,
            |piece| {
                all.take(piece);
                ControlFlow::Continue(())
            },
        );
        assert!(ended.is_ok());
        all
    };
    let usual = all(1, 64 << 10, LARGE);
    assert_eq!(usual, all(1, 700, LARGE), "small batches");
    assert_eq!(usual, all(2, 900, LARGE), "two jobs");
    // The end of a game above the limit is guessed from its batch, so here only the number of jobs may
    // differ.
    assert_eq!(all(1, 900, 3000), all(2, 900, 3000), "two jobs, and games above the limit");
}

const FORMATS: Formats = Formats {
    // No more than the smallest batch holds: what a file is must not depend on the size of batches.
    recognise: |_, head| {
        if head.get(..600).unwrap_or(head).contains(&b'[') { Kind::Games } else { Kind::Whole }
    },
    next_game: || {
        let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
        Box::new(move |text| reader.read(text, &mut sheet))
    },
};

/// An owned copy of a piece, passed on from the worker.
struct Own {
    file: String,
    text: Vec<u8>,
    other: String,
}

fn own(piece: Piece<'_>) -> Own {
    let (text, other) = match piece.content {
        Content::Games(games) => (games.text.to_vec(), String::new()),
        Content::Whole { text, broken_off } => (text.to_vec(), format!("whole {broken_off}")),
        Content::Oversize(game) => (Vec::new(), format!("{game:?}")),
        Content::Blank => (Vec::new(), "blank".to_owned()),
        Content::Error(error) => (Vec::new(), error.to_string()),
    };
    Own { file: piece.file.name.clone(), text, other }
}

/// The content read; consecutive texts are joined, so that cuts do not matter.
#[derive(Default, Debug, PartialEq)]
struct Read(Vec<(String, Vec<u8>, String)>);

impl Read {
    fn take(&mut self, own: Own) {
        match self.0.last_mut() {
            Some((file, text, other)) if other.is_empty() && own.other.is_empty() && *file == own.file => {
                text.extend(own.text);
            }
            _ => self.0.push((own.file, own.text, own.other)),
        }
    }
}

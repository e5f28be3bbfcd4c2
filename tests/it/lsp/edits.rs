//! Random edits: the server's text is that of the editor after each message. `FLAGFALL_EDITS` says how many there are.

use serde_json::{Value, json};

use super::{Editor, GAME, uri};
use crate::amount::amount;

/// A generator that gives the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// The text as an editor holds it: in UTF-16.
struct Text(Vec<u16>);

impl Text {
    /// Line and character of a place. Lines end with LF, CR or both.
    fn position(&self, at: usize) -> Value {
        let (mut line, mut start) = (0, 0);
        for end in 0..at {
            let (this, next) = (self.0[end], self.0.get(end + 1));
            if this == u16::from(b'\n') || this == u16::from(b'\r') && next != Some(&u16::from(b'\n')) {
                (line, start) = (line + 1, end + 1);
            }
        }
        json!({ "line": line, "character": at - start })
    }

    /// A place that is not inside a character or a line end.
    fn place(&self, random: &mut Random) -> usize {
        let inside = |at: usize| {
            let pair = |of: [u16; 2]| at > 0 && self.0.get(at - 1..at + 1) == Some(&of);
            let low = self.0.get(at).is_some_and(|unit| (0xdc00..0xe000).contains(unit));
            low || pair([u16::from(b'\r'), u16::from(b'\n')])
        };
        let mut at = random.below(self.0.len() + 1);
        while inside(at) {
            at -= 1;
        }
        at
    }

    fn string(&self) -> String {
        String::from_utf16(&self.0).unwrap()
    }

    /// A random change of the text, which is made, as the protocol tells it.
    fn change(&mut self, random: &mut Random) -> Value {
        const WORDS: [&str; 20] = [
            "e4",
            "Ke3",
            " ",
            "\n",
            "\r\n",
            "\r",
            "é",
            "♞",
            "😀",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            "\"",
            "1-0",
            "2. ",
            "[Event \"Ø😀\"]\n",
            "1. e4 e5 2. Nf3 {½ ♔} Nc6 *\n\n",
        ];
        let (a, b) = (self.place(random), self.place(random));
        let start = a.min(b);
        // Long removals are rare, so that the text does not vanish.
        let far = if random.below(20) == 0 { 400 } else { 12 };
        let mut end = a.max(b).min(start + far);
        while end > start
            && self
                .0
                .get(end)
                .is_some_and(|unit| (0xdc00..0xe000).contains(unit) || *unit == u16::from(b'\n'))
        {
            end -= 1;
        }
        if random.below(3) > 0 || self.0.len() < 800 {
            end = start;
        }
        let new: String = (0..random.below(4)).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let range = json!({ "start": self.position(start), "end": self.position(end) });
        self.0.splice(start..end, new.encode_utf16());
        json!({ "range": range, "text": new })
    }
}

#[test]
fn after_many_edits_the_texts_are_the_same() {
    let wanted =
        std::env::var("FLAGFALL_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(amount(300, 1000));
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::initialized(folder.path());
    let (edited, whole) = (uri(folder.path(), "edited.pgn"), uri(folder.path(), "whole.pgn"));
    let mut text = Text(GAME.repeat(3).encode_utf16().collect());
    editor.open(&edited, &text.string());
    editor.open(&whole, &text.string());
    let mut random = Random(0x0ed1_7ed5);
    let (mut edits, mut version, mut findings) = (0, 1, 0);
    while edits < wanted {
        version += 1;
        let changes: Vec<Value> = (0..1 + random.below(4)).map(|_| text.change(&mut random)).collect();
        edits += changes.len();
        if text.0.len() > 6000 {
            text.0.truncate(text.place(&mut random).min(3000));
            if text.0.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
                text.0.pop();
            }
            editor.change(&edited, version, json!([{ "text": text.string() }]));
        } else {
            editor.change(&edited, version, changes.into());
        }
        // The other document is sent whole each time.
        editor.change(&whole, version, json!([{ "text": text.string() }]));
        let found = editor.diagnostics(&edited, version);
        // Findings name earlier games of their document.
        let told = json!(editor.diagnostics(&whole, version)).to_string().replace("whole.pgn", "edited.pgn");
        assert_eq!(json!(found).to_string(), told, "version {version}\n{}", text.string());
        findings += found.len();
        if version % 50 == 0 {
            for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
                let of = |uri: &str| json!({ "textDocument": { "uri": uri } });
                let [a, b] = [&edited, &whole].map(|uri| editor.ask(method, of(uri))["result"].clone());
                assert_eq!(a, b, "version {version}, {method}");
            }
        }
    }
    println!("{edits} edits in {version} versions, {findings} findings");
    assert!(findings > wanted, "{findings}");
    assert_eq!(editor.quit(), 0);
}

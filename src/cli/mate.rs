//! `flagfall mate`: who can still checkmate, with the line or the proof.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, Color, File, FromSetup, Position, PositionError, PositionErrorKinds, Rank, Square,
};

use super::args::{MateArgs, MateFormat};
use super::exit::Exit;
use super::jobs::workers;
use crate::report::{json as harmless, visible};
use crate::winnability::{self, Limits, Verdict};

/// Answers for every position, in order. Returns the exit status: 2 if a position could not be read.
///
/// # Errors
/// If `input` cannot be read or `out` cannot be written.
pub fn run(
    args: &MateArgs,
    format: MateFormat,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut printer = Printer { args, format, out, printed: 0, failed: false };
    let fens = joined(&args.fens);
    if fens.iter().any(|fen| fen == "-") {
        printer.open_array()?;
        stream(args, &mut BufReader::with_capacity(BLOCK, input), &mut printer)?;
        printer.close_array()?;
    } else {
        let answers = answer_all(args, &fens, Limits::READER);
        match (format, answers.as_slice()) {
            (_, [Answer::Unreadable { fen, problem }]) => anyhow::bail!("{fen}: {problem}"),
            (MateFormat::Json, [one]) => printer.single(one)?,
            _ => {
                printer.open_array()?;
                answers.iter().try_for_each(|answer| printer.print(answer))?;
                printer.close_array()?;
            }
        }
    }
    printer.out.flush()?;
    Ok(if printer.failed { Exit::Failed } else { Exit::Clean })
}

/// Joins four to six arguments of which only the first has seven slashes: they are the fields of one FEN.
fn joined(arguments: &[String]) -> Vec<String> {
    let is_board = |text: &String| text.bytes().filter(|&b| b == b'/').count() == 7;
    match arguments {
        [board, rest @ ..]
            if (3..=5).contains(&rest.len()) && is_board(board) && !rest.iter().any(is_board) =>
        {
            vec![arguments.join(" ")]
        }
        _ => arguments.to_vec(),
    }
}

/// Maximum length of a line in bytes; a FEN has about a hundred at most.
const LONGEST_LINE: u64 = 4096;

/// Maximum number of lines taken together from standard input, so that the machine's cores share them.
const BATCH: usize = 256;

/// Bytes of standard input that are read at a time.
const BLOCK: usize = 64 << 10;

/// Answers the lines of `input` as they come. Lines that are available without waiting are answered together, and
/// every answer is written before the next wait, so that another program can hold a conversation.
fn stream(
    args: &MateArgs,
    input: &mut BufReader<&mut dyn Read>,
    printer: &mut Printer<'_>,
) -> anyhow::Result<()> {
    let mut batch = Vec::with_capacity(BATCH);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut *input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? as u64;
        let too_long = read > LONGEST_LINE;
        let ended = read == 0 || too_long;
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() && !too_long {
            batch.push(text);
        }
        let waits = !input.buffer().contains(&b'\n');
        if batch.len() == BATCH || ended || waits {
            for answer in answer_all(args, &batch, Limits::STREAM) {
                printer.print(&answer)?;
            }
            printer.out.flush()?;
            batch.clear();
        }
        if too_long {
            let fen = String::from_utf8_lossy(&line).chars().take(SHOWN).collect();
            let problem = format!("a line of more than {LONGEST_LINE} bytes; nothing after it is read");
            printer.print(&Answer::Unreadable { fen, problem })?;
        }
        if ended {
            return Ok(());
        }
    }
}

/// How many characters are shown of a line that is too long.
const SHOWN: usize = 80;

/// Answers in the order of the positions, computed on all cores.
fn answer_all(args: &MateArgs, fens: &[String], limits: Limits) -> Vec<Answer> {
    let workers = workers(None).get().min(fens.len());
    if workers <= 1 {
        return fens.iter().map(|fen| answer(args, fen, limits)).collect();
    }
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<Answer>>> = fens.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (Some(fen), Some(slot)) = (fens.get(number), slots.get(number)) else { break };
            let found = answer(args, fen, limits);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            // If the system gives no more threads, this one does the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// What is known about one position.
enum Answer {
    /// Text that is not a FEN.
    Unreadable { fen: String, problem: String },
    /// A position that is not legal.
    Illegal { fen: String, problem: String },
    /// A position with its verdicts, White's first.
    Position(Box<Judged>),
}

struct Judged {
    fen: String,
    position: Chess,
    note: Option<&'static str>,
    verdicts: [Verdict; 2],
    forced: Option<[Option<bool>; 2]>,
}

fn answer(args: &MateArgs, fen: &str, limits: Limits) -> Answer {
    let fen = fen.trim().to_owned();
    let setup = match fen.parse::<Fen>() {
        Ok(parsed) => parsed.into_setup(),
        Err(fault) => return Answer::Unreadable { problem: format!("not a FEN: {fault}"), fen },
    };
    let mode = CastlingMode::detect(&setup);
    let (position, note) = match Chess::from_setup(setup, mode) {
        Ok(position) => (position, None),
        Err(fault) => match without_false_rights(fault) {
            Ok(position) => (
                position,
                Some("castling rights or an en passant square that the position does not allow were dropped"),
            ),
            Err(problem) => return Answer::Illegal { fen, problem },
        },
    };
    let verdicts = Color::ALL.map(|side| winnability::can_mate(&position, side, limits));
    let forced =
        args.forced.then(|| Color::ALL.map(|side| winnability::forced_mate(&position, side, limits)));
    Answer::Position(Box::new(Judged { fen, position, note, verdicts, forced }))
}

fn without_false_rights(fault: PositionError<Chess>) -> Result<Chess, String> {
    let kinds = fault.kinds();
    let harmless = PositionErrorKinds::INVALID_CASTLING_RIGHTS | PositionErrorKinds::INVALID_EP_SQUARE;
    let problem = (kinds & !harmless).iter_names().map(|(name, _)| name.to_lowercase().replace('_', " "));
    let problem = problem.collect::<Vec<_>>().join(", ");
    fault
        .ignore_invalid_castling_rights()
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|_| problem)
}

impl Judged {
    fn dead(&self) -> Option<bool> {
        let [white, black] = &self.verdicts;
        winnability::dead_given(white, black)
    }

    fn status(&self) -> &'static str {
        if self.position.is_checkmate() {
            "checkmate"
        } else if self.position.is_stalemate() {
            "stalemate"
        } else if self.dead() == Some(true) {
            "dead"
        } else {
            "ongoing"
        }
    }

    fn json(&self, explain: bool) -> Value {
        let [white, black] = &self.verdicts;
        let forced = self.forced.map(|f| f.map(|answer| answer.map_or(json!("unknown"), Value::Bool)));
        let [forced_white, forced_black] = forced.unwrap_or([Value::Null, Value::Null]);
        let mut object = json!({
            "fen": self.fen,
            "turn": self.position.turn().fold_wb("white", "black"),
            "white": self.side_json(Color::White, white, explain),
            "black": self.side_json(Color::Black, black, explain),
            "dead": self.dead().map_or(json!("unknown"), Value::Bool),
            "status": self.status(),
            "forced": {"white": forced_white, "black": forced_black},
        });
        if let (Some(note), Some(map)) = (self.note, object.as_object_mut()) {
            map.insert("note".to_owned(), json!(note));
        }
        object
    }

    fn side_json(&self, side: Color, verdict: &Verdict, explain: bool) -> Value {
        let mut out = Map::new();
        match verdict {
            Verdict::Yes(line) => {
                out.insert("can_mate".to_owned(), json!(true));
                out.insert("witness".to_owned(), json!(line.san(&self.position)));
                let how = if line.moves.is_empty() { "checkmate" } else { "helpmate" };
                out.insert("how".to_owned(), json!(how));
            }
            Verdict::No(proof) => {
                out.insert("can_mate".to_owned(), json!(false));
                out.insert("reason".to_owned(), json!(proof.reason()));
                if explain {
                    out.insert("proof".to_owned(), json!(proof.explain(side, &self.position)));
                }
            }
            Verdict::Unknown(effort) => {
                out.insert("can_mate".to_owned(), json!("unknown"));
                out.insert("reason".to_owned(), json!(format!("undecided after {} positions", effort.nodes)));
            }
        }
        Value::Object(out)
    }

    fn text(&self, explain: bool) -> String {
        let mut out = format!("{}\n\n{}\n", self.fen, diagram(&self.position));
        for (side, verdict) in Color::ALL.into_iter().zip(&self.verdicts) {
            out.push_str(&self.side_text(side, verdict, explain));
        }
        if let Some(forced) = self.forced {
            for (side, answer) in Color::ALL.into_iter().zip(forced) {
                let name = side.fold_wb("White", "Black");
                let says = match answer {
                    Some(true) => "can force mate",
                    Some(false) => "cannot force mate",
                    None => "may or may not be able to force mate: not proven",
                };
                out.push_str(&format!("{name} {says}.\n"));
            }
        }
        out.push_str(match self.status() {
            "checkmate" => "The position is checkmate.\n",
            "stalemate" => "The position is stalemate.\n",
            "dead" => "The position is dead: the game is drawn.\n",
            _ => "",
        });
        if let Some(note) = self.note {
            out.push_str(&format!("Note: {note}.\n"));
        }
        out
    }

    fn side_text(&self, side: Color, verdict: &Verdict, explain: bool) -> String {
        let name = side.fold_wb("White", "Black");
        match verdict {
            Verdict::Yes(line) if line.moves.is_empty() => format!("{name} has checkmated.\n"),
            Verdict::Yes(line) => {
                format!("{name} can mate: {}\n", numbered(&self.position, &line.san(&self.position)))
            }
            Verdict::No(proof) if explain => {
                format!(
                    "{name} cannot mate: {}.\n  {}\n",
                    proof.reason(),
                    proof.explain(side, &self.position)
                )
            }
            Verdict::No(proof) => format!("{name} cannot mate: {}.\n", proof.reason()),
            Verdict::Unknown(effort) => {
                format!("{name}: not decided after {} positions.\n", effort.nodes)
            }
        }
    }
}

/// The line with move numbers.
fn numbered(position: &Chess, san: &[String]) -> String {
    let mut number = position.fullmoves().get();
    let mut turn = position.turn();
    let mut out = Vec::with_capacity(san.len());
    for (ply, text) in san.iter().enumerate() {
        out.push(match turn {
            Color::White => format!("{number}. {text}"),
            Color::Black if ply == 0 => format!("{number}... {text}"),
            Color::Black => text.clone(),
        });
        number = number.saturating_add(u32::from(turn.is_black()));
        turn = turn.other();
    }
    out.join(" ")
}

/// The board seen from White's side.
fn diagram(position: &Chess) -> String {
    let mut out = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        out.push_str(&format!("  {} ", rank.char()));
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            out.push(' ');
            out.push(piece.map_or('.', shakmaty::Piece::char));
        }
        out.push('\n');
    }
    out.push_str("     a b c d e f g h\n");
    out
}

/// Writes answers as they come.
struct Printer<'a> {
    args: &'a MateArgs,
    format: MateFormat,
    out: &'a mut dyn Write,
    printed: usize,
    failed: bool,
}

impl Printer<'_> {
    fn open_array(&mut self) -> std::io::Result<()> {
        if self.format == MateFormat::Json { self.out.write_all(b"[") } else { Ok(()) }
    }

    fn close_array(&mut self) -> std::io::Result<()> {
        if self.format == MateFormat::Json { self.out.write_all(b"\n]\n") } else { Ok(()) }
    }

    fn json(&mut self, answer: &Answer) -> Value {
        match answer {
            Answer::Unreadable { fen, problem } => {
                self.failed = true;
                json!({"error": problem, "fen": fen})
            }
            Answer::Illegal { fen, problem } => json!({"fen": fen, "status": "illegal", "problem": problem}),
            Answer::Position(judged) => judged.json(self.args.explain),
        }
    }

    fn single(&mut self, answer: &Answer) -> anyhow::Result<()> {
        let value = self.json(answer);
        serde_json::to_writer_pretty(&mut *self.out, &value)?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    fn print(&mut self, answer: &Answer) -> anyhow::Result<()> {
        match self.format {
            MateFormat::Json => {
                let comma: &[u8] = if self.printed == 0 { b"\n" } else { b",\n" };
                self.out.write_all(comma)?;
                let value = self.json(answer);
                harmless::write(&mut *self.out, &value)?;
            }
            MateFormat::Jsonl => {
                let value = self.json(answer);
                harmless::write(&mut *self.out, &value)?;
                self.out.write_all(b"\n")?;
            }
            MateFormat::Text => self.text(answer)?,
        }
        self.printed += 1;
        Ok(())
    }

    fn text(&mut self, answer: &Answer) -> std::io::Result<()> {
        if self.printed > 0 {
            self.out.write_all(b"\n")?;
        }
        match answer {
            Answer::Unreadable { fen, problem } => {
                self.failed = true;
                writeln!(self.out, "{}\nerror: {}", visible(fen), visible(problem))
            }
            Answer::Illegal { fen, problem } => {
                writeln!(self.out, "{fen}\nThe position is illegal: {problem}.")
            }
            Answer::Position(judged) => self.out.write_all(judged.text(self.args.explain).as_bytes()),
        }
    }
}

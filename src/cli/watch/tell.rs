//! Alerts as a table on a terminal, or as lines: on standard output, or at the end of a file, each written at once.

use std::fs::{File, OpenOptions, metadata};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use chrono::{DateTime, Local};

use super::screen::Screen;
use crate::checks::Severity;
use crate::cli::args::{WatchArgs, WatchFormat};
use crate::report::visible;
use crate::source::same_file;
use crate::watch::{Alert, Follower, State};

/// Writes alerts.
pub(super) struct Teller {
    format: WatchFormat,
    file: Option<File>,
    screen: Option<Screen>,
    notify: bool,
}

impl Teller {
    /// Opens where alerts go.
    ///
    /// # Errors
    /// Where the file cannot be opened, is a source, or holds something else.
    pub(super) fn open(args: &WatchArgs) -> anyhow::Result<Teller> {
        let file = args.common.output.as_deref().map(|path| append_to(path, args)).transpose()?;
        let as_table = args.format == WatchFormat::Text && file.is_none() && !args.once;
        let screen = as_table.then(Screen::open).flatten();
        Ok(Teller { format: args.format, file, screen, notify: args.notify })
    }

    /// Shows the table, where there is one. `at` is in milliseconds since 1970.
    pub(super) fn draw(&mut self, follower: &Follower, at: i64) {
        if let Some(screen) = &mut self.screen {
            screen.draw(follower, at);
        }
    }

    /// Writes alerts, each as one line.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn tell(&mut self, alerts: &[Alert]) -> anyhow::Result<()> {
        if let Some(screen) = &mut self.screen {
            screen.add(alerts);
        }
        for alert in alerts {
            let mut line = match self.format {
                WatchFormat::Text => line(alert).into_bytes(),
                WatchFormat::Jsonl => serde_json::to_vec(alert)?,
            };
            line.push(b'\n');
            match &mut self.file {
                Some(file) => file.write_all(&line)?,
                None if self.screen.is_some() => {}
                None => {
                    let mut out = std::io::stdout().lock();
                    out.write_all(&line)?;
                    out.flush()?;
                }
            }
            if self.notify && alert.state == State::New {
                notify(alert);
            }
        }
        Ok(())
    }
}

/// Opens a file of alerts to append to it.
fn append_to(path: &Path, args: &WatchArgs) -> anyhow::Result<File> {
    let name = path.display();
    let is = |other: &Path| Some(same_file(&metadata(other).ok()?, &metadata(path).ok()?));
    if args.sources.iter().any(|source| is(source) == Some(true)) {
        bail!("{name}: it is a source");
    }
    if let Ok(mut file) = File::open(path) {
        let mut first = [0; 1];
        let read = file.read(&mut first).with_context(|| name.to_string())?;
        let expected = match args.format {
            WatchFormat::Text => first[0].is_ascii_digit(),
            WatchFormat::Jsonl => first[0] == b'{',
        };
        if read > 0 && !expected {
            bail!("{name}: it does not hold alerts; name another file");
        }
    }
    OpenOptions::new().create(true).append(true).open(path).with_context(|| name.to_string())
}

/// `2026-11-22 14:03:05 warning[claim-threefold] 5.3 Doe – Roe: White may claim …`
pub(super) fn line(alert: &Alert) -> String {
    let time = DateTime::from_timestamp_millis(alert.at).unwrap_or_default().with_timezone(&Local);
    let severity = match alert.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let withdrawn = if alert.state == State::Withdrawn { "withdrawn " } else { "" };
    let game = game(alert);
    let colon = if game.is_empty() { "" } else { ": " };
    let text = format!(
        "{} {withdrawn}{severity}[{}] {game}{colon}{}",
        time.format("%Y-%m-%d %H:%M:%S"),
        alert.alert,
        alert.message
    );
    visible(&text).into_owned()
}

/// `5.3 Doe – Roe`
fn game(alert: &Alert) -> String {
    let place: Vec<&str> = [&alert.round, &alert.board].into_iter().flatten().map(|word| &**word).collect();
    let players: Vec<&str> = [&alert.white, &alert.black].into_iter().flatten().map(|word| &**word).collect();
    let words = [place.join("."), players.join(" – ")];
    words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Shows a desktop notification, where the desktop has a program for it.
fn notify(alert: &Alert) {
    let urgency = if alert.severity == Severity::Error { "critical" } else { "normal" };
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (title, body) = (visible(&game(alert)).into_owned(), escape(&visible(&alert.message)));
    let title = if title.is_empty() { "flagfall".to_owned() } else { title };
    let mut command = Command::new("notify-send");
    command.args(["--app-name=flagfall", "--urgency", urgency, "--"]).args([title, body]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}

//! A desk that runs for a test, and a client that says exactly what the test wants.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The games that tests know: 3.1 repeats, 3.2 is the one of the disputes, 3.3 is over.
pub(crate) fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/desk")
}

/// A folder with the sample event.
pub(crate) fn event() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(sample()).unwrap().flatten() {
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    folder
}

/// The program with arguments.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(args);
    command
}

/// A running desk; it ends with this value.
pub(crate) struct Desk {
    pub(crate) child: Child,
    /// `127.0.0.1:PORT`
    pub(crate) host: String,
    pub(crate) key: Option<String>,
}

impl Desk {
    pub(crate) fn start(folder: &Path) -> Desk {
        Desk::with(folder, &["--listen", "127.0.0.1:0"])
    }

    pub(crate) fn with(folder: &Path, args: &[&str]) -> Desk {
        let mut command = program(&["desk"]);
        Desk::of(command.arg(folder).args(args).args(["--today", "2026-11-22"]))
    }

    /// Starts a command that becomes a desk.
    pub(crate) fn of(command: &mut Command) -> Desk {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("no address: {line:?}"));
        let (host, rest) = address.split_once('/').unwrap();
        let key = rest.strip_prefix("?key=").map(str::to_owned);
        Desk { child, host: host.to_owned(), key }
    }

    pub(crate) fn port(&self) -> u16 {
        self.host.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads all that comes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses may close before everything is sent.
        let _ = stream.write_all(bytes);
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read);
        Reply::of(&read)
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("Host: {}\r\n", self.host));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        self.raw(&[head.as_bytes(), body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn toml(&self, path: &str, case: &str) -> Reply {
        self.send("POST", path, &[("Content-Type", "application/toml")], case.as_bytes())
    }

    pub(crate) fn json(&self, path: &str, value: &Value) -> Reply {
        self.send("POST", path, &[("Content-Type", "application/json")], value.to_string().as_bytes())
    }

    /// Opens the form: its cookie and its token.
    pub(crate) fn form(&self) -> (String, String) {
        let page = self.get("/rule");
        let cookie = page.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        (cookie, page.hidden("token").unwrap())
    }

    pub(crate) fn post(&self, cookie: &str, fields: &[(&str, &str)]) -> Reply {
        let body = urlencoded(fields);
        let headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", cookie)];
        self.send("POST", "/rule", &headers, body.as_bytes())
    }

    /// Ends it as a terminal does, and gives its status.
    #[cfg(unix)]
    pub(crate) fn end(mut self) -> Option<i32> {
        self.signal("TERM");
        self.child.wait().unwrap().code()
    }

    #[cfg(unix)]
    pub(crate) fn signal(&mut self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn urlencoded(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => (byte as char).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(key, value)| format!("{}={}", encode(key), encode(value))).collect();
    pairs.join("&")
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    fn of(bytes: &[u8]) -> Reply {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        assert!(!chunked, "answers have a length");
        Reply { status, headers, body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }

    /// The value of a hidden field.
    pub(crate) fn hidden(&self, name: &str) -> Option<String> {
        let at = self.body.find(&format!("name=\"{name}\" value=\""))?;
        self.body[at..].split('"').nth(3).map(str::to_owned)
    }

    /// The values of all hidden fields of a name, as a browser sends them back.
    pub(crate) fn all_hidden(&self, name: &str) -> Vec<String> {
        let field = format!("type=\"hidden\" name=\"{name}\" value=\"");
        let fields = self.body.split(&field).skip(1);
        let values = fields.filter_map(|rest| rest.split('"').next());
        let entities = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        values
            .map(|value| entities.iter().fold(value.to_owned(), |text, (from, to)| text.replace(from, to)))
            .collect()
    }
}

//! A browser at the end of the W3C WebDriver protocol: just enough of it to open a page, press keys and print.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The driver of the browser: what `CHROMEDRIVER` names, else Debian's.
fn program() -> String {
    std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned())
}

/// Whether there is a browser to be driven here.
pub(crate) fn is_there() -> bool {
    Command::new(program()).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// A running browser with one window; it ends with this value.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts driver and browser.
    pub(crate) fn start() -> Browser {
        let mut driver = Command::new(program())
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok())
            .expect("the driver names its port");
        // The driver must not block on a pipe that nobody reads.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser { driver, port, session: String::new() };
        let options =
            json!({ "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1000,1400"] });
        let asked = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let session = browser.call("POST", "/session", &asked);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// Opens a page.
    pub(crate) fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// The tab that is shown.
    #[allow(dead_code, reason = "for those that open several")]
    pub(crate) fn tab(&self) -> String {
        let handle = self.call("GET", &format!("/session/{}/window", self.session), &json!({}));
        handle.as_str().unwrap_or_default().to_owned()
    }

    /// Opens a tab and goes there.
    #[allow(dead_code, reason = "for those that open several")]
    pub(crate) fn new_tab(&self) -> String {
        let made = self.post("/window/new", &json!({ "type": "tab" }));
        let handle = made["handle"].as_str().unwrap_or_default().to_owned();
        self.switch(&handle);
        handle
    }

    /// Goes to a tab.
    #[allow(dead_code, reason = "for those that open several")]
    pub(crate) fn switch(&self, handle: &str) {
        self.post("/window", &json!({ "handle": handle }));
    }

    /// What a piece of script gives back in the end: it has a `done` to call.
    #[allow(dead_code, reason = "for scripts that take time")]
    pub(crate) fn eval_later(&self, script: &str) -> Value {
        let script = format!("var done = arguments[arguments.length - 1]; {script}");
        self.post("/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// What a piece of script gives back.
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": format!("return ({script});"), "args": [] }))
    }

    /// The text that a piece of script gives back.
    pub(crate) fn text(&self, script: &str) -> String {
        self.eval(script).as_str().unwrap_or_default().to_owned()
    }

    /// Presses and releases a key, by its code in the protocol.
    pub(crate) fn press(&self, key: char) {
        let key = key.to_string();
        let actions = json!([{ "type": "key", "id": "keyboard", "actions": [
            { "type": "keyDown", "value": key }, { "type": "keyUp", "value": key } ] }]);
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// Prints on A4 and counts the pages.
    pub(crate) fn pages(&self) -> usize {
        let page = json!({ "page": { "width": 21.0, "height": 29.7 }, "shrinkToFit": false, "background": false,
            "margin": { "top": 1.1, "bottom": 1.1, "left": 1.3, "right": 1.3 } });
        let printed = self.post("/print", &page);
        let pdf = from_base64(printed.as_str().expect("a document"));
        assert!(pdf.starts_with(b"%PDF"));
        let count = |what: &[u8]| pdf.windows(what.len()).filter(|window| *window == what).count();
        count(b"/Type /Page") - count(b"/Type /Pages")
    }

    /// What is seen of the page, as PNG.
    #[allow(dead_code, reason = "for those that take pictures")]
    pub(crate) fn picture(&self) -> Vec<u8> {
        let taken = self.call("GET", &format!("/session/{}/screenshot", self.session), &json!({}));
        from_base64(taken.as_str().expect("a picture"))
    }

    /// The element that a selector finds first.
    #[allow(dead_code, reason = "for those that fill in forms")]
    pub(crate) fn find(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|keys| keys.values().next()).and_then(Value::as_str);
        id.expect("an element").to_owned()
    }

    /// Clicks on an element. One that a script replaces meanwhile is found again.
    #[allow(dead_code, reason = "for those that fill in forms")]
    pub(crate) fn click(&self, selector: &str) {
        for _ in 0..10 {
            let path = format!("/session/{}/element/{}/click", self.session, self.find(selector));
            let answer = self.ask("POST", &path, &json!({}));
            if answer.get("error").is_none_or(|error| error != "stale element reference") {
                assert!(answer.get("error").is_none(), "{selector}: {answer}");
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{selector} is replaced again and again");
    }

    /// Types into an element, as from the keyboard.
    #[allow(dead_code, reason = "for those that fill in forms")]
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// What assistive technology calls an element: its role and its name.
    #[allow(dead_code, reason = "for those that fill in forms")]
    pub(crate) fn called(&self, selector: &str) -> (String, String) {
        let element = self.find(selector);
        let ask = |what: &str| {
            let path = format!("/session/{}/element/{element}/{what}", self.session);
            self.call("GET", &path, &json!({})).as_str().unwrap_or_default().to_owned()
        };
        (ask("computedrole"), ask("computedlabel"))
    }

    /// A command of the browser's own protocol, such as those that emulate a screen.
    #[allow(dead_code, reason = "for those that emulate screens")]
    pub(crate) fn command(&self, name: &str, parameters: Value) {
        self.post("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }));
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}{path}", self.session), body)
    }

    /// One request, and its answer, which is no error.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.ask(method, path, body);
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }

    /// One request, one answer, one connection.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver answers");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .expect("the request is sent");
        let answer = answer(BufReader::new(stream));
        let mut answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                self.call("DELETE", &path, &json!({}))
            }));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The body of an answer whose head names its length.
fn answer(mut stream: impl BufRead) -> Vec<u8> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a head");
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(said) = line.strip_prefix("content-length:") {
            length = said.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the body");
    body
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|c| *c != b'=' && !c.is_ascii_whitespace()).collect();
    let mut out = Vec::with_capacity(letters.len() * 3 / 4);
    for chunk in letters.chunks(4) {
        let word =
            (0..4).fold(0u32, |word, at| word << 6 | u32::from(chunk.get(at).map_or(0, |c| value(*c))));
        out.extend(word.to_be_bytes()[1..chunk.len()].iter());
    }
    out
}

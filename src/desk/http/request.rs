//! What a request says: its path, its query, its body and its cookies.

use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap};
use hyper::{StatusCode, http};

use super::answer::Refusal;

/// Most bytes of a body.
const LARGEST: usize = 1 << 20;

/// How long a body may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Names and values of a query or a form, in their order.
#[derive(Debug, Clone, Default)]
pub(in crate::desk) struct Fields(pub(in crate::desk) Vec<(String, String)>);

impl Fields {
    /// Reads `a=b&c=d`.
    pub(in crate::desk) fn parse(text: &[u8]) -> Fields {
        let pairs = form_urlencoded::parse(text);
        Fields(pairs.map(|(key, value)| (key.into_owned(), value.into_owned())).collect())
    }

    /// The last value of a name that is not blank.
    pub(in crate::desk) fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().rev().filter(|(key, _)| key == name);
        values.find_map(|(_, value)| Some(value.trim()).filter(|value| !value.is_empty()))
    }

    /// The same as a text of its own.
    pub(in crate::desk) fn owned(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }

    /// Takes all values of a name out.
    pub(in crate::desk) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }

    /// Sets a name to one value.
    pub(in crate::desk) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.remove(name);
        self.0.push((name.to_owned(), value.into()));
    }
}

/// The query of a request.
pub(in crate::desk) fn query(uri: &http::Uri) -> Fields {
    Fields::parse(uri.query().unwrap_or_default().as_bytes())
}

/// The value of a cookie.
pub(in crate::desk) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// The media type of a body, without parameters and in small letters.
pub(in crate::desk) fn media_type(headers: &HeaderMap) -> String {
    let text = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Reads a body within its limits.
///
/// # Errors
/// 413 where it is too long, 408 where it takes too long, 400 where it breaks off.
pub(in crate::desk) async fn body(incoming: Incoming) -> Result<Bytes, Refusal> {
    let too_long = || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is longer than 1 MiB");
    if hyper::body::Body::size_hint(&incoming).lower() > LARGEST as u64 {
        return Err(too_long());
    }
    let read = Limited::new(incoming, LARGEST).collect();
    match tokio::time::timeout(PATIENCE, read).await {
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took longer than 30 seconds")),
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(Refusal::new(StatusCode::BAD_REQUEST, "the body breaks off")),
    }
}

/// A part of a path, decoded: `%2F` becomes a slash.
pub(in crate::desk) fn decoded(part: &str) -> String {
    let plus = part.replace('+', "%2B");
    let pairs = form_urlencoded::parse(plus.as_bytes());
    pairs
        .map(|(key, value)| if value.is_empty() { key.into_owned() } else { format!("{key}={value}") })
        .collect()
}

/// A part of a path or a query, encoded.
pub(in crate::desk) fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_parts_are_decoded() {
        let fields = Fields::parse(b"a=1+2&b=%C3%A9&a=&c");
        assert_eq!((fields.get("a"), fields.get("b"), fields.get("c")), (Some("1 2"), Some("é"), None));
        for text in ["3.7", "3/7", "a b+c", "x=y", "é?#"] {
            assert_eq!(decoded(&encoded(text)), text);
        }
    }
}

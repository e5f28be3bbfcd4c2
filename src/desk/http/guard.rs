//! Who may ask: the name of the host, the page that a write comes from, and the key.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{self, HeaderMap, HeaderName};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use sha2::{Digest, Sha256};

use super::answer::Refusal;
use super::request::cookie;

/// Most bytes of the head of a request.
pub(super) const LARGEST_HEADERS: usize = 64 << 10;

/// What is checked of every request.
#[derive(Debug)]
pub(in crate::desk) struct Guard {
    port: u16,
    listened: IpAddr,
    /// The address that is shown to others.
    shown: IpAddr,
    /// The key, where the address is not loopback.
    pub(in crate::desk) key: Option<String>,
    /// Names of this machine, in small letters.
    names: Vec<String>,
    /// What form tokens are made with.
    secret: [u8; 32],
}

/// Whether an address belongs to this machine alone.
pub(in crate::desk) fn is_loopback(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.to_ipv4_mapped().is_some_and(|address| address.is_loopback())
        }
    }
}

/// Random bytes, in hexadecimal.
///
/// # Errors
/// Where the system has none.
pub(in crate::desk) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares in a time that does not depend on where two texts differ.
fn same(a: &str, b: &str) -> bool {
    let (a, b) = (Sha256::digest(a.as_bytes()), Sha256::digest(b.as_bytes()));
    a.iter().zip(&b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

impl Guard {
    /// The guard of an address; a key is made where others can reach it.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub(in crate::desk) fn new(
        listened: SocketAddr,
        shown: IpAddr,
        names: Vec<String>,
    ) -> Result<Guard, getrandom::Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        let key = if is_loopback(listened.ip()) { None } else { Some(random()?) };
        let names = names.into_iter().map(|name| name.to_ascii_lowercase()).collect();
        Ok(Guard { port: listened.port(), listened: listened.ip(), shown, key, names, secret })
    }

    /// Checks where a request says that it goes, and where a write comes from. `local`: the address that was connected to.
    ///
    /// # Errors
    /// The refusal.
    pub(in crate::desk) fn check(&self, request: &Parts, local: IpAddr) -> Result<(), Refusal> {
        let refuse = |words: &str| Err(Refusal::new(StatusCode::FORBIDDEN, words));
        let headers =
            request.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum::<usize>();
        if headers + request.uri.path().len() + request.uri.query().map_or(0, str::len) > LARGEST_HEADERS {
            let words = "the headers are longer than 64 KiB";
            return Err(Refusal::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, words));
        }
        let mut hosts = request.headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let alone = hosts.next().is_none();
        if !alone || !host.is_some_and(|host| self.is_ours(host, local)) {
            return refuse("the Host of the request is not an address of this desk");
        }
        if request.uri.authority().is_some_and(|named| !self.is_ours(named.as_str(), local)) {
            return refuse("the request is not for an address of this desk");
        }
        if request.method == Method::GET || request.method == Method::HEAD {
            return Ok(());
        }
        for origin in request.headers.get_all(header::ORIGIN) {
            let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            if !host.is_some_and(|host| self.is_ours(host, local)) {
                return refuse("the request comes from a page of another site");
            }
        }
        if request
            .headers
            .get(HeaderName::from_static("sec-fetch-site"))
            .is_some_and(|site| site == "cross-site")
        {
            return refuse("the request comes from a page of another site");
        }
        Ok(())
    }

    /// Whether `name:port` is this desk.
    fn is_ours(&self, host: &str, local: IpAddr) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => match port.parse::<u16>() {
                Ok(port) => (name, port),
                Err(_) => return false,
            },
            _ => (host, 80),
        };
        if port != self.port {
            return false;
        }
        let name = name.to_ascii_lowercase();
        let plain = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let address: Option<IpAddr> = match plain {
            Some(plain) => plain.parse().ok().filter(IpAddr::is_ipv6),
            None => name.parse().ok().filter(IpAddr::is_ipv4),
        };
        match address {
            Some(address) => {
                address == self.listened && !address.is_unspecified()
                    || is_loopback(address)
                    || !address.is_unspecified()
                        && self.key.is_some()
                        && [local.to_canonical(), self.shown].contains(&address)
            }
            None => name == "localhost" || self.key.is_some() && self.names.contains(&name),
        }
    }

    /// The name of the cookie that holds the key. Cookies do not tell ports apart.
    pub(in crate::desk) fn key_cookie(&self) -> String {
        format!("flagfall-key-{}", self.port)
    }

    /// The name of the cookie that form tokens are bound to.
    pub(in crate::desk) fn form_cookie(&self) -> String {
        format!("flagfall-form-{}", self.port)
    }

    /// Whether a text is the key.
    pub(in crate::desk) fn is_key(&self, offered: &str) -> bool {
        self.key.as_ref().is_some_and(|key| same(key, offered))
    }

    /// Whether a request has the key where one is needed.
    pub(in crate::desk) fn has_key(&self, headers: &HeaderMap) -> bool {
        if self.key.is_none() {
            return true;
        }
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let kept = cookie(headers, &self.key_cookie());
        bearer.into_iter().chain(kept.as_deref()).any(|offered| self.is_key(offered.trim()))
    }

    /// The token of the forms of one who has this cookie.
    pub(in crate::desk) fn token(&self, cookie: &str) -> String {
        let mut text = self.secret.to_vec();
        text.extend(Sha256::digest(cookie.as_bytes()));
        text.extend(self.secret);
        hex(&Sha256::digest(&text))
    }

    /// Whether a form was made by this desk for one who has this cookie.
    pub(in crate::desk) fn is_token(&self, cookie: Option<&str>, token: &str) -> bool {
        cookie.is_some_and(|cookie| same(&self.token(cookie), token))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        let address: SocketAddr = address.parse().unwrap();
        Guard::new(address, address.ip(), vec!["Hall.local".to_owned()]).unwrap()
    }

    #[test]
    fn hosts() {
        let desk = guard("127.0.0.1:7464");
        let local = desk.listened;
        for ours in ["127.0.0.1:7464", "localhost:7464", "LOCALHOST:7464", "127.9.9.9:7464", "[::1]:7464"] {
            assert!(desk.is_ours(ours, local), "{ours}");
        }
        for other in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7464",
            "hall.local:7464",
            "192.168.1.5:7464",
            "localhost.evil.example:7464",
            "0.0.0.0:7464",
            "[::1:7464",
            "::1:7464",
            "",
            ":7464",
            "localhost:x",
        ] {
            assert!(!desk.is_ours(other, local), "{other}");
        }
        assert!(guard("127.0.0.1:80").is_ours("localhost", local));
        let open = guard("0.0.0.0:7464");
        let local = "192.168.1.5".parse().unwrap();
        for ours in ["192.168.1.5:7464", "hall.local:7464", "localhost:7464"] {
            assert!(open.is_ours(ours, local), "{ours}");
        }
        for other in ["192.168.1.6:7464", "0.0.0.0:7464", "evil.example:7464"] {
            assert!(!open.is_ours(other, local), "{other}");
        }
    }

    #[test]
    fn keys_and_tokens() {
        assert!(guard("127.0.0.1:1").key.is_none() && guard("[::1]:1").key.is_none());
        let desk = guard("0.0.0.0:1");
        let key = desk.key.clone().unwrap();
        assert_eq!(key.len(), 32);
        assert!(desk.is_key(&key) && !desk.is_key("") && !desk.is_key(&key[1..]));
        let token = desk.token("a");
        assert!(desk.is_token(Some("a"), &token));
        assert!(
            !desk.is_token(Some("b"), &token)
                && !desk.is_token(None, &token)
                && !desk.is_token(Some("a"), "")
        );
        assert!(!guard("0.0.0.0:1").is_token(Some("a"), &token));
    }
}

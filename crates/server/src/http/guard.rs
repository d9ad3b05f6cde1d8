//! Middleware in front of all routes: rejects foreign origins, unknown host names and clients above the rate limit.

use super::client::Client;
use crate::{error::Problem, hall::Hall};
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    time::Instant,
};

/// Maximum number of addresses tracked for rate limits.
const MOST_ADDRESSES: usize = 10_000;

/// Checks every request before it is routed.
pub async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let hall = &guard.hall;
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    if let Some(peer) = peer {
        let client = Client::of(peer, request.headers(), &hall.settings.trusted_proxies);
        request.extensions_mut().insert(client);
    }
    hall.metrics.requests.fetch_add(1, Ordering::Relaxed);
    let allowed = match guard.look(&request) {
        Ok(allowed) => allowed,
        Err(problem) => {
            hall.metrics.problems.fetch_add(1, Ordering::Relaxed);
            return with_headers(problem.into_response(), None);
        }
    };
    if request.method() == Method::OPTIONS && allowed.is_some() {
        return with_headers(StatusCode::NO_CONTENT.into_response(), allowed);
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let began = Instant::now();
    let response = next.run(request).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        hall.metrics.problems.fetch_add(1, Ordering::Relaxed);
    }
    tracing::debug!(%method, path, status = status.as_u16(), micros = began.elapsed().as_micros() as u64, "request");
    with_headers(response, allowed)
}

/// The state of the guard.
#[derive(Debug)]
pub struct Guard {
    hall: Arc<Hall>,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Guard {
    pub fn new(hall: Arc<Hall>) -> Arc<Guard> {
        Arc::new(Guard { hall, buckets: Mutex::default() })
    }

    /// Returns the foreign origin that may read the answer, if there is one.
    fn look(&self, request: &Request) -> Result<Option<HeaderValue>, Problem> {
        let settings = &self.hall.settings;
        if let Some(Client(address)) = request.extensions().get::<Client>() {
            self.not_too_fast(*address)?;
        }
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        // Protects against DNS rebinding: a server without a create key trusts this machine, so it answers only to its
        // own names.
        if settings.create_key.is_none() && !is_own_name(host, &settings.hosts) {
            let message = "unknown host name; use the server's address, or start the server with --host NAME";
            return Err(Problem::new(StatusCode::FORBIDDEN, "foreign-host", message));
        }
        foreign_origin(request.headers(), host, &settings.allow_origins)
    }

    fn not_too_fast(&self, address: IpAddr) -> Result<(), Problem> {
        let rate = self.hall.settings.rate;
        if rate == 0 {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_ADDRESSES {
            buckets.retain(|_, bucket| !bucket.is_full(rate));
        }
        if buckets.len() >= MOST_ADDRESSES || !buckets.entry(address).or_insert_with(|| Bucket::full(rate)).take(rate) {
            self.hall.metrics.too_fast.fetch_add(1, Ordering::Relaxed);
            return Err(too_fast());
        }
        Ok(())
    }
}

/// The client is above its rate limit.
pub fn too_fast() -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", "too many requests; wait a second and try again")
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// The burst size, as a multiple of the rate.
    const BURST: f64 = 4.0;

    /// The bucket of a new client.
    pub fn full(rate: u32) -> Bucket {
        Bucket { left: f64::from(rate) * Bucket::BURST, at: Instant::now() }
    }

    /// Takes one token; false if none is left.
    pub fn take(&mut self, rate: u32) -> bool {
        if rate == 0 {
            return true;
        }
        self.fill(rate);
        let has_one = self.left >= 1.0;
        self.left -= f64::from(u8::from(has_one));
        has_one
    }

    fn fill(&mut self, rate: u32) {
        let rate = f64::from(rate);
        self.left = (self.left + self.at.elapsed().as_secs_f64() * rate).min(rate * Bucket::BURST);
        self.at = Instant::now();
    }

    fn is_full(mut self, rate: u32) -> bool {
        self.fill(rate);
        self.left >= f64::from(rate) * Bucket::BURST
    }
}

/// Whether this is an IP address, `localhost`, or one of the configured names.
fn is_own_name(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok()
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Rejects pages from other origins unless they are allowed. Programs other than browsers send no origin.
fn foreign_origin(headers: &HeaderMap, host: &str, allowed: &[String]) -> Result<Option<HeaderValue>, Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(None) };
    let text = origin.to_str().unwrap_or_default();
    let own = text.split_once("://").is_some_and(|(_, of)| !host.is_empty() && of.eq_ignore_ascii_case(host));
    if own {
        return Ok(None);
    }
    if allowed.iter().any(|known| known.eq_ignore_ascii_case(text)) {
        return Ok(Some(origin.clone()));
    }
    let message = "this origin is not allowed; start the server with --allow-origin to allow it";
    Err(Problem::new(StatusCode::FORBIDDEN, "foreign-origin", message))
}

fn with_headers(mut response: Response, origin: Option<HeaderValue>) -> Response {
    let headers = response.headers_mut();
    let fixed = HeaderValue::from_static;
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
    headers.insert(header::REFERRER_POLICY, fixed("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, fixed("DENY"));
    headers.entry(header::CACHE_CONTROL).or_insert(fixed("no-store"));
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, fixed("GET, POST, PATCH, DELETE"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, fixed("authorization, content-type"));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, fixed("600"));
        headers.append(header::VARY, fixed("origin"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_goes_by_its_addresses_and_its_names_only() {
        let names = ["table.example".to_owned()];
        for (host, expected) in [
            ("127.0.0.1:7450", true),
            ("[::1]:7450", true),
            ("localhost", true),
            ("LOCALHOST:80", true),
            ("table.example:443", true),
            ("evil.example", false),
            ("127.0.0.1.evil.example:7450", false),
            ("", false),
        ] {
            assert_eq!(is_own_name(host, &names), expected, "{host}");
        }
    }

    #[test]
    fn pages_of_others_are_refused_unless_allowed() {
        let look = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            foreign_origin(&headers, "127.0.0.1:7450", &["https://friend.example".to_owned()])
        };
        assert_eq!(look("http://127.0.0.1:7450").unwrap(), None);
        assert_eq!(look("https://friend.example").unwrap().unwrap(), "https://friend.example");
        for origin in ["http://127.0.0.1:7451", "https://evil.example", "null", "http://127.0.0.1:7450.evil.example"] {
            assert_eq!(look(origin).unwrap_err().code, "foreign-origin", "{origin}");
        }
    }

    #[test]
    fn a_bucket_runs_empty_and_fills_again() {
        let mut bucket = Bucket::full(10);
        assert_eq!((0..100).filter(|_| bucket.take(10)).count(), 40);
        bucket.at -= std::time::Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| bucket.take(10)).count(), 10);
        assert!(Bucket::full(0).take(0));
    }
}

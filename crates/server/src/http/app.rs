//! The web page, embedded in the binary. It loads nothing from other servers.

use crate::error::Problem;
use axum::{
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};

/// Every file of the page with its path.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/app.rs"));

/// Inline style attributes are allowed because bars and tokens are positioned with them. Everything else comes from
/// files of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const MISSING: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Referee</title>\
<style>body{font:18px/1.6 sans-serif;max-width:40em;margin:4em auto;padding:0 1em}</style>\
<h1>The page is not built</h1><p>This server was built without the web page. To build it with Node 20 or later:</p>\
<pre>cd web\nnpm ci\nnpm run build</pre><p>then build the server again. Or let one script do all of it: <code>./run</code>.</p>\
<p>Programs find the tables at <a href=/docs>/docs</a>.</p></html>";

/// Serves a file of the page, or `index.html` for a path that the page routes itself. API paths are not answered here.
pub async fn app(request: Request) -> Response {
    let path = request.uri().path();
    let nothing = || {
        Problem::new(StatusCode::NOT_FOUND, "not-found", "there is nothing at this address; see /docs").into_response()
    };
    let is_read = request.method() == Method::GET || request.method() == Method::HEAD;
    if !is_read || path.starts_with("/api/") || path.starts_with("/docs") {
        return nothing();
    }
    if let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path && *name != "/index.html") {
        // Asset names contain a hash of their content.
        let keep = if name.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return file(bytes, kind_of(name), keep);
    }
    let is_screen = ["/", "/index.html", "/rules", "/designer"].contains(&path)
        || ["/t/", "/rules/", "/designer/"].iter().any(|screen| path.starts_with(screen));
    // A browser gets the page, which shows its own message for an unknown address; a program gets a problem.
    let accepted = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if !is_screen && !accepted.is_some_and(|accept| accept.contains("text/html")) {
        return nothing();
    }
    let mut response = match FILES.iter().find(|(name, _)| *name == "/index.html") {
        Some((_, bytes)) => file(bytes, "text/html; charset=utf-8", "no-cache"),
        None => file(MISSING.as_bytes(), "text/html; charset=utf-8", "no-cache"),
    };
    if !is_screen {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

fn file(bytes: &'static [u8], kind: &'static str, keep: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ];
    (headers, bytes).into_response()
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

//! The client's address: the peer of the connection, or the one named by a trusted proxy.

use axum::http::{HeaderMap, header};
use std::net::{IpAddr, SocketAddr};

/// The client's address, for rate limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client(pub IpAddr);

impl Client {
    /// The client of a request. Proxy headers are believed only if the peer is in `trusted`: the client is the last
    /// address of the chain that is not trusted. Earlier entries could have been made up.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Client {
        let peer = peer.to_canonical();
        if !trusted.contains(&peer) {
            return Client(peer);
        }
        // A proxy that writes one of the two headers passes the other through unchecked.
        let (one, other) = (forwarded(headers), x_forwarded_for(headers));
        let named = match (one.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => one,
            _ => {
                let (one, other) = (last_of(peer, one, trusted), last_of(peer, other, trusted));
                return Client(if one == other { one } else { peer });
            }
        };
        Client(last_of(peer, named, trusted))
    }
}

/// The last untrusted address of a chain.
fn last_of(peer: IpAddr, named: Vec<Option<IpAddr>>, trusted: &[IpAddr]) -> IpAddr {
    let mut client = peer;
    for hop in named.into_iter().rev() {
        // An unreadable or obfuscated address ends the known part of the chain.
        let Some(hop) = hop else { break };
        client = hop;
        if !trusted.contains(&hop) {
            break;
        }
    }
    client
}

/// `Forwarded: for=192.0.2.60;proto=http, for="[2001:db8::1]:80"`, the nearest hop last.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(header::FORWARDED).iter().filter_map(|line| line.to_str().ok());
    let hops = lines.flat_map(|line| line.split(','));
    hops.map(|hop| {
        let mut pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
        let (_, named) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
        address(named.trim().trim_matches('"'))
    })
    .collect()
}

/// `X-Forwarded-For: 192.0.2.60, 198.51.100.2`, the nearest hop last.
fn x_forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(|hop| address(hop.trim())).collect()
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, name: &'static str, lines: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name, line.parse().unwrap());
        }
        let trusted = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
        Client::of(peer.parse().unwrap(), &headers, &trusted).0.to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let cases = [
            ("192.0.2.9", "x-forwarded-for", &["198.51.100.7"][..], "192.0.2.9"),
            ("10.0.0.1", "x-forwarded-for", &["198.51.100.7"], "198.51.100.7"),
            // The client made up the first one; the proxies added the others.
            ("10.0.0.1", "x-forwarded-for", &["1.2.3.4, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            ("10.0.0.1", "x-forwarded-for", &["1.2.3.4", "198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", "x-forwarded-for", &["nonsense"], "10.0.0.1"),
            ("10.0.0.1", "x-forwarded-for", &[], "10.0.0.1"),
            ("10.0.0.1", "forwarded", &["for=198.51.100.7;proto=https"], "198.51.100.7"),
            ("10.0.0.1", "forwarded", &["for=1.2.3.4, For=\"[2001:db8::7]:4711\""], "2001:db8::7"),
            ("10.0.0.1", "forwarded", &["for=198.51.100.7:80, for=10.0.0.2"], "198.51.100.7"),
            ("10.0.0.1", "forwarded", &["for=198.51.100.7, for=unknown"], "10.0.0.1"),
            // As reported by a dual-stack socket.
            ("::ffff:10.0.0.1", "x-forwarded-for", &["::ffff:198.51.100.7"], "198.51.100.7"),
        ];
        for (peer, name, lines, expected) in cases {
            assert_eq!(client(peer, name, lines), expected, "{peer} {name}: {lines:?}");
        }
    }

    /// A proxy that adds to one of the headers passes the other through as received.
    #[test]
    fn a_header_that_the_proxy_does_not_write_is_not_believed() {
        let trusted = ["10.0.0.1".parse().unwrap()];
        let client = |forwarded: &str, x_forwarded_for: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::FORWARDED, forwarded.parse().unwrap());
            headers.insert("x-forwarded-for", x_forwarded_for.parse().unwrap());
            Client::of("10.0.0.1".parse().unwrap(), &headers, &trusted).0.to_string()
        };
        assert_eq!(client("for=1.2.3.4", "198.51.100.7"), "10.0.0.1");
        assert_eq!(client("for=198.51.100.7", "1.2.3.4, 198.51.100.7"), "198.51.100.7");
    }
}

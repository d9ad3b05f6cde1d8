//! Settings: by flag, by environment, by file, in that order; what nobody sets has a default.

use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};

/// Everything that can be set about a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept: the path of an SQLite file, or `postgres://…`.
    pub store: String,
    /// Whoever makes tables has to name this. Without it everybody may, if only this machine can reach the server.
    pub create_key: Option<String>,
    /// Other origins whose pages may use the server: `https://table.example`.
    pub allow_origins: Vec<String>,
    /// Names by which the server is reached, besides its addresses.
    pub hosts: Vec<String>,
    /// Proxies that are believed when they name a client's address (`Forwarded`, `X-Forwarded-For`).
    pub trusted_proxies: Vec<IpAddr>,
    /// A table that nobody uses for so long leaves memory.
    pub idle_seconds: u64,
    /// Messages and requests a second from one client; 0 is no limit.
    pub rate: u32,
    /// The largest message or body in bytes; a scene or a journal may have sixteen times as much.
    pub largest: usize,
    /// Connections at once.
    pub connections: usize,
    /// Simulations and odds at once.
    pub jobs: usize,
    /// Threads that serve.
    pub threads: usize,
    /// Logs as JSON, one line each.
    pub log_json: bool,
    /// Which logs: `info`, `debug`, `referee_server=debug`.
    pub log: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7450)),
            store: "referee.db".into(),
            create_key: None,
            allow_origins: Vec::new(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            idle_seconds: 300,
            rate: 100,
            largest: 64 * 1024,
            connections: 10_000,
            jobs: 2,
            threads: std::thread::available_parallelism().map_or(2, usize::from),
            log_json: false,
            log: "info".into(),
        }
    }
}

/// Settings of which any may be missing: what a file or a command line says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the field of the same name in `Settings`")]
pub struct Given {
    pub listen: Option<SocketAddr>,
    pub store: Option<String>,
    pub create_key: Option<String>,
    pub allow_origins: Option<Vec<String>>,
    pub hosts: Option<Vec<String>>,
    pub trusted_proxies: Option<Vec<IpAddr>>,
    pub idle_seconds: Option<u64>,
    pub rate: Option<u32>,
    pub largest: Option<usize>,
    pub connections: Option<usize>,
    pub jobs: Option<usize>,
    pub threads: Option<usize>,
    pub log_json: Option<bool>,
    pub log: Option<String>,
}

impl Given {
    /// Reads a file of settings.
    pub fn read(text: &str) -> Result<Given, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// These, and where they say nothing, those.
    pub fn or(self, other: Given) -> Given {
        Given {
            listen: self.listen.or(other.listen),
            store: self.store.or(other.store),
            create_key: self.create_key.or(other.create_key),
            allow_origins: self.allow_origins.or(other.allow_origins),
            hosts: self.hosts.or(other.hosts),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            idle_seconds: self.idle_seconds.or(other.idle_seconds),
            rate: self.rate.or(other.rate),
            largest: self.largest.or(other.largest),
            connections: self.connections.or(other.connections),
            jobs: self.jobs.or(other.jobs),
            threads: self.threads.or(other.threads),
            log_json: self.log_json.or(other.log_json),
            log: self.log.or(other.log),
        }
    }

    /// With the defaults where nothing is said; or why they cannot be.
    pub fn complete(self) -> Result<Settings, String> {
        let usual = Settings::default();
        let settings = Settings {
            listen: self.listen.unwrap_or(usual.listen),
            store: self.store.unwrap_or(usual.store),
            create_key: self.create_key.filter(|key| !key.is_empty()),
            allow_origins: self.allow_origins.unwrap_or_default(),
            hosts: self.hosts.unwrap_or_default(),
            trusted_proxies: self.trusted_proxies.unwrap_or_default(),
            idle_seconds: self.idle_seconds.unwrap_or(usual.idle_seconds).max(1),
            rate: self.rate.unwrap_or(usual.rate),
            largest: self.largest.unwrap_or(usual.largest).clamp(1024, 16 * 1024 * 1024),
            connections: self.connections.unwrap_or(usual.connections).max(1),
            jobs: self.jobs.unwrap_or(usual.jobs).max(1),
            threads: self.threads.unwrap_or(usual.threads).clamp(1, 64),
            log_json: self.log_json.unwrap_or(usual.log_json),
            log: self.log.unwrap_or(usual.log),
        };
        if !settings.listen.ip().is_loopback() && settings.create_key.is_none() {
            return Err(format!(
                "{} can be reached from other machines, so making tables needs a key: set one with --create-key",
                settings.listen
            ));
        }
        match &settings.create_key {
            Some(key) if key.len() < 16 => Err("the key for making tables needs at least 16 characters".into()),
            _ => Ok(settings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_first_holds_and_the_rest_is_usual() {
        let flags = Given { rate: Some(7), ..Given::default() };
        let file = Given::read("rate = 9\nidle-seconds = 5\nhosts = [\"table.example\"]").unwrap();
        let settings = flags.or(file).complete().unwrap();
        assert_eq!((settings.rate, settings.idle_seconds, settings.jobs), (7, 5, 2));
        assert_eq!(settings.hosts, ["table.example"]);
        assert!(Given::read("rat = 9").unwrap_err().contains("rat"));
    }

    #[test]
    fn whoever_listens_to_the_world_needs_a_key() {
        let open = |key: Option<&str>| {
            let listen = Some(SocketAddr::from(([0, 0, 0, 0], 7450)));
            Given { listen, create_key: key.map(Into::into), ..Given::default() }.complete()
        };
        assert!(open(None).unwrap_err().contains("--create-key"));
        assert!(open(Some("short")).is_err());
        assert!(open(Some("a-key-of-some-length")).is_ok());
    }
}

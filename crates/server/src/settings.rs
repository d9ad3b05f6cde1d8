//! Settings. Flags override the environment, which overrides the file; everything else has a default.

use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where tables are stored: the path of an SQLite file, or `postgres://…`.
    pub store: String,
    /// Key required to create tables. It may be omitted only if the server listens on loopback.
    pub create_key: Option<String>,
    /// Other origins whose pages may use the server: `https://table.example`.
    pub allow_origins: Vec<String>,
    /// Host names by which the server is reached, in addition to its addresses.
    pub hosts: Vec<String>,
    /// Proxies trusted to report a client's address (`Forwarded`, `X-Forwarded-For`).
    pub trusted_proxies: Vec<IpAddr>,
    /// A table unused for this long is unloaded from memory.
    pub idle_seconds: u64,
    /// Messages and requests per second from one client; 0 means no limit.
    pub rate: u32,
    /// The largest message or body in bytes; a scene or a journal may be sixteen times as large.
    pub largest: usize,
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of simulations and odds computed at once.
    pub jobs: usize,
    /// Number of server threads.
    pub threads: usize,
    /// Log as JSON, one object per line.
    pub log_json: bool,
    /// The log filter: `info`, `debug`, `referee_server=debug`.
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

/// Settings from one source (a file or a command line), any of which may be missing. See [`Settings`] for their meaning.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
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
    /// Parses a settings file.
    pub fn read(text: &str) -> Result<Given, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Fills missing values from `other`.
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

    /// Fills missing values with defaults and validates the result.
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
                "{} can be reached from other machines, so creating tables requires a key: set one with --create-key",
                settings.listen
            ));
        }
        match &settings.create_key {
            Some(key) if key.len() < 16 => {
                Err("the key required to create tables must have at least 16 characters".into())
            }
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

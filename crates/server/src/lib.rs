//! The table server. It serves many tables to many people, loses nothing that was acknowledged, and admits only holders
//! of a key.
//!
//! It knows no rulebook. It shows what the shelf returns: views, offers, questions and log lines. Every input becomes
//! one line of a journal and is acknowledged once the [store] has it on disk.
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! use referee_server::{Server, Settings};
//! let server = Server::open(Settings::default()).await?;
//! println!("http://{}", server.address());
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

mod error;
mod hall;
mod heavy;
mod http;
mod jobs;
mod joins;
mod keys;
mod log;
mod metrics;
mod serve;
pub mod settings;
pub mod store;
mod table;
mod trials;
mod typescript;
pub mod wire;

pub use error::Problem;
pub use http::document;
pub use keys::commitment_of;
pub use log::log_to_stderr;
pub use serve::Server;
pub use settings::Settings;
pub use typescript::typescript;

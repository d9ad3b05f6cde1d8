//! The table server: many tables, many people, nothing lost, nobody in who does not belong.
//!
//! It knows no rulebook. Whatever it shows comes from the shelf as views, offers, questions and lines of a log;
//! whatever comes in is one line of a journal, and it is acknowledged when the [store] has it on the disk.
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

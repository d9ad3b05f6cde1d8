//! The shelf: every rulebook behind one interface without types of its own.
//!
//! Simulator, server and command line know only this crate. They find a [`Book`] by its name, open a scene or a journal
//! with it, and get an [`OpenTable`]; whatever crosses is plain data: offers, prompts, views, log lines, odds. Each trait
//! is implemented once for every [`System`](referee_engine::System); the only place that names a rulebook is [`books`].
//!
//! ```
//! for book in referee_shelf::books() {
//!     println!("{} {}: {} rules", book.name(), book.version(), book.ledger().entries.len());
//! }
//! ```

mod agree;
mod book;
mod chain;
mod cited;
mod citing;
mod complete;
mod content;
mod fights;
mod ledger;
mod list;
mod log;
mod odds;
mod open;
mod rank;
mod redo;
mod retell;
mod simulate;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

pub use agree::{Agreed, Looking};
pub use book::{Book, SchemaOf, Shelved};
pub use chain::Chain;
pub use cited::{Case, Place, cases_of, places_of};
pub use complete::complete;
pub use content::Ready;
pub use fights::{Fighting, Fights, Lineup, LineupActor, LineupSide, Playing};
pub use ledger::{Entry, Kind, Ledger, Says, Switch, ids_in};
pub use list::{NoSuchBook, book, books};
pub use log::{Heard, LogEntry};
pub use open::{book_of, open_journal, open_scene, ready_scene, ready_scenes, resume_journal};
pub use rank::{Ranked, Ranking, Search};
pub use simulate::{Batch, BatchError, Report, SideReport, wilson};
pub use table::{OpenTable, Put, Stepped};

//! The laboratory: many fights from one table, and what can be learned from them.
//!
//! It knows no rulebook: fights come from the shelf ([`Fights`](referee_shelf::Fights)). A result is made of whole
//! numbers only, so that parts of a run, computed anywhere in any order, merge into exactly the result of the whole run.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use referee_lab::{Batch, Plan, Report};
//! let scene = referee_shelf::ready_scenes()[0].source();
//! let table = referee_shelf::open_scene(&scene, [0; 32])?;
//! let fights = table.fights(&vec![(None, "bold".to_owned())])?;
//! let plan = Plan::new(&*fights, &scene.text, 7, 20);
//! let result = Batch::new(&*fights, plan).run(&|_| {})?;
//! let report = Report::of(&result);
//! assert_eq!(report.fights, 20);
//! # Ok(())
//! # }
//! ```

mod batch;
pub mod chart;
mod counts;
mod csv;
mod grid;
mod interval;
mod page;
mod pair;
mod parquet;
mod plan;
mod png;
mod report;
mod rows;
mod scene;
mod show;
mod sweep;
mod tally;
mod verify;
mod watcher;
mod workers;

pub use batch::{Batch, BatchError, Goal, seed_of};
pub use counts::Counts;
pub use csv::Csv;
pub use grid::{Grid, Spot, Swept, merge_sweeps};
pub use interval::Interval;
pub use page::{page, page_of_pair};
pub use pair::{Pair, PairReport, PairSide, Paired, compare, compare_part, merge_pairs};
pub use parquet::Parquet;
pub use plan::{MergeError, Outcome, Part, Plan, merge};
pub use png::png;
pub use report::{
    ActorReport, AnswerReport, Came, DeedReport, FirstReport, GaugeReport, MeasureReport, Report, SideReport,
};
pub use rows::{Column, Row, RowSink, columns};
pub use scene::{Change, ChangeError, Vary, change};
pub use show::{Shown, begin, retell, show};
pub use sweep::{Sweep, SweepError};
pub use tally::{Tally, UseTally};
pub use verify::{Size, Verified, verify, verify_all};
pub use workers::Progress;

//! One rulebook on the shelf.

use crate::{Ledger, OpenTable, Ready, content};
use referee_engine::{
    JournalError, Session, SnapshotError, System,
    case::{CaseReport, Load, run_case},
    door::{Check, Mistakes, Source, check_names},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{marker::PhantomData, sync::OnceLock};

/// Which kind of a book's files a schema is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaOf {
    /// A scene to play.
    Scene,
    /// Characters, weapons and other content.
    Content,
}

/// A rulebook, whatever its types.
pub trait Book: Send + Sync {
    /// The name in files and commands: `clockworld`.
    fn name(&self) -> &'static str;
    /// The name as a person writes it: `Clockworld`.
    fn title(&self) -> &'static str;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// What it is like, in a line.
    fn about(&self) -> &'static str;
    /// The text of its ledger.
    fn ledger_text(&self) -> &'static str;
    /// Its ledger, read when it is first asked for.
    fn ledger(&self) -> &Ledger;
    /// The scenes that come with it.
    fn scenes(&self) -> Vec<Ready>;
    /// The script of its guided tour, if it has one.
    fn tour(&self) -> Option<&'static str>;
    /// The ways a machine can play it.
    fn policies(&self) -> Vec<&'static str>;
    /// The JSON Schema of its files, for editors. That of cases is the same for every book:
    /// [`case_schema`](referee_engine::case::case_schema).
    fn schema(&self, of: SchemaOf) -> Value;
    /// Opens a scene, or tells every mistake in it. The seed decides all dice that nobody types in.
    fn open(&self, scene: &Source, seed: [u8; 32]) -> Result<Box<dyn OpenTable>, Mistakes>;
    /// Opens a table from its journal. With `redraw`, every die is drawn again from the seed and compared.
    fn replay(&self, journal: &str, redraw: bool) -> Result<Box<dyn OpenTable>, JournalError>;
    /// Opens a table from a snapshot and the lines of its journal from there on; see [`Session::resume`].
    fn resume(&self, header: &str, lines: &[String], snapshot: &str) -> Result<Box<dyn OpenTable>, SnapshotError>;
    /// Runs a case file; `load` opens the scene files that it names.
    fn run_case(&self, case: &Source, load: &Load<'_>) -> CaseReport;
}

/// How a [`System`] stands on the shelf: what its types do not say.
pub struct Shelved<S> {
    about: &'static str,
    ledger_text: &'static str,
    schemas: fn(SchemaOf) -> Value,
    ledger: OnceLock<Ledger>,
    book: PhantomData<fn() -> S>,
}

impl<S: System> Shelved<S> {
    /// A book with a line about it, the text of its ledger, and the schemas of its files.
    pub const fn new(about: &'static str, ledger_text: &'static str, schemas: fn(SchemaOf) -> Value) -> Shelved<S> {
        Shelved { about, ledger_text, schemas, ledger: OnceLock::new(), book: PhantomData }
    }
}

impl<S: System> Book for Shelved<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn title(&self) -> &'static str {
        // The first line of a ledger is `# Clockworld: rule ledger`.
        let first = self.ledger_text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
        first.split(':').next().unwrap_or(first)
    }

    fn version(&self) -> u32 {
        S::VERSION
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn ledger_text(&self) -> &'static str {
        self.ledger_text
    }

    fn ledger(&self) -> &Ledger {
        self.ledger.get_or_init(|| Ledger::read(self.ledger_text))
    }

    fn scenes(&self) -> Vec<Ready> {
        content::scenes_of(S::NAME)
    }

    fn tour(&self) -> Option<&'static str> {
        content::tour_of(S::NAME)
    }

    fn policies(&self) -> Vec<&'static str> {
        S::policies().iter().map(|(name, _)| *name).collect()
    }

    fn schema(&self, of: SchemaOf) -> Value {
        (self.schemas)(of)
    }

    fn open(&self, scene: &Source, seed: [u8; 32]) -> Result<Box<dyn OpenTable>, Mistakes> {
        let mut check = Check::new();
        check.take(check_names(scene));
        let Some((book, table)) = check.take(S::open(scene)) else { return Err(check.into()) };
        check.finish(())?;
        Ok(Box::new(Session::new(book, table, seed)))
    }

    fn replay(&self, journal: &str, redraw: bool) -> Result<Box<dyn OpenTable>, JournalError> {
        Ok(Box::new(Session::<S>::replay(journal, redraw)?))
    }

    fn resume(&self, header: &str, lines: &[String], snapshot: &str) -> Result<Box<dyn OpenTable>, SnapshotError> {
        Ok(Box::new(Session::<S>::resume(header, lines, snapshot)?))
    }

    fn run_case(&self, case: &Source, load: &Load<'_>) -> CaseReport {
        run_case::<S>(case, load)
    }
}

//! What went wrong, and the exit code that scripts go by.

use referee_engine::{ExploreError, JournalError, OddsError, Refusal, SessionError, door::Mistakes, duel::DuelError};
use referee_lab::{BatchError, ChangeError, MergeError, SweepError};
use referee_shelf::NoSuchBook;
use serde_json::{Value, json};
use std::fmt;

/// Why a command ended without its result.
#[derive(Debug)]
pub enum Fault {
    /// A case failed, or a journal does not verify. What it was has been printed.
    Failed(String),
    /// Wrong usage.
    Usage(String),
    /// A file that cannot be read, or contains mistakes.
    File(String),
    /// Mistakes in a file, each with its place.
    Mistakes(Mistakes),
    /// The rules refuse it.
    Refused(Box<Refusal>),
    /// Too large to compute exactly.
    TooLarge(String),
    /// An output cannot be written. The result has been printed.
    Output(String),
    /// Interrupted. The result so far has been printed.
    Stopped(String),
    /// A mistake of ours.
    Internal(String),
}

impl Fault {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Fault::Failed(_) => 1,
            Fault::Usage(_) => 2,
            Fault::File(_) | Fault::Mistakes(_) => 3,
            Fault::Refused(_) => 4,
            Fault::TooLarge(_) => 5,
            Fault::Internal(_) => 70,
            Fault::Output(_) => 74,
            Fault::Stopped(_) => 130,
        }
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "exit": self.code(), "message": self.to_string() });
        match self {
            Fault::Refused(refusal) => error["refusal"] = json!(refusal),
            Fault::Mistakes(mistakes) => error["mistakes"] = json!(mistakes),
            _ => {}
        }
        json!({ "error": error })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Failed(why)
            | Fault::Usage(why)
            | Fault::File(why)
            | Fault::TooLarge(why)
            | Fault::Output(why)
            | Fault::Stopped(why) => f.write_str(why),
            Fault::Mistakes(mistakes) => mistakes.fmt(f),
            Fault::Refused(refusal) => refusal.fmt(f),
            Fault::Internal(why) => write!(f, "internal error, please report it: {why}"),
        }
    }
}

impl From<NoSuchBook> for Fault {
    fn from(error: NoSuchBook) -> Fault {
        Fault::Usage(error.to_string())
    }
}

impl From<Mistakes> for Fault {
    fn from(mistakes: Mistakes) -> Fault {
        Fault::Mistakes(mistakes)
    }
}

impl From<JournalError> for Fault {
    fn from(error: JournalError) -> Fault {
        Fault::File(error.to_string())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(Box::new(refusal))
    }
}

impl From<SessionError> for Fault {
    fn from(error: SessionError) -> Fault {
        let plain = |code: &str, why: String| Fault::Refused(Box::new(Refusal::plain(code, why)));
        match error {
            SessionError::Refused(refusal) => refusal.into(),
            SessionError::Forgotten { .. } => Fault::Internal(error.to_string()),
            SessionError::Broken(why) => Fault::Internal(why),
            SessionError::BadAnswer { why, allowed } => {
                Fault::Refused(Box::new(Refusal::plain("bad-answer", why).allowing(allowed)))
            }
            SessionError::Busy(_) => plain("busy", error.to_string()),
            SessionError::NotAsked { .. } => plain("not-asked", error.to_string()),
            SessionError::OnlyWatches => plain("only-watches", error.to_string()),
            SessionError::NotYours { .. } => plain("not-yours", error.to_string()),
            SessionError::NoSuchLine { .. } => plain("no-such-line", error.to_string()),
        }
    }
}

impl From<OddsError> for Fault {
    fn from(error: OddsError) -> Fault {
        match error {
            OddsError::Explore(ExploreError::Refused(refusal)) => refusal.into(),
            OddsError::Explore(ExploreError::Broken(why)) => Fault::Internal(why),
            OddsError::Explore(ExploreError::NeverAsked(_)) => Fault::Usage(error.to_string()),
            OddsError::Explore(ExploreError::Unwanted) => {
                Fault::Stopped("interrupted before the odds were complete".into())
            }
            OddsError::Explore(ExploreError::Exhausted(_)) | OddsError::TooManyChoices => {
                Fault::TooLarge(error.to_string())
            }
        }
    }
}

impl From<BatchError> for Fault {
    fn from(error: BatchError) -> Fault {
        Fault::Internal(error.to_string())
    }
}

impl From<ChangeError> for Fault {
    fn from(error: ChangeError) -> Fault {
        match error {
            ChangeError::Unreadable { .. } => Fault::File(error.to_string()),
            _ => Fault::Usage(error.to_string()),
        }
    }
}

impl From<SweepError> for Fault {
    fn from(error: SweepError) -> Fault {
        match error {
            SweepError::Change(error) => error.into(),
            SweepError::Mistakes { .. } => Fault::File(error.to_string()),
            SweepError::Refused(refusal) => Fault::Usage(refusal.to_string()),
            SweepError::Batch(error) => error.into(),
            SweepError::TooLarge(_) | SweepError::Twice(_) => Fault::Usage(error.to_string()),
        }
    }
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Fault {
        match error {
            MergeError::Unsound(..) => Fault::File(error.to_string()),
            _ => Fault::Usage(error.to_string()),
        }
    }
}

impl From<DuelError> for Fault {
    fn from(error: DuelError) -> Fault {
        match error {
            DuelError::Refused(refusal) => Fault::Usage(refusal.to_string()),
            DuelError::Broken(why) => Fault::Internal(why),
        }
    }
}

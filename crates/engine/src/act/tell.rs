//! Events: what a rule tells, in the file of the rule.

use super::Book;
use crate::{Line, Mark};

/// What happened by a rule. A book lists its events with [`events!`](crate::events!).
pub trait Tells<S: Book> {
    /// In words.
    fn line(&self, book: &S, table: &S::Table) -> Line;

    /// What statistics and odds count of it.
    fn marks(&self, _to: &mut Vec<Mark>) {}
}

/// The events of a book: `events! { pub enum Event for Proficiency { Attack(AttackEvent), Cast(CastEvent), … } }`. Each holds a
/// type that implements [`Tells`](crate::act::Tells).
#[macro_export]
macro_rules! events {
    ($(#[$doc:meta])* pub enum $event:ident for $book:ty { $($variant:ident($of:ty)),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each is described by the type in it")]
        pub enum $event { $($variant($of)),* }

        impl $crate::act::Tells<$book> for $event {
            fn line(&self, book: &$book, table: &<$book as $crate::System>::Table) -> $crate::Line {
                match self {
                    $($event::$variant(event) => $crate::act::Tells::<$book>::line(event, book, table),)*
                }
            }

            fn marks(&self, to: &mut Vec<$crate::Mark>) {
                match self {
                    $($event::$variant(event) => $crate::act::Tells::<$book>::marks(event, to),)*
                }
            }
        }
    };
}

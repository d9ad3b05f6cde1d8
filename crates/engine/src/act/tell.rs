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

/// Events with their words: a struct, or an enum with one line for each variant. It writes the type, its derives and its
/// [`Tells`](crate::act::Tells).
///
/// ```ignore
/// told! {
///     /// PR-R67: so many bonus points are on somebody now.
///     pub struct MagicOn for Proficiency { who: ActorId, points: u8 }
///     |table| "PR-R67" by who => format!("{}: magic {points:+}", table.name(who));
/// }
///
/// told! {
///     /// What happens to a task.
///     pub enum TaskEvent for Proficiency, |table| {
///         /// PR-094.
///         Work { who: ActorId } "PR-094" by who => format!("{} works on it", table.name(who));
///         /// PR-R80.
///         Progress(done: u8, needed: u8) under "PR-R80", "PR-R81" => format!("{done} of {needed}");
///         /// PR-R81.
///         Lost heading "PR-R81" => "It is lost";
///     }
/// }
/// ```
///
/// The fields are bound by their names, as values; so are those in parentheses, which are stored without names. Before
/// `=>` stand: `under` for a consequence of the line before, `deeper` for a consequence of that, or `heading`; the rules, as
/// literals or as a list of [`RuleId`](crate::RuleId)s in brackets; `by` and the actor whom it concerns. The text is anything
/// that becomes a `String`. A line with more to it is written as one, in a block after a colon:
/// `Rolled { … }: { Line::new(0, text, rules).with(factors) };`. `|book, table|` binds the book too. An event that people count
/// says so at the end:
/// `marks |self, to| to.push(Mark::count("hp", Some(self.who), self.hp.into()));`
///
/// The type is `Clone`; one that is `Copy` says so with `#[derive(Copy)]`. Long code is better off in a function, where it is
/// formatted.
#[macro_export]
macro_rules! told {
    // A struct with its line.
    (
        $(#[$doc:meta])*
        $vis:vis struct $event:ident for $book:ty { $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? }
        |$($bound:ident),+| $(: $line:block)? $($depth:ident)? $([$($rules:expr),*])? $($rule:literal),* $(by $who:expr)?
            $(=> $text:expr)?;
        $(marks |$this:ident, $to:ident| $marks:expr;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "a field is described where its name does not say it")]
        $vis struct $event { $($(#[$about])* pub $field: $of),* }

        impl $crate::act::Tells<$book> for $event {
            #[allow(unused_variables, reason = "not every field is part of the sentence")]
            fn line(&self, book: &$book, table: &<$book as $crate::System>::Table) -> $crate::Line {
                $crate::told!(@bind book table [$($bound),+]);
                let $event { $($field),* } = self.clone();
                $crate::told!(@line [$($line)?] [$($depth)?] [$($who)?] [$($($rules),*)?] [$($rule),*] [$($text)?])
            }

            $(fn marks(&$this, $to: &mut Vec<$crate::Mark>) { $marks })?
        }
    };
    // A struct without names for its fields, or without fields.
    (
        $(#[$doc:meta])*
        $vis:vis struct $event:ident $(($($field:ident: $of:ty),+))? for $book:ty;
        |$($bound:ident),+| $(: $line:block)? $($depth:ident)? $([$($rules:expr),*])? $($rule:literal),* $(by $who:expr)?
            $(=> $text:expr)?;
        $(marks |$this:ident, $to:ident| $marks:expr;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        $vis struct $event $(($(pub $of),+))?;

        impl $crate::act::Tells<$book> for $event {
            #[allow(unused_variables, reason = "not every field is part of the sentence")]
            fn line(&self, book: &$book, table: &<$book as $crate::System>::Table) -> $crate::Line {
                $crate::told!(@bind book table [$($bound),+]);
                let $event $(($($field),+))? = self.clone();
                $crate::told!(@line [$($line)?] [$($depth)?] [$($who)?] [$($($rules),*)?] [$($rule),*] [$($text)?])
            }

            $(fn marks(&$this, $to: &mut Vec<$crate::Mark>) { $marks })?
        }
    };
    // An enum with a line for each variant.
    (
        $(#[$doc:meta])*
        $vis:vis enum $event:ident for $book:ty, |$($bound:ident),+| { $(
            $(#[$meaning:meta])*
            $variant:ident $({ $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? })? $(($($part:ident: $part_of:ty),+))?
                $(: $line:block)? $($depth:ident)? $([$($rules:expr),*])? $($rule:literal),* $(by $who:expr)?
                $(=> $text:expr)?;
        )* }
        $(marks |$this:ident, $to:ident| $marks:expr;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "a variant is described where its name does not say it")]
        $vis enum $event {
            $($(#[$meaning])* $variant $({ $($(#[$about])* $field: $of),* })? $(($($part_of),+))?),*
        }

        impl $crate::act::Tells<$book> for $event {
            #[allow(unused_variables, reason = "not every field is part of the sentence")]
            fn line(&self, book: &$book, table: &<$book as $crate::System>::Table) -> $crate::Line {
                $crate::told!(@bind book table [$($bound),+]);
                match self.clone() {
                    $($event::$variant $({ $($field),* })? $(($($part),+))? => {
                        $crate::told!(@line [$($line)?] [$($depth)?] [$($who)?] [$($($rules),*)?] [$($rule),*] [$($text)?])
                    })*
                }
            }

            $(fn marks(&$this, $to: &mut Vec<$crate::Mark>) { $marks })?
        }
    };
    (@bind $from_book:ident $from:ident [$table:ident]) => {
        let $table = $from;
    };
    (@bind $from_book:ident $from:ident [$book:ident, $table:ident]) => {
        let ($book, $table) = ($from_book, $from);
    };
    (@line [$line:block] [] [] [] [] []) => {
        $line
    };
    (@line [] [$($depth:ident)?] [$($who:expr)?] [$($rules:expr),*] [$($rule:literal),*] [$text:expr]) => {{
        let text = $text;
        let rules: Vec<$crate::RuleId> = vec![$($rules,)* $($crate::rule!($rule)),*];
        $crate::told!(@depth text, rules, $($depth)?)$(.by($who))?
    }};
    (@depth $text:ident, $rules:ident,) => { $crate::Line::new(0, $text, $rules) };
    (@depth $text:ident, $rules:ident, under) => { $crate::Line::new(1, $text, $rules) };
    (@depth $text:ident, $rules:ident, deeper) => { $crate::Line::new(2, $text, $rules) };
    (@depth $text:ident, $rules:ident, heading) => { $crate::Line::heading($text, $rules) };
}

//! Questions: what a rule asks, in the file of the rule.

use super::Book;
use crate::{Choice, Flow, Oracle, Prompt, RuleId, Stop, Who};
use smallvec::SmallVec;

/// The answers to a question, in the order in which people see them.
pub type Answers<T> = SmallVec<[T; 8]>;

/// A question that a rule asks. A book lists its questions with [`questions!`](crate::questions!).
pub trait Asks<S: Book>: Clone + Into<S::Question> {
    /// An answer. Plain ones are written with [`answers!`](crate::answers!).
    type Answer: Clone;

    /// The kind of question, for standing answers: `reaction`.
    const KIND: &'static str;

    /// The rule that asks.
    const RULE: RuleId;

    /// Everything that can be answered. It follows from the question alone.
    fn answers(&self) -> Answers<Self::Answer>;

    /// Which of the answers people usually give when nobody cares to decide.
    fn usual(&self) -> usize {
        0
    }

    /// Which of the answers declines, if this offers a reaction or another chance to do nothing.
    fn decline(&self) -> Option<usize> {
        None
    }

    /// The question in words, for `who` is asked.
    fn text(&self, book: &S, table: &S::Table, who: Who) -> String;

    /// An answer in words.
    fn choice(&self, book: &S, table: &S::Table, who: Who, answer: &Self::Answer) -> Choice;

    /// Asks it.
    fn ask<O: Oracle<S>>(self, who: Who, table: &S::Table, oracle: &mut O) -> Flow<Self::Answer> {
        let answers = self.answers();
        let at = oracle.ask(table, who, &self.into())?;
        answered(answers, at)
    }

    /// Asks several people side by side; none sees the answer of another.
    fn ask_all<O: Oracle<S>>(
        asked: Vec<(Who, Self)>,
        table: &S::Table,
        oracle: &mut O,
    ) -> Flow<SmallVec<[Self::Answer; 8]>> {
        let answers: Vec<Answers<Self::Answer>> = asked.iter().map(|(_, question)| question.answers()).collect();
        let asked: Vec<(Who, S::Question)> = asked.into_iter().map(|(who, question)| (who, question.into())).collect();
        let given = oracle.ask_all(table, &asked)?;
        answers.into_iter().zip(given).map(|(answers, at)| answered(answers, at)).collect()
    }
}

fn answered<T>(answers: Answers<T>, at: usize) -> Flow<T> {
    answers.into_iter().nth(at).ok_or_else(|| Stop::broken("an answer that the question does not have"))
}

/// A question for whoever has to answer it.
pub fn prompt<S: Book, Q: Asks<S>>(question: &Q, book: &S, table: &S::Table, who: Who) -> Prompt {
    let options = question.answers().iter().map(|answer| question.choice(book, table, who, answer)).collect();
    Prompt {
        kind: Q::KIND.into(),
        text: question.text(book, table, who),
        rule: Q::RULE,
        options,
        decline: question.decline(),
    }
}

/// The answers to a question that are always the same, each with its word for commands and what people read:
///
/// ```ignore
/// answers! {
///     /// PR-D18.
///     pub enum AtZero {
///         Drop = "drop", "No check is needed";
///         Call = "call", "A check all the same";
///     }
/// }
/// ```
#[macro_export]
macro_rules! answers {
    ($(#[$doc:meta])* $vis:vis enum $answer:ident {
        $($(#[$about:meta])* $variant:ident = $key:literal, $words:expr;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "an answer is described by what people read of it")]
        $vis enum $answer { $($(#[$about])* $variant),* }

        impl $answer {
            /// All of them, in the order in which people see them.
            $vis const ALL: &'static [$answer] = &[$($answer::$variant),*];

            /// The answer in words.
            $vis fn choice(self) -> $crate::Choice {
                match self {
                    $($answer::$variant => $crate::Choice::new($key, $words),)*
                }
            }
        }
    };
}

/// A plain question: its answers are always the same. This writes the question, its answers with [`answers!`](crate::answers!)
/// and its [`Asks`](crate::act::Asks).
///
/// ```ignore
/// ask! {
///     /// PR-D17, to the GM: drop the check, or call for it.
///     pub struct CallAtZero for Proficiency: "call-at-zero", "PR-114" {
///         /// Whose check.
///         who: ActorId,
///     }
///     |self, table| format!("DC 0 for {}. Is a check made?", table.name(self.who));
///     /// PR-115, PR-R61.
///     pub enum AtZero {
///         Drop = "drop", "No check is needed";
///         Call = "call", "A check all the same";
///     }
/// }
///
/// let is_dropped = (CallAtZero { who }).ask(Who::Gm, table, oracle)? == AtZero::Drop;
/// ```
///
/// After the rule, `declines` says that the first answer declines: `"reaction", "CW-012", declines { … }`.
#[macro_export]
macro_rules! ask {
    (
        $(#[$doc:meta])*
        pub struct $ask:ident for $book:ty: $kind:literal, $rule:literal $(, $declines:ident)? {
            $($(#[$about:meta])* $field:ident: $of:ty),* $(,)?
        }
        |$this:ident, $table:pat_param| $text:expr;
        $(#[$meaning:meta])*
        $vis:vis enum $answer:ident { $($answers:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "a field is described where its name does not say it")]
        pub struct $ask { $($(#[$about])* pub $field: $of),* }

        $crate::answers! {
            $(#[$meaning])*
            $vis enum $answer { $($answers)* }
        }

        impl $crate::act::Asks<$book> for $ask {
            type Answer = $answer;
            const KIND: &'static str = $kind;
            const RULE: $crate::RuleId = $crate::rule!($rule);

            fn answers(&self) -> $crate::act::Answers<$answer> {
                $answer::ALL.into()
            }

            fn decline(&self) -> Option<usize> {
                $crate::ask!(@declines $($declines)?)
            }

            fn text(&$this, _: &$book, $table: &<$book as $crate::System>::Table, _: $crate::Who) -> String {
                $text
            }

            fn choice(
                &self,
                _: &$book,
                _: &<$book as $crate::System>::Table,
                _: $crate::Who,
                answer: &$answer,
            ) -> $crate::Choice {
                answer.choice()
            }
        }
    };
    (@declines) => { None };
    (@declines declines) => { Some(0) };
}

/// The questions of a book: `questions! { pub enum Question for Proficiency { Circumstance, Needed, … } }`. Each is a type that
/// implements [`Asks`](crate::act::Asks).
#[macro_export]
macro_rules! questions {
    ($(#[$doc:meta])* pub enum $question:ident for $book:ty { $($ask:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each is the question of that name")]
        pub enum $question { $($ask($ask)),* }

        $(
            impl From<$ask> for $question {
                fn from(ask: $ask) -> $question {
                    $question::$ask(ask)
                }
            }
        )*

        impl $crate::Question for $question {
            fn options(&self) -> usize {
                match self {
                    $($question::$ask(ask) => $crate::act::Asks::<$book>::answers(ask).len(),)*
                }
            }

            fn usual(&self) -> usize {
                match self {
                    $($question::$ask(ask) => $crate::act::Asks::<$book>::usual(ask),)*
                }
            }

            fn decline(&self) -> Option<usize> {
                match self {
                    $($question::$ask(ask) => $crate::act::Asks::<$book>::decline(ask),)*
                }
            }
        }

        impl $question {
            /// The question for whoever has to answer it.
            pub fn prompt(
                &self,
                book: &$book,
                table: &<$book as $crate::System>::Table,
                who: $crate::Who,
            ) -> $crate::Prompt {
                match self {
                    $($question::$ask(ask) => $crate::act::prompt(ask, book, table, who),)*
                }
            }
        }
    };
}

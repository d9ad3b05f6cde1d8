//! What keeps an act from being done.

use crate::{Refusal, RuleId, Stop};

/// What stopped [`Act::ready`](super::Act::ready).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar<'t> {
    /// The slot with this index is not filled yet. Nothing bars the act so far.
    Open(u8),
    /// A rule bars it.
    Why(Why<'t>),
}

/// Why something may not be done: a rule, a code for programs, and the words with what fills their gaps.
///
/// It is made for every value that is looked at and borrows its names from the table. It becomes a [`Refusal`] only where
/// somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why<'t> {
    rule: Option<RuleId>,
    code: &'static str,
    words: &'static str,
    gaps: [Gap<'t>; 4],
    allowed: &'static [&'static str],
    is_moot: bool,
    wants_more: bool,
}

/// What fills a gap (`{}`) in the words of a [`Why`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap<'t> {
    /// There is no such gap.
    Unused,
    /// A name.
    Text(&'t str),
    /// A number.
    Number(i32),
}

impl<'t> From<&'t str> for Gap<'t> {
    fn from(text: &'t str) -> Gap<'t> {
        Gap::Text(text)
    }
}

impl<'t> From<&'t String> for Gap<'t> {
    fn from(text: &'t String) -> Gap<'t> {
        Gap::Text(text)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl From<$number> for Gap<'_> {
            fn from(number: $number) -> Self {
                Gap::Number(i32::from(number))
            }
        }
    )* };
}
numbers!(u8, i8, u16, i16, i32);

impl<'t> Why<'t> {
    /// Use [`bar!`](crate::bar).
    pub const fn new(rule: Option<RuleId>, code: &'static str, words: &'static str, gaps: [Gap<'t>; 4]) -> Why<'t> {
        Why { rule, code, words, gaps, allowed: &[], is_moot: false, wants_more: false }
    }

    /// The same, with what would be legal instead.
    #[must_use]
    pub const fn allowing(mut self, allowed: &'static [&'static str]) -> Why<'t> {
        self.allowed = allowed;
        self
    }

    /// The same, but not worth listing: nobody expects this to be possible. Whoever names it all the same gets the reason.
    #[must_use]
    pub const fn moot(mut self) -> Why<'t> {
        self.is_moot = true;
        self
    }

    /// The same, but only because too few of several values are named: each of those named goes with others.
    #[must_use]
    pub const fn and_more(mut self) -> Why<'t> {
        self.wants_more = true;
        self
    }

    /// Are only too few values named?
    pub const fn wants_more(&self) -> bool {
        self.wants_more
    }

    /// Is it not worth listing?
    pub const fn is_moot(&self) -> bool {
        self.is_moot
    }

    /// As a sentence.
    #[cold]
    pub fn refusal(&self) -> Refusal {
        let mut why = String::new();
        let mut gaps = self.gaps.iter();
        for (at, part) in self.words.split("{}").enumerate() {
            if at > 0 {
                match gaps.next() {
                    Some(Gap::Text(text)) => why.push_str(text),
                    Some(Gap::Number(number)) => why.push_str(&number.to_string()),
                    Some(Gap::Unused) | None => debug_assert!(false, "nothing fills a gap in {:?}", self.words),
                }
            }
            why.push_str(part);
        }
        let allowed = self.allowed.iter().map(|word| (*word).to_owned()).collect();
        Refusal { code: self.code.to_owned(), rule: self.rule, why, allowed }
    }
}

impl<'t> From<Why<'t>> for Bar<'t> {
    fn from(why: Why<'t>) -> Bar<'t> {
        Bar::Why(why)
    }
}

impl From<Why<'_>> for Refusal {
    fn from(why: Why<'_>) -> Refusal {
        why.refusal()
    }
}

impl From<Why<'_>> for Stop {
    fn from(why: Why<'_>) -> Stop {
        why.refusal().into()
    }
}

/// A reason: `bar!("PR-R91", "out-of-reach", "{} does not reach so far", &weapon.name)`. What the table itself bars, such as
/// a name that nobody has, is by no rule: `bar!(_, "no-target", "there is no such target")`.
#[macro_export]
macro_rules! bar {
    (_, $code:literal, $words:expr $(, $gap:expr)* $(,)?) => {
        $crate::bar!(@ None, $code, $words, [$($gap),*])
    };
    ($rule:literal, $code:literal, $words:expr $(, $gap:expr)* $(,)?) => {
        $crate::bar!(@ Some($crate::rule!($rule)), $code, $words, [$($gap),*])
    };
    (@ $rule:expr, $code:literal, $words:expr, []) => {
        $crate::act::Why::new($rule, $code, $words, [$crate::act::Gap::Unused; 4])
    };
    (@ $rule:expr, $code:literal, $words:expr, [$a:expr]) => {{
        use $crate::act::Gap;
        $crate::act::Why::new($rule, $code, $words, [Gap::from($a), Gap::Unused, Gap::Unused, Gap::Unused])
    }};
    (@ $rule:expr, $code:literal, $words:expr, [$a:expr, $b:expr]) => {{
        use $crate::act::Gap;
        $crate::act::Why::new($rule, $code, $words, [Gap::from($a), Gap::from($b), Gap::Unused, Gap::Unused])
    }};
    (@ $rule:expr, $code:literal, $words:expr, [$a:expr, $b:expr, $c:expr]) => {{
        use $crate::act::Gap;
        $crate::act::Why::new($rule, $code, $words, [Gap::from($a), Gap::from($b), Gap::from($c), Gap::Unused])
    }};
    (@ $rule:expr, $code:literal, $words:expr, [$a:expr, $b:expr, $c:expr, $d:expr]) => {{
        use $crate::act::Gap;
        $crate::act::Why::new($rule, $code, $words, [Gap::from($a), Gap::from($b), Gap::from($c), Gap::from($d)])
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_becomes_a_sentence() {
        let sword = "the longsword".to_owned();
        let why = bar!("CW-064", "out-of-reach", "{} {} away, {} reaches {}", 25_i32, "feet", &sword, 5_u8);
        let refusal = Refusal::from(why.allowing(&["move"]));
        assert_eq!(refusal.to_string(), "25 feet away, the longsword reaches 5 (CW-064); allowed: move");
        assert_eq!(refusal.code, "out-of-reach");
        assert!(!why.is_moot() && why.moot().is_moot());
        assert_eq!(bar!(_, "nobody", "there is nobody").refusal().to_string(), "there is nobody");
    }
}

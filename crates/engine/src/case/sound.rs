//! Detects expectations that could never fail, because nothing checks them or because they always hold.

use super::{ChanceOf, Condition, OddsOf, Step};

/// A field that could never fail, and what is expected instead.
pub(super) type Idle = (&'static str, &'static str);

const DEED: &str = "`do`: without it nothing happens, and only the state is checked";
const ACCEPTED: &str = "no such field in a refused step, which tells nothing";
const WORDS: &str = "some text: an empty text is part of every line";
const MEASURE: &str = "a `measure` beside it";
const CHANCE: &str = "a `chance` beside it: each entry of `chances` has its own condition";
const MEAN: &str = "only `measure` and `who` beside a mean, which covers all outcomes";

impl Step {
    /// All expectations in it that could never fail.
    pub(super) fn idle(&self) -> Vec<Idle> {
        let mut all: Vec<Idle> = Vec::new();
        let mut forbid = |is_there: bool, field: &'static str, expected: &'static str| {
            if is_there {
                all.push((field, expected));
            }
        };
        if self.deed.is_none() {
            forbid(self.by.is_some(), "by", DEED);
            forbid(!self.dice.is_empty(), "dice", DEED);
            forbid(!self.answers.is_empty(), "answers", DEED);
            forbid(self.options.is_some(), "options", DEED);
            forbid(self.refused.is_some(), "refused", DEED);
            forbid(!self.tells.is_empty(), "tells", DEED);
            forbid(!self.untold.is_empty(), "untold", DEED);
            forbid(!self.not_told_to.is_empty(), "not_told_to", DEED);
            forbid(self.state.is_empty(), "state", "`do`, or a state to check");
        }
        if self.refused.is_some() {
            forbid(!self.tells.is_empty(), "tells", ACCEPTED);
            forbid(!self.untold.is_empty(), "untold", ACCEPTED);
            forbid(!self.not_told_to.is_empty(), "not_told_to", ACCEPTED);
        } else {
            forbid(self.why.is_some(), "why", "`refused`: only a refusal has a reason");
        }
        let says_nothing = |parts: &Vec<String>| parts.iter().any(String::is_empty);
        forbid(self.why.as_ref().is_some_and(String::is_empty), "why", WORDS);
        forbid(says_nothing(&self.tells), "tells", WORDS);
        forbid(says_nothing(&self.untold), "untold", WORDS);
        let to_nobody = self.not_told_to.values().any(|parts| parts.is_empty() || says_nothing(parts));
        forbid(to_nobody, "not_told_to", WORDS);
        all
    }
}

impl OddsOf {
    /// All expectations in it that could never fail, except its chances.
    pub(super) fn idle(&self) -> Vec<Idle> {
        if self.chance.is_some() {
            return Vec::new();
        }
        let fields = [
            (self.measure.is_some(), "measure"),
            (self.who.is_some(), "who"),
            (self.is.is_some(), "is"),
            (self.at_least.is_some(), "at_least"),
            (!self.state.is_empty(), "state"),
            (self.within.is_some(), "within"),
        ];
        fields.into_iter().filter(|(is_there, _)| *is_there).map(|(_, field)| (field, CHANCE)).collect()
    }
}

impl ChanceOf {
    /// All expectations in it that could never fail.
    pub(super) fn idle(&self) -> Vec<Idle> {
        let mut all = self.own().idle();
        let conditions = || self.all.iter().chain(&self.any);
        if self.mean.is_some() {
            let fields = [
                (self.chance.is_some(), "chance"),
                (self.is.is_some(), "is"),
                (self.at_least.is_some(), "at_least"),
                (!self.state.is_empty(), "state"),
                (!self.all.is_empty(), "all"),
                (!self.any.is_empty(), "any"),
                (self.within.is_some(), "within"),
            ];
            all.extend(fields.into_iter().filter(|(is_there, _)| *is_there).map(|(_, field)| (field, MEAN)));
            if self.measure.is_none() {
                all.push(("mean", MEASURE));
            }
            return all;
        }
        if self.own().is_empty() && self.all.is_empty() && self.any.is_empty() {
            all.push(("chance", "a `measure` or a `state` for the chance"));
        }
        if conditions().any(Condition::is_empty) {
            all.push(("all", "a `measure` or a `state` in each condition: an empty one always holds"));
        }
        all.extend(conditions().flat_map(Condition::idle));
        all
    }
}

impl Condition {
    /// Whether it always holds.
    fn is_empty(&self) -> bool {
        self.measure.is_none() && self.state.is_empty()
    }

    fn idle(&self) -> Vec<Idle> {
        if self.measure.is_some() {
            return Vec::new();
        }
        let fields = [(self.who.is_some(), "who"), (self.is.is_some(), "is"), (self.at_least.is_some(), "at_least")];
        fields.into_iter().filter(|(is_there, _)| *is_there).map(|(_, field)| (field, MEASURE)).collect()
    }
}

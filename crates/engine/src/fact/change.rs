//! What a fact can be set to, and how.

use super::{Read, Set, To};
use crate::{
    ActorId, RuleId,
    act::{Book, Gap, Seen, Why},
    space::Cell,
};
use std::ops::RangeInclusive;

/// What a fact can be set to, and how it is set.
pub enum Change<S: Book, Of> {
    /// A whole number of this range.
    Number(Read<S, Of, RangeInclusive<i32>>, Set<S, Of, i32>),
    /// Yes or no.
    YesOrNo(Set<S, Of, bool>),
    /// One of these words, by its index.
    Word(&'static [&'static str], Set<S, Of, usize>),
    /// A cell of the map.
    Cell(Set<S, Of, Cell>),
    /// A character.
    Actor(Set<S, Of, ActorId>),
    /// One of these begins, or ends: `poisoned`, `not-poisoned`. The list says by what name, and whether it is so now.
    Member(Read<S, Of, Vec<(String, bool)>>, Set<S, Of, (usize, bool)>),
}

/// A value that a fact is set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// A whole number.
    Number(i32),
    /// Yes or no.
    Is(bool),
    /// The index of a word.
    Word(usize),
    /// A cell of the map.
    Cell(Cell),
    /// A character.
    Actor(ActorId),
    /// The index of a member, and whether it is one from now on.
    Member(usize, bool),
}

const YES_OR_NO: [&str; 2] = ["yes", "no"];

impl<S: Book, Of: Copy> Change<S, Of> {
    /// The values that a person can choose from: of numbers, the least and the greatest.
    pub(super) fn values(&self, see: &Seen<'_, S>, of: Of) -> Vec<To> {
        match self {
            Change::Number(range, _) => {
                let range = range(see, of);
                [*range.start(), *range.end()].map(To::number).into()
            }
            Change::YesOrNo(_) => YES_OR_NO.map(To::word).into(),
            Change::Word(words, _) => words.iter().map(|word| To::word(word)).collect(),
            Change::Cell(_) => {
                let space = see.book.space(see.table);
                space.cells().map(|cell| To::cell(space.cell_key(cell))).collect()
            }
            Change::Member(list, _) => {
                let all = list(see, of).into_iter();
                all.map(|(name, is)| To::word(&if is { format!("not-{name}") } else { name })).collect()
            }
            Change::Actor(_) => {
                see.actors().iter().map(|who| To::actor(see.book.called(see.table, who).0, who)).collect()
            }
        }
    }

    /// What a word means here, or why it means nothing.
    pub(super) fn read<'t>(
        &self,
        see: &Seen<'t, S>,
        of: Of,
        (words, rule): (&'static str, Option<RuleId>),
        word: &str,
    ) -> Result<Given, Why<'t>> {
        let none = |sentence, gaps, allowed| Why::new(rule, "bad-value", sentence, gaps).allowing(allowed);
        let gaps = [Gap::Text(words), Gap::Unused, Gap::Unused, Gap::Unused];
        match self {
            Change::Number(range, _) => {
                let range = range(see, of);
                let number = word.parse().ok().filter(|number| range.contains(number)).map(Given::Number);
                let gaps = [Gap::Text(words), Gap::Number(*range.start()), Gap::Number(*range.end()), Gap::Unused];
                let sentence = "{}: a whole number from {} to {}";
                number.ok_or(Why::new(rule, "out-of-range", sentence, gaps))
            }
            Change::YesOrNo(_) => match word {
                "yes" => Ok(Given::Is(true)),
                "no" => Ok(Given::Is(false)),
                _ => Err(none("{}: yes or no", gaps, &YES_OR_NO)),
            },
            Change::Word(all, _) => {
                let at = all.iter().position(|known| *known == word).map(Given::Word);
                at.ok_or(none("{}: one of the words for it", gaps, all))
            }
            Change::Cell(_) => {
                let space = see.book.space(see.table);
                let cell = space.find_cell(word).filter(|cell| space.contains(*cell)).map(Given::Cell);
                cell.ok_or(none("{}: a cell of the map", gaps, &[]))
            }
            Change::Member(list, _) => {
                let all = list(see, of);
                let (name, is) = word.strip_prefix("not-").map_or((word, true), |name| (name, false));
                let at = all.iter().position(|(known, was)| known == name && *was != is);
                at.map(|at| Given::Member(at, is)).ok_or(none(
                    "{}: one that is not, or not- and one that is",
                    gaps,
                    &[],
                ))
            }
            Change::Actor(_) => {
                let who = see.actors().iter().find(|who| see.book.called(see.table, *who).0 == word).map(Given::Actor);
                who.ok_or(none("{}: a character", gaps, &[]))
            }
        }
    }

    /// Sets it.
    pub(super) fn set(&self, table: &mut S::Table, of: Of, given: Given) {
        match (self, given) {
            (Change::Number(_, set), Given::Number(number)) => set(table, of, number),
            (Change::YesOrNo(set), Given::Is(is)) => set(table, of, is),
            (Change::Word(_, set), Given::Word(at)) => set(table, of, at),
            (Change::Cell(set), Given::Cell(cell)) => set(table, of, cell),
            (Change::Member(_, set), Given::Member(at, is)) => set(table, of, (at, is)),
            (Change::Actor(set), Given::Actor(actor)) => set(table, of, actor),
            _ => debug_assert!(false, "a value is of the kind that `read` gave it"),
        }
    }
}

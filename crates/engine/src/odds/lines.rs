//! What was counted on many ways: each mark once, and a way as the numbers of its marks.

use super::{Expected, Marginal, NOTHING, Valued, numbers, word_of};
use crate::{Fold, Mark, Marks, Who};
use referee_dice::{Chance, Mean};
use std::collections::BTreeMap;

/// What was counted on one way, as numbers of [`Lines`].
///
/// Thousands of ways are compared, kept and added up; numbers take a tenth of what the marks themselves would.
pub(super) type Line = Box<[u32]>;

/// The marks that were met, each with its number.
#[derive(Debug, Default)]
pub(super) struct Lines {
    marks: Vec<Mark>,
    numbers: BTreeMap<Mark, u32>,
    /// The line before: the next one has most of its marks.
    last: Vec<(Mark, u32)>,
}

impl Lines {
    /// The numbers of these marks.
    pub fn line(&mut self, marks: &Marks) -> Line {
        let mut line = Vec::with_capacity(marks.0.len());
        for (at, mark) in marks.0.iter().enumerate() {
            let known = self.last.get(at).filter(|(last, _)| is_same(last, mark)).map(|(_, number)| *number);
            line.push(known.unwrap_or_else(|| self.number(*mark)));
        }
        self.last.clear();
        self.last.extend(marks.0.iter().copied().zip(line.iter().copied()));
        line.into()
    }

    fn number(&mut self, mark: Mark) -> u32 {
        let marks = &mut self.marks;
        *self.numbers.entry(mark).or_insert_with(|| {
            marks.push(mark);
            marks.len() as u32 - 1
        })
    }

    /// The marks of a line.
    pub fn marks(&self, line: &[u32]) -> Marks {
        Marks(line.iter().map(|number| self.marks[*number as usize]).collect())
    }

    /// The place of each number in the order of the marks: lines of places are in the order of their marks.
    pub fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.marks.len()];
        for (place, number) in self.numbers.values().enumerate() {
            places[*number as usize] = place as u32;
        }
        places
    }

    /// Each measure by itself, of these ways. The chances of all of them come to `whole`.
    pub fn marginals<'a>(
        &self,
        ways: impl Iterator<Item = (&'a [u32], &'a Chance)>,
        whole: &Chance,
        name: impl Fn(Who) -> String,
    ) -> Vec<Marginal> {
        let mut sums: Vec<Option<Chance>> = vec![None; self.marks.len()];
        for (line, chance) in ways {
            for number in line {
                match &mut sums[*number as usize] {
                    Some(sum) => *sum += chance,
                    none => *none = Some(chance.clone()),
                }
            }
        }
        let mut columns: BTreeMap<(&'static str, Option<crate::ActorId>), Column> = BTreeMap::new();
        // In the order of the marks: the first of a measure says how marks of it come together.
        for (mark, number) in &self.numbers {
            let Some(chance) = sums[*number as usize].take() else { continue };
            let column = columns.entry((mark.measure, mark.who)).or_insert_with(|| Column::new(mark.fold));
            column.known += &chance;
            *column.values.entry((Some(mark.value), word_of(mark))).or_default() += chance;
        }
        columns.into_iter().map(|((measure, who), column)| column.marginal(measure, who, whole, &name)).collect()
    }
}

/// Are they surely equal? Words of one book stand in one place, so nobody has to read them letter by letter.
fn is_same(one: &Mark, other: &Mark) -> bool {
    let numbers = (one.who, one.value, one.fold) == (other.who, other.value, other.fold);
    numbers && std::ptr::eq(one.measure, other.measure) && std::ptr::eq(one.word, other.word)
}

/// The values of one measure of one actor.
struct Column {
    fold: Fold,
    values: BTreeMap<(Option<i32>, String), Chance>,
    /// Their chances together.
    known: Chance,
}

impl Column {
    fn new(fold: Fold) -> Column {
        Column { fold, values: BTreeMap::new(), known: Chance::ZERO }
    }

    fn marginal(
        mut self,
        measure: &'static str,
        who: Option<crate::ActorId>,
        whole: &Chance,
        name: impl Fn(Who) -> String,
    ) -> Marginal {
        // On all other ways nothing was counted.
        let nothing = whole.checked_sub(&self.known).unwrap_or_default();
        if !nothing.is_zero() {
            let value = if self.fold == Fold::Sum { (Some(0), "0".to_owned()) } else { (None, NOTHING.to_owned()) };
            *self.values.entry(value).or_default() += nothing;
        }
        let is_numbers = self.values.keys().all(|(value, word)| value.is_some_and(|value| *word == value.to_string()));
        let values = self.values.into_iter();
        let values: Vec<Valued> =
            values.map(|((value, word), chance)| Valued { value, word, chance: chance.reduced() }).collect();
        let expected = is_numbers.then(|| Expected { mean: Mean::of(numbers(&values)), is_exact: true });
        Marginal { measure, who, name: who.map(|actor| name(Who::Actor(actor))), values, expected }
    }
}

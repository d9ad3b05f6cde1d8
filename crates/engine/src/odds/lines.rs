//! What was counted on many ways: each mark once, each set of marks once, and a way as the number of its set.

use super::{Expected, Marginal, NOTHING, Valued, closed::Detail, numbers, word_of};
use crate::{Fold, Mark, Marks, Who};
use referee_dice::{Chance, Mean};
use std::{collections::BTreeMap, sync::Arc};

/// What was counted on one way: the number of a set of marks in [`Lines`].
///
/// Thousands of ways are compared, kept and added up, and a number is compared and copied at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Line(u32);

/// The marks and the sets of marks that were met, each with its number.
#[derive(Debug, Default)]
pub(super) struct Lines {
    marks: Vec<Mark>,
    numbers: BTreeMap<Mark, u32>,
    /// Each set of marks, as the numbers of its marks.
    sets: Vec<Arc<[u32]>>,
    lines: BTreeMap<Arc<[u32]>, Line>,
    /// The set of each mark alone.
    alone: Vec<Option<Line>>,
    /// The marks before: the next ones are mostly the same.
    last: Vec<(Mark, u32)>,
    scratch: Vec<u32>,
}

impl Lines {
    /// Adds what is counted of a way with these marks: the set of them, or, for measures, the empty set and each mark alone.
    pub fn count(&mut self, marks: &Marks, detail: Detail, into: &mut Vec<Line>) {
        match detail {
            Detail::Ways => into.push(self.line(marks)),
            Detail::Measures => {
                into.push(self.line_of(&[]));
                self.read(marks);
                let alone = (0..marks.0.len()).map(|at| self.alone(self.last[at].1));
                into.extend(alone);
            }
        }
    }

    /// The set of these marks.
    pub fn line(&mut self, marks: &Marks) -> Line {
        self.read(marks);
        let mut set = std::mem::take(&mut self.scratch);
        set.clear();
        set.extend(self.last.iter().map(|(_, number)| number));
        let line = self.line_of(&set);
        self.scratch = set;
        line
    }

    /// Looks up the numbers of these marks.
    fn read(&mut self, marks: &Marks) {
        for (at, mark) in marks.0.iter().enumerate() {
            if self.last.get(at).is_some_and(|(last, _)| is_same(last, mark)) {
                continue;
            }
            let read = (*mark, self.number(*mark));
            match self.last.get_mut(at) {
                Some(last) => *last = read,
                None => self.last.push(read),
            }
        }
        self.last.truncate(marks.0.len());
    }

    fn line_of(&mut self, set: &[u32]) -> Line {
        if let Some(line) = self.lines.get(set) {
            return *line;
        }
        let (set, line): (Arc<[u32]>, _) = (set.into(), Line(self.sets.len() as u32));
        self.sets.push(set.clone());
        self.lines.insert(set, line);
        line
    }

    fn alone(&mut self, number: u32) -> Line {
        let at = number as usize;
        if self.alone.len() <= at {
            self.alone.resize(at + 1, None);
        }
        if let Some(line) = self.alone[at] {
            return line;
        }
        let line = self.line_of(&[number]);
        self.alone[at] = Some(line);
        line
    }

    /// The numbers of the marks of a line.
    pub fn set(&self, line: Line) -> &[u32] {
        &self.sets[line.0 as usize]
    }

    fn number(&mut self, mark: Mark) -> u32 {
        let marks = &mut self.marks;
        *self.numbers.entry(mark).or_insert_with(|| {
            marks.push(mark);
            marks.len() as u32 - 1
        })
    }

    /// The marks of a line.
    pub fn marks(&self, line: Line) -> Marks {
        Marks(self.set(line).iter().map(|number| self.marks[*number as usize]).collect())
    }

    /// The place of each number in the order of the marks: sets of places are in the order of their marks.
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
        ways: impl Iterator<Item = (Line, &'a Chance)>,
        whole: &Chance,
        name: impl Fn(Who) -> String,
    ) -> Vec<Marginal> {
        let mut sums: Vec<Option<Chance>> = vec![None; self.marks.len()];
        for (line, chance) in ways {
            for number in self.set(line) {
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

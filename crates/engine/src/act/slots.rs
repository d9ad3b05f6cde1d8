//! The slots of an act with their legal values, the barred ones and their reasons.

use super::{Act, Book, Doer, Seen, Shape, complete::complete, field::Slots};
use crate::{Barred, CellChoice, Choice, Domain, Filled, Refusal, Slot};

/// The slots that the rule comes to, given what is filled: the legal values of each, and why the others are not.
///
/// Slots are looked at in their order. One that is left out takes its usual value, if it has one, given those before it.
/// Otherwise it stays open, and those after it list what is legal with any of its values. What is filled and does not go
/// with the slots before it counts as left out.
pub(super) fn slots<S: Book, A: Act<S>>(see: &Seen<'_, S>, by: A::By, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let mut act = A::default();
    let mut whole = complete(act.clone(), see, by)?;
    let (mut all, mut open) = (Vec::new(), Vec::new());
    for field in A::SLOTS {
        let card = field.card();
        if card.of.is_some_and(|owner| open.contains(&owner)) {
            continue; // first of all it has to be known whose things these are
        }
        // Does the rule come to it? A slot that follows from one that is still open is seen by the way in which that is filled.
        if field.is_open(&whole) {
            continue;
        }
        if field.shape() == Shape::Each {
            all.extend(field.parts(&whole, see));
            field.take(&mut act, &whole);
            for (name, word) in &filled.slots {
                field.fill_part(&mut act, see, name, word);
            }
            continue;
        }
        let usual = field.usual(&whole, see, by.actor());
        let is_usual = usual.is_some();
        let slot = slot::<S, A>(*field, &act, see, by, usual);
        let is_idle = |of: &[Choice]| matches!(of, [only] if only.key == "none" || only.key == "no");
        if !(is_usual && slot.barred.is_empty() && matches!(&slot.domain, Domain::One { of } if is_idle(of))) {
            all.push(slot);
        }
        let given = filled.get(card.name).and_then(|word| {
            let mut next = act.clone();
            let is_read = field.fill(&mut next, see, by.actor(), word);
            let whole = complete(next.clone(), see, by).ok().filter(|_| is_read)?;
            Some((next, whole))
        });
        match given {
            Some(given) => (act, whole) = given,
            None if is_usual => field.take(&mut act, &whole),
            None => open.push(card.name),
        }
    }
    Ok(all)
}

/// One slot: what it may hold while those before it hold what they hold, and the open ones anything.
fn slot<S: Book, A: Act<S>>(
    field: &dyn Slots<S, A>,
    act: &A,
    see: &Seen<'_, S>,
    by: A::By,
    usual: Option<String>,
) -> Slot {
    let mut shape = field.shape();
    let mut values = Values::default();
    if !matches!(shape, Shape::Text(_)) {
        field.each(act, see, by.actor(), &mut |next, value, whose| {
            let completed = complete(next, see, by);
            if completed.is_ok() {
                shape = value.shape();
            }
            match (completed, value.count()) {
                (Ok(_), 0) => values.may_be_none = true,
                (Ok(_), 1) => match value.cell(see, whose) {
                    Some(cell) if shape == Shape::Cell => values.cells.push(cell),
                    _ => values.legal.push(value.choice(see, whose)),
                },
                (Err(why), 1) if shape == Shape::Several && why.wants_more() => {
                    values.legal.push(value.choice(see, whose));
                    values.wants_more = true;
                }
                (Err(why), 1) if !why.is_moot() && value.shape() != Shape::Number => {
                    values.barred.push(Barred { choice: value.choice(see, whose), why: why.refusal() });
                }
                _ => {}
            }
            true
        });
    }
    let card = field.card();
    let domain = match shape {
        Shape::Text(longest) => Domain::Text { longest },
        Shape::Number => values.range(),
        Shape::Several => {
            let (fewest, most) = together(field, act, see, by, &values);
            let least = if values.may_be_none { 0 } else { fewest.max(1) };
            Domain::Several { of: values.legal.into(), least, most }
        }
        Shape::Cell if !values.cells.is_empty() => Domain::Cell { of: values.cells },
        Shape::One | Shape::Cell | Shape::Each => Domain::One { of: values.legal.into() },
    };
    Slot { barred: values.barred, default: usual, ..Slot::of(card.name, card.label, domain) }
}

#[derive(Default)]
struct Values {
    legal: Vec<Choice>,
    cells: Vec<CellChoice>,
    barred: Vec<Barred>,
    may_be_none: bool,
    /// None of them goes alone.
    wants_more: bool,
}

impl Values {
    fn range(&self) -> Domain {
        let numbers = || self.legal.iter().filter_map(|choice| choice.key.parse::<i32>().ok());
        Domain::Number { min: numbers().min().unwrap_or(0), max: numbers().max().unwrap_or(0) }
    }
}

/// How many of these go together: the fewest, and the most.
fn together<S: Book, A: Act<S>>(
    field: &dyn Slots<S, A>,
    act: &A,
    see: &Seen<'_, S>,
    by: A::By,
    values: &Values,
) -> (usize, usize) {
    let legal = &values.legal;
    let fits = |count: &usize| {
        let keys: Vec<&str> = legal[..*count].iter().map(|choice| choice.key.as_str()).collect();
        let mut next = act.clone();
        field.fill(&mut next, see, by.actor(), &keys.join(",")) && complete(next, see, by).is_ok()
    };
    let alone = legal.len().min(1);
    let fewest = if values.wants_more { (2..=legal.len()).find(fits).unwrap_or(alone) } else { alone };
    (fewest, (fewest + 1..=legal.len()).take_while(fits).last().unwrap_or(fewest))
}

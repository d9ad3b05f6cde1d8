//! Reading an act from the words of a command.

use super::{Act, Bar, Book, Doer, Seen, Shape, Why, complete::complete, slots::slots};
use crate::{Filled, Refusal};

/// The act that a filled offer says, or why it may not be done. A slot that is left out takes its usual value, if it has
/// one, given those before it.
pub(super) fn read<S: Book, A: Act<S>>(see: &Seen<'_, S>, by: A::By, filled: &Filled) -> Result<A, Refusal> {
    let actor = by.actor();
    let mut act = A::default();
    if let Err(why) = complete(act.clone(), see, by) {
        return Err(named::<S, A>(see, by, filled).unwrap_or(why).refusal());
    }
    let is_named = |name: &str| A::SLOTS.iter().any(|slot| slot.card().name == name && slot.shape() != Shape::Each);
    let parts: Vec<(&String, &String)> = filled.slots.iter().filter(|(name, _)| !is_named(name)).collect();
    if let Some((name, _)) = parts.first().filter(|_| !A::SLOTS.iter().any(|slot| slot.shape() == Shape::Each)) {
        return Err(unknown_slot::<S, A>(see, by, filled, name));
    }
    for field in A::SLOTS {
        let name = field.card().name;
        if field.shape() == Shape::Each {
            let whole = complete(act.clone(), see, by)?;
            field.take(&mut act, &whole);
            for &(name, word) in &parts {
                match field.fill_part(&mut act, see, name, word) {
                    Some(true) => {}
                    Some(false) => {
                        let refusal = Refusal::plain("slot-value", format!("{word:?} is not a legal {name}"));
                        return Err(allowing::<S, A>(refusal, see, by, filled, name));
                    }
                    None => return Err(unknown_slot::<S, A>(see, by, filled, name)),
                }
            }
        } else if let Some(word) = filled.get(name) {
            if !field.fill(&mut act, see, actor, word) {
                let refusal = match field.misread(word) {
                    Some(why) => return Err(why.refusal()),
                    None => Refusal::plain("slot-value", format!("{word:?} is not a legal {name}")),
                };
                return Err(allowing::<S, A>(refusal, see, by, filled, name));
            }
        } else if field.card().is_usual {
            let whole = complete(act.clone(), see, by)?;
            if field.usual(&whole, see, actor).is_some() {
                field.take(&mut act, &whole);
            }
        }
    }
    match act.ready(see, by) {
        Ok(_) => {}
        Err(Bar::Why(why)) => return Err(why.refusal()),
        Err(Bar::Open(slot)) => {
            complete(act.clone(), see, by)?; // what is filled may leave nothing for it
            let card = A::SLOTS[usize::from(slot)].card();
            return Err(allowing::<S, A>(missing::<S, A>(slot), see, by, filled, card.name));
        }
    }
    // What is filled in vain was not asked for.
    for field in A::SLOTS.iter().filter(|field| filled.get(field.card().name).is_some()) {
        let mut without = act.clone();
        field.clear(&mut without);
        if without.ready(see, by).is_ok() {
            return Err(unknown_slot::<S, A>(see, by, filled, field.card().name));
        }
    }
    Ok(act)
}

/// Why what is named bars an act of which nothing is legal: that says more than that there is nothing to choose.
fn named<'t, S: Book, A: Act<S>>(see: &Seen<'t, S>, by: A::By, filled: &Filled) -> Option<Why<'t>> {
    let mut act = A::default();
    for field in A::SLOTS {
        if let Some(word) = filled.get(field.card().name)
            && !field.fill(&mut act, see, by.actor(), word)
        {
            return None;
        }
    }
    complete(act, see, by).err()
}

/// A slot that has to be filled is not.
pub(super) fn missing<S: Book, A: Act<S>>(slot: u8) -> Refusal {
    let card = A::SLOTS[usize::from(slot)].card();
    Refusal::plain("slot-missing", format!("{} needs a value: {}", card.name, card.label))
}

fn unknown_slot<S: Book, A: Act<S>>(see: &Seen<'_, S>, by: A::By, filled: &Filled, name: &str) -> Refusal {
    let here = slots::<S, A>(see, by, filled).unwrap_or_default();
    let refusal = Refusal::plain("unknown-slot", format!("{} has no slot {name:?} here", filled.verb));
    refusal.allowing(here.into_iter().map(|slot| slot.name))
}

fn allowing<S: Book, A: Act<S>>(
    refusal: Refusal,
    see: &Seen<'_, S>,
    by: A::By,
    filled: &Filled,
    name: &str,
) -> Refusal {
    let here = slots::<S, A>(see, by, filled).unwrap_or_default();
    let slot = here.into_iter().find(|slot| slot.name == name);
    refusal.allowing(slot.map(|slot| slot.domain.in_words()).unwrap_or_default())
}

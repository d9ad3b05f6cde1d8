//! An act as a person types it: `attack bandit`, `gunslinger attack target=bandit focus=yes`.

use crate::{fault::Fault, scene};
use referee_engine::{ActorId, Choice, Domain, Filled, Offer, Seat, Slot, key_of};
use referee_shelf::OpenTable;

/// Whose act it is, where no name stands before the verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The only actor that may do it.
    Anybody,
    /// Of this one, or of the game master.
    Of(Option<ActorId>),
}

impl Whose {
    /// Of this one if there is one.
    pub fn perhaps(actor: Option<ActorId>) -> Whose {
        actor.map_or(Whose::Anybody, |actor| Whose::Of(Some(actor)))
    }
}

/// Reads an act: who (if it is named), the verb, and slots by name or in their order.
///
/// Names and values may be written as they are read, `Bandit boss`, in quotes if they have spaces, or cut short as long
/// as only one fits. What the rules make of it is for the table to say.
pub fn read(table: &dyn OpenTable, seat: Seat, whose: Whose, text: &str) -> Result<Filled, Fault> {
    let mut words = split(text)?;
    let offers = table.offers(seat);
    let mut whose = whose;
    // A name before the verb says who.
    let named =
        words.first().filter(|_| words.len() > 1).filter(|word| !offers.iter().any(|offer| offer.verb == **word));
    if let Some(id) = named.and_then(|word| scene::actor(&table.actors(), word.trim_end_matches(':')).ok()) {
        whose = Whose::Of(Some(id));
        words.remove(0);
    }
    if words.is_empty() {
        return Err(Fault::Usage("an act begins with a verb, such as: attack target=bandit".into()));
    }
    let verb = words.remove(0);
    let offer = offer(table, &offers, whose, &verb)?;
    fill(table, seat, Filled::of(&offer.verb, offer.actor), &words)
}

/// The offer that a verb means. An act that this actor cannot do is refused, even if others can do it.
fn offer<'o>(table: &dyn OpenTable, offers: &'o [Offer], whose: Whose, verb: &str) -> Result<&'o Offer, Fault> {
    let named: Vec<&Offer> = offers.iter().filter(|offer| offer.verb == verb).collect();
    if named.is_empty() {
        return Err(Fault::Usage(unknown(verb, offers)));
    }
    let of = |actor: Option<ActorId>| named.iter().copied().filter(move |offer| offer.actor == actor);
    let mine: Vec<&Offer> = match whose {
        Whose::Anybody => named.clone(),
        Whose::Of(actor) if of(actor).next().is_some() => of(actor).collect(),
        // The end of a side's turn, and whatever else is nobody's own.
        Whose::Of(_) => of(None).collect(),
    };
    let open: Vec<&Offer> = mine.iter().copied().filter(|offer| offer.refused.is_none()).collect();
    match (&open[..], &mine[..]) {
        ([only], _) => Ok(*only),
        ([first, ..], _) if whose != Whose::Anybody => Ok(*first),
        ([_, ..], _) => Err(Fault::Usage(who_may(table, &open, verb))),
        ([], [refused, ..]) => {
            let refusal = refused.refused.clone().expect("those that are not refused are open");
            Err(refusal.into())
        }
        ([], []) => {
            let Whose::Of(Some(actor)) = whose else { return Err(Fault::Usage(who_may(table, &named, verb))) };
            let actors = table.actors();
            let name = actors.iter().find(|card| card.id == actor).map_or("nobody", |card| &card.name);
            let others = keys(table, &named).join(", ");
            Err(Fault::Usage(format!("{name} cannot {verb} now; {others} can: write the name first")))
        }
    }
}

fn who_may(table: &dyn OpenTable, offers: &[&Offer], verb: &str) -> String {
    let keys = keys(table, offers);
    let first = keys.first().map_or("NAME", String::as_str);
    format!("who? write the name first, such as: {first} {verb}; possible: {}", keys.join(", "))
}

/// The words for those whose offers these are.
fn keys(table: &dyn OpenTable, offers: &[&Offer]) -> Vec<String> {
    let cards = table.actors().into_iter();
    cards.filter(|card| offers.iter().any(|offer| offer.actor == Some(card.id))).map(|card| card.key).collect()
}

fn unknown(verb: &str, offers: &[Offer]) -> String {
    let mut verbs: Vec<&str> = offers.iter().map(|offer| offer.verb.as_str()).collect();
    verbs.sort_unstable();
    verbs.dedup();
    let near = verbs.iter().find(|known| strsim::osa_distance(known, verb) <= 2);
    let meant = near.map(|known| format!("; did you mean {known}?")).unwrap_or_default();
    let verbs = if verbs.is_empty() { "nothing can be done now".to_owned() } else { verbs.join(", ") };
    format!("there is no {verb:?}{meant}\npossible: {verbs}")
}

/// Fills slots with words: `slot=value`, or a value for the next open slot that can take it.
pub fn fill(table: &dyn OpenTable, seat: Seat, mut filled: Filled, words: &[String]) -> Result<Filled, Fault> {
    for word in words {
        let slots = table.slots(seat, &filled)?;
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => {
                // What does not fit, or comes up later, is for the table to judge.
                let slot = slots.iter().find(|slot| slot.name == name);
                let value = slot.and_then(|slot| fitting(table, slot, value)).unwrap_or_else(|| value.to_owned());
                (name.to_owned(), value)
            }
            None => {
                let open = || slots.iter().filter(|slot| !filled.slots.contains_key(&slot.name));
                // What must be filled comes first.
                let needed = open().filter(|slot| slot.default.is_none()).chain(open());
                let found = needed.filter_map(|slot| Some((slot.name.clone(), fitting(table, slot, word)?))).next();
                found.ok_or_else(|| Fault::Usage(fits_nowhere(word, &filled, open())))?
            }
        };
        filled.slots.insert(name, value);
    }
    Ok(filled)
}

fn fits_nowhere<'s>(word: &str, filled: &Filled, open: impl Iterator<Item = &'s Slot>) -> String {
    let open: Vec<&str> = open.map(|slot| slot.name.as_str()).collect();
    match open.is_empty() {
        true => format!("{filled} is complete; {word:?} does not belong to it"),
        false => format!("{word:?} fits none of: {} (write slot=value)", open.join(", ")),
    }
}

/// A written value as the slot takes it, if it does: a key, the name a person reads, or the only one that begins so.
fn fitting(table: &dyn OpenTable, slot: &Slot, value: &str) -> Option<String> {
    match &slot.domain {
        Domain::One { of } => Some(choice_for(of, value)).filter(|key| of.iter().any(|choice| choice.key == *key)),
        Domain::Several { of, .. } => {
            let parts = value.split(',').filter(|part| !part.is_empty()).map(|part| choice_for(of, part));
            let keys: Vec<String> = parts.collect();
            let all = keys.iter().all(|key| of.iter().any(|choice| choice.key == *key));
            all.then(|| keys.join(","))
        }
        Domain::Number { min, max } => {
            value.parse::<i32>().ok().filter(|number| (min..=max).contains(&number)).map(|_| value.to_owned())
        }
        Domain::Cell { of } => of.iter().any(|choice| table.cell_key(choice.cell) == value).then(|| value.to_owned()),
        Domain::Text { longest } => (value.chars().count() <= *longest).then(|| value.to_owned()),
    }
}

/// The key of the choice that a written value means.
pub fn choice_for(choices: &[Choice], value: &str) -> String {
    let key = key_of(value);
    let exact = choices.iter().find(|choice| choice.key == value);
    let named = exact.or_else(|| choices.iter().find(|choice| choice.key == key || key_of(&choice.label) == key));
    let mut begun = choices.iter().filter(|choice| !key.is_empty() && choice.key.starts_with(&key));
    let found = named.or_else(|| begun.next().filter(|_| begun.next().is_none()));
    found.map_or_else(|| value.to_owned(), |choice| choice.key.clone())
}

/// Words apart by spaces; quotes keep spaces together.
pub fn split(text: &str) -> Result<Vec<String>, Fault> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    if quoted { Err(Fault::Usage("a quote is not closed".into())) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_together_by_quotes() {
        assert_eq!(split(" a  b=\"c d\" ").unwrap(), ["a", "b=c d"]);
        assert!(split("a \"b").is_err());
    }

    #[test]
    fn a_value_may_be_written_as_it_is_read_or_cut_short() {
        let choices = [Choice::new("bandit-boss", "Bandit boss"), Choice::new("barrel", "Barrel")];
        for (written, key) in [("bandit-boss", "bandit-boss"), ("Bandit boss", "bandit-boss"), ("bar", "barrel")] {
            assert_eq!(choice_for(&choices, written), key);
        }
        assert_eq!(choice_for(&choices, "ba"), "ba", "two begin so");
    }
}

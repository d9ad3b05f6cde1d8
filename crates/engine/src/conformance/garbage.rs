//! No input panics.

use super::{Arena, Bench, Check};
use crate::{ActorId, ActorSet, Filled, Seat, Session, SessionError, System, What};
use referee_dice::FastRng;
use serde_json::Value;

impl<A: Arena> Bench<'_, A> {
    /// Random commands, random changes of a legal intent, answers to questions that nobody asked, seats of nobody.
    pub(super) fn check_inputs(
        &mut self,
        session: &Session<A::Book>,
        filled: &Filled,
        intent: &<A::Book as System>::Intent,
        rng: &mut FastRng,
    ) {
        let (book, table) = (session.book(), session.table());
        // The same table without its history, which would be copied for every try.
        let session = &Session::new(book.clone(), table.clone(), [0; 32]);
        for seat in [Seat::Player(ActorSet::EMPTY), Seat::Player([ActorId(90), ActorId(127)].into_iter().collect())] {
            self.guarded(|| format!("the view of {seat:?}"), || (book.view(table, seat), book.offers(table, seat)));
        }
        for _ in 0..8 {
            self.report.add("inputs");
            let seat = self.seats[rng.below(self.seats.len() as u32) as usize];
            let text = if rng.below(2) == 0 { noise(rng) } else { spoilt(&filled.to_string(), rng) };
            let mut command = match self.guarded(|| format!("{text:?}"), || Filled::parse(&text)) {
                Some(Ok(command)) => command,
                _ => filled.clone(),
            };
            command.actor = match rng.below(4) {
                0 => None,
                1 => Some(ActorId(rng.below(70_000) as u16)),
                _ => filled.actor,
            };
            if let Some((_, value)) = command.slots.iter_mut().next().filter(|_| rng.below(2) == 0) {
                *value = noise(rng);
            }
            self.guarded(|| format!("the slots of {command:?}"), || book.slots(table, seat, &command));
            if let Some(Ok(intent)) =
                self.guarded(|| format!("the intent of {command:?}"), || book.intent(table, seat, &command))
            {
                self.put(session, seat, What::Act(intent));
            }
            let mut json = serde_json::to_value(intent).expect("an intent is plain data");
            spoil(&mut json, rng);
            if let Ok(Ok(intent)) = std::panic::catch_unwind(|| serde_json::from_value(json.clone())) {
                self.report.add("strange intents");
                self.put(session, seat, What::Act(intent));
            }
            let ask = rng.below(4) as usize;
            self.put(session, seat, What::Answer { ask, option: rng.below(9) as usize, key: None });
            self.put(session, seat, What::Dice { ask, faces: vec![rng.next_u64() as i32; 3] });
        }
    }

    /// Puts something in on a copy of the session: it may be refused, but it must not break anything.
    fn put(&mut self, session: &Session<A::Book>, seat: Seat, what: What<A::Book>) {
        let words = format!("{what:?} by {seat:?}");
        let mut copy = session.fork(session.line()).expect("the last line is there");
        let result = self.guarded(|| words.clone(), move || copy.put(seat, what).map(|_| ()));
        if let Some(Err(SessionError::Broken(why))) = result {
            self.fault(Check::Inputs, format!("{words} broke: {why}"));
        }
    }
}

/// Characters that parsers stumble over.
fn noise(rng: &mut FastRng) -> String {
    const ODD: [char; 16] =
        ['"', '=', ' ', ',', '\\', '-', '9', '0', 'a', 'ß', '\u{0}', '\n', '🜨', '\u{202e}', '.', '{'];
    (0..rng.below(12)).map(|_| ODD[rng.below(16) as usize]).collect()
}

/// The text with a character changed, added or taken away.
fn spoilt(text: &str, rng: &mut FastRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(letters.len() as u32 + 1) as usize;
        match rng.below(3) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at < letters.len() => letters[at] = noise(rng).chars().next().unwrap_or('='),
            _ => letters.insert(at, noise(rng).chars().next().unwrap_or('"')),
        }
    }
    letters.into_iter().collect()
}

/// Changes one value somewhere inside.
fn spoil(value: &mut Value, rng: &mut FastRng) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = rng.below(map.len() as u32) as usize;
            map.values_mut().nth(at).into_iter().for_each(|below| spoil(below, rng));
        }
        Value::Array(list) if !list.is_empty() => {
            let at = rng.below(list.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], rng),
            }
        }
        Value::Number(_) => {
            let numbers = [0, 1, -1, 2, 7, 40, 127, 255, 65_535, i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX];
            *value = numbers[rng.below(12) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => *text = noise(rng),
        other => *other = Value::from(1),
    }
}

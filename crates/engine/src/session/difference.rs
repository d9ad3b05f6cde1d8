//! In words, how a recorded line differs from what the rules give.

use crate::{After, Entry, Input, System};
use std::collections::BTreeSet;

/// The first difference between a recorded line and the same line played again.
pub(super) fn difference<S: System>(recorded: &Entry<S>, again: &Entry<S>) -> String {
    let asks: BTreeSet<usize> = recorded.inputs.keys().chain(again.inputs.keys()).copied().collect();
    for ask in asks {
        let (recorded, again) = (recorded.inputs.get(&ask), again.inputs.get(&ask));
        let nothing = || "nothing at this point".to_owned();
        let [recorded, again] = [recorded, again].map(|input| input.map_or_else(nothing, Input::to_string));
        if recorded != again {
            return format!("the rules give {again}, but the journal has {recorded}");
        }
    }
    if recorded.after != again.after {
        return match (&recorded.after, &again.after) {
            (After::Done(_), After::Done(_)) => "the table after this line has another digest".to_owned(),
            (recorded, again) => format!("{}, but the journal says that {}", state(again), state(recorded)),
        };
    }
    if recorded.dice != again.dice {
        return "the dice after this line continue at another place of the random stream".to_owned();
    }
    "the line reads differently when it is written again".to_owned()
}

fn state(after: &After) -> String {
    match after {
        After::Done(_) => "the act is complete".to_owned(),
        After::Waiting(asks) => {
            let asks: Vec<String> = asks.iter().map(usize::to_string).collect();
            let noun = if asks.len() == 1 { "question" } else { "questions" };
            format!("the act waits for {noun} {}", asks.join(", "))
        }
    }
}

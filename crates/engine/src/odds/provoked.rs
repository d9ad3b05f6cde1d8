//! What an act would let others do.

use super::name_of;
use crate::{Met, RuleId, Seat, System, Who};
use serde::Serialize;

/// A reaction that an act would offer to somebody, on one way at least.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Provoked {
    /// Who would be asked.
    pub who: Who,
    /// Their name.
    pub name: String,
    /// The kind of question: `pot-shot`.
    pub kind: String,
    /// The question. `None` if it would be put in other words on another way: with other numbers, say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The rule that offers it.
    pub rule: RuleId,
}

/// The reactions that came up, once for each person and kind, as far as `seat` may know of them.
pub(super) fn provoked<S: System>(book: &S, table: &S::Table, seat: Seat, met: Vec<Met>) -> Vec<Provoked> {
    let mut all: Vec<Provoked> = Vec::new();
    for Met { who, prompt, .. } in met.into_iter().filter(|met| may_learn(book, table, seat, met)) {
        match all.iter_mut().find(|known| known.who == who && known.kind == prompt.kind) {
            Some(known) => known.text = known.text.take().filter(|text| *text == prompt.text),
            None => {
                let (name, text) = (name_of(book, table, who), Some(prompt.text));
                all.push(Provoked { who, name, kind: prompt.kind, text, rule: prompt.rule });
            }
        }
    }
    all
}

/// A player learns of the reactions of others, where everybody is known to them; what the game master would be asked is
/// nobody else's business. What their own characters would be asked they see when it comes to it: a reaction to a fall
/// would tell of the pit.
fn may_learn<S: System>(book: &S, table: &S::Table, seat: Seat, met: &Met) -> bool {
    match met.who {
        _ if seat.is_gm() => true,
        Who::Actor(actor) => !seat.plays(actor) && met.names.iter().all(|named| book.knows(table, seat, named)),
        Who::Gm | Who::Side(_) => false,
    }
}

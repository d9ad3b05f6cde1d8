//! The exact chances of several deeds in a row, now or on somebody's next turn.

use crate::{OpenTable, odds::MOST_WAYS};
use referee_dice::Chance;
use referee_engine::{
    ActorId, Effort, ExploreError, Odds, OddsError, Refusal, Seat, Session, System,
    odds::{Deed, Ends, ends_from, next_turn_of, odds_from},
};

/// What the odds are asked of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// Wait until this actor's next turn; everybody lets their turns go by until then.
    pub on_turn_of: Option<ActorId>,
    /// One after the other. A later one that is refused on some ways does nothing there.
    pub deeds: Vec<Deed>,
}

/// How things stand where the first deed is done.
fn start<S: System>(session: &Session<S>, chain: &Chain) -> Result<Ends<S>, OddsError> {
    if !session.waiting().is_empty() {
        let why = "an action is waiting for an answer; answer or abandon it first";
        return Err(Refusal::plain("busy", why).into());
    }
    let (book, table) = (session.book(), session.table());
    match chain.on_turn_of {
        Some(actor) => next_turn_of(book, table, actor, MOST_WAYS),
        None => Ok(Ends::at(table)),
    }
}

fn ends<S: System>(session: &Session<S>, chain: &Chain) -> Result<Ends<S>, OddsError> {
    ends_from(session.book(), start(session, chain)?, &chain.deeds, MOST_WAYS)
}

pub(crate) fn odds<S: System>(session: &Session<S>, chain: &Chain, effort: Effort<'_>) -> Result<Odds, OddsError> {
    odds_from(session.book(), start(session, chain)?, &chain.deeds, effort)
}

/// The likeliest table at the end of a chain; of equals, the first. More may follow, so an answer that nobody has asked for yet
/// is no mistake.
pub(crate) fn likely<S: System>(session: &Session<S>, chain: &Chain) -> Result<Box<dyn OpenTable>, OddsError> {
    let mut chain = chain.clone();
    let ends = loop {
        match ends(session, &chain) {
            Err(OddsError::Explore(ExploreError::NeverAsked(key))) => chain = chain.without(&key),
            other => break other?,
        }
    };
    let mut chances = vec![Chance::ZERO; ends.tables.len()];
    for (_, _, at, chance) in &ends.ways {
        chances[*at] += chance;
    }
    let mut best = 0;
    for (at, chance) in chances.iter().enumerate() {
        if *chance > chances[best] {
            best = at;
        }
    }
    let table = ends.tables.into_iter().nth(best);
    let table = table.ok_or_else(|| Refusal::plain("no-way", "there is no way that leads on"))?;
    Ok(Box::new(Session::new(session.book().clone(), table, [0; 32])))
}

/// The seat of the game master's deeds: whoever asks for odds may try anything.
impl Chain {
    /// The same with one more deed.
    pub fn then(mut self, filled: referee_engine::Filled, deciding: referee_engine::Deciding) -> Chain {
        self.deeds.push(Deed { by: Seat::Gm, filled, deciding });
        self
    }

    /// The same without an answer that is settled.
    pub fn without(mut self, answer: &str) -> Chain {
        for deed in &mut self.deeds {
            deed.deciding.answers.retain(|key| key != answer);
        }
        self
    }
}

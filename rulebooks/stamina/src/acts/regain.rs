//! Regain Composure (ST-197 to ST-201).

use super::prelude::*;
use crate::{
    check::{Counts, perform_open},
    recovery::{Recovered, Track},
};

act! {
    /// ST-198.
    pub struct Regain for Stamina, by ActorId {
        with: With = "With", usual;
        how: How = "How", usual;
    }
}

/// ST-D25: with which attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are those of the book")]
pub enum With {
    Reflexes,
    Perception,
}

/// Composure that may be regained.
pub struct Regaining {
    who: ActorId,
    with: With,
    how: How,
}

/// ST-197: the slot, never lowered.
const COST: Cost = Cost::of(Action::RegainComposure, Need::One);

impl Act<Stamina> for Regain {
    type By = ActorId;
    type Ready = Regaining;
    const CARD: Card = card!("regain", "Regain Composure", "Recovery", "1 stamina", "ST-198");

    /// ST-199, ST-R85: not after an attack in this round.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Regaining, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        if see.clock.mode == Mode::Rounds && see.actor(who).attacks > 0 {
            return Err(bar!("ST-199", "attacked", "{} has made an attack this round", see.table.name(who)).into());
        }
        Ok(Regaining { who, with: self.with()?, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-198 to ST-201: reflexes or perception with personal defense.
    fn resolve<O: Oracle<Stamina>>(
        Regaining { who, with, how }: Regaining,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        table.actor_mut(who).turn.no_attack = true; // ST-200
        let attribute = match with {
            With::Reflexes => Attribute::Reflexes,
            With::Perception => Attribute::Perception,
        };
        let pool = pool_of(table, who, attribute, Primary::PersonalDefense);
        let named = Named::Action(Action::RegainComposure);
        let successes = perform_open(book, who, named, pool, Counts::Successes, how, oracle)?;
        let amount = successes.saturating_add(table.sheet(who).rank(Secondary::RegainComposure)); // ST-201
        let most = table.sheet(who).max_defense;
        let actor = table.actor_mut(who);
        let before = actor.defense;
        actor.defense = before.saturating_add(amount).min(most).max(before); // ST-R20
        let amount = actor.defense - before;
        let (what, rule) = (Track::Defense, rule!("ST-201"));
        oracle.tell(Audience::All, || Event::Recovered(Recovered { who, what, amount, rule }));
        Ok(())
    }
}

impl Value<Stamina> for With {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![With::Reflexes, With::Perception]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(match self {
            With::Reflexes => "reflexes",
            With::Perception => "perception",
        })
    }
}

//! Rounds begin (ST-039, ST-D08, ST-D31).

use crate::acts::prelude::*;
use crate::table::Actor;

act! {
    /// ST-D31: who is surprised (ST-220), who is flat footed (ST-219), who has rounds of warning (ST-R103).
    pub struct BeginRounds for Stamina, by Gm {
        surprised among surprised: Several<ActorId> = "Surprised", usual;
        #[serde(rename = "flat-footed")]
        flat_footed named "flat-footed" among flat_footed: Several<ActorId> = "Flat footed", usual;
        warned among warned: Several<ActorId> = "Warned", usual;
        rounds: Within<0, 50> = "Rounds of warning, 0 for what the checks gave", usual;
    }
}

/// Rounds that may begin.
pub struct Beginning {
    surprised: ActorSet,
    flat_footed: ActorSet,
    warned: ActorSet,
    rounds: u8,
}

impl Act<Stamina> for BeginRounds {
    type By = Gm;
    type Ready = Beginning;
    const CARD: Card = card!("begin-rounds", "Begin rounds", "GM", "", "ST-039");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Beginning, Bar<'t>> {
        if see.clock.mode == Mode::Rounds {
            return Err(bar!("ST-039", "in-rounds", "play is in rounds already").into());
        }
        if see.active().is_empty() {
            return Err(bar!("ST-039", "nobody", "nobody is there to act").into());
        }
        let set = |who: Several<ActorId>| -> Result<ActorSet, Bar<'t>> {
            who.0.iter().try_for_each(|who| see.someone(*who))?;
            Ok(who.0.into_iter().collect())
        };
        Ok(Beginning {
            surprised: set(self.surprised()?)?,
            flat_footed: set(self.flat_footed()?)?,
            warned: set(self.warned()?)?,
            rounds: self.rounds()?.number()? as u8,
        })
    }

    fn resolve<O: Oracle>(ready: Beginning, book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Beginning { surprised, flat_footed, warned, rounds } = ready;
        for who in table.ids() {
            let actor = table.actor_mut(who);
            actor.surprised = surprised.contains(who);
            actor.flat_footed = flat_footed.contains(who);
            actor.warning = match (warned.contains(who), rounds) {
                (false, _) => 0,
                (true, 0) => actor.warning.max(1),
                (true, rounds) => rounds,
            };
        }
        turn::begin_rounds(book, table, oracle)
    }
}

/// ST-D31: those for whom watches and Alertness Checks have given it, first of all; then nobody, and each by itself.
fn given(see: See<'_, '_>, is: fn(&Actor) -> bool) -> Vec<Several<ActorId>> {
    let active = see.active().both(see.actors());
    let given: Several<ActorId> = active.iter().filter(|who| is(see.actor(*who))).collect();
    let each = active.iter().map(|who| Several::from_iter([who]));
    let others = std::iter::once(Several::none()).chain(each).filter(|other| *other != given);
    std::iter::once(given.clone()).chain(others).collect()
}

fn surprised(_: &BeginRounds, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    given(see, |actor| actor.surprised)
}

fn flat_footed(_: &BeginRounds, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    given(see, |actor| actor.flat_footed)
}

fn warned(_: &BeginRounds, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    given(see, |actor| actor.warning > 0)
}

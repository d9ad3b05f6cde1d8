//! The Alertness Check (ST-260 to ST-270).

use super::may_check;
use crate::acts::prelude::*;
use crate::{
    acts::watch::{eyes, learn, stealth_of},
    check::{Named, ask_how, perform},
};

act! {
    /// ST-D37: an Alertness Check of these.
    pub struct Alertness for Stamina, by Gm {
        who: Several<ActorId> = "Who";
        difficulty: Within<0, 60> = "Difficulty, 0 for a stealth result or to be asked", usual;
        danger: UsuallyYes = "Is it a danger?", usual;
    }
}

/// An Alertness Check that may be called for; without a difficulty it is against a stealth result, or the GM is asked.
pub struct Calling {
    who: ActorSet,
    difficulty: Option<u8>,
    danger: bool,
}

impl Act<Stamina> for Alertness {
    type By = Gm;
    type Ready = Calling;
    const CARD: Card = card!("alertness", "Call for an Alertness Check", "GM", "", "ST-261");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Calling, Bar<'t>> {
        let who = self.who()?;
        if who.0.is_empty() {
            return Err(bar!("ST-260", "nobody", "somebody must make the check").into());
        }
        who.0.iter().try_for_each(|who| may_check(see.table, *who))?;
        let difficulty = Some(self.difficulty()?.number()? as u8).filter(|difficulty| *difficulty > 0);
        Ok(Calling { who: who.0.into_iter().collect(), difficulty, danger: self.danger()?.0 })
    }

    fn resolve<O: Oracle<Stamina>>(
        Calling { who, difficulty, danger }: Calling,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        // ST-263: each makes its own check.
        for who in who.iter() {
            alertness(book, table, who, difficulty, danger, oracle)?;
        }
        Ok(())
    }
}

/// ST-260 to ST-270: the difficulty is given, or a stealth result.
fn alertness<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    difficulty: Option<u8>,
    danger: bool,
    oracle: &mut O,
) -> Flow<()> {
    let opposed = stealth_of(table, who).filter(|_| difficulty.is_none());
    let difficulty = match difficulty.or(opposed) {
        Some(difficulty) => difficulty,
        None => check::difficulty(table, who, Named::Alertness, oracle)?,
    };
    let how = if opposed.is_some() { How::Roll } else { ask_how(table, who, oracle)? };
    let pool = eyes(table, who);
    let to = Audience::only(who);
    let degree = perform(book, who, Named::Alertness, pool, difficulty, how, to, oracle)?;
    learn(table, who, Named::Alertness, degree, danger, oracle);
    Ok(())
}

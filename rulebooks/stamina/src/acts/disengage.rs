//! Disengage (ST-191 to ST-195).

use super::{dodge::Defends, prelude::*};
use crate::reach::unsettle;

act! {
    /// ST-194: 10 more against free attacks.
    pub struct Disengage for Stamina, by ActorId {
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// Disengage in a form that may be declared.
pub struct Disengaging {
    who: ActorId,
    cost: Cost,
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Disengage, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for Disengage {
    type By = ActorId;
    type Ready = Disengaging;
    const CARD: Card = card!("disengage", "Disengage", "Defensive", "2 stamina", "ST-194");

    /// ST-193 is looked at with the cost; ST-195: no second Disengage.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Disengaging, Bar<'t>> {
        turn::may_in_form(see.book, see.table, who, Action::Disengage, self.lowered.value().copied())?;
        if see.actor(who).turn.disengaged {
            return Err(bar!("ST-195", "disengaged", "a second Disengage waits for the next turn").into());
        }
        let cost = Cost::lowered(Action::Disengage, self.lowered()?);
        turn::may(see.book, see.table, who, &cost)?;
        Ok(Disengaging { who, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        Disengaging { who, cost }: Disengaging,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        unsettle(table, who); // ST-226
        table.actor_mut(who).turn.disengaged = true;
        oracle.tell(Audience::All, || Event::Defends(Defends { who, action: Action::Disengage, bonus: 10 }));
        Ok(())
    }
}

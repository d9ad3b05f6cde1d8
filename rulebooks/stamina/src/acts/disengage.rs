//! Disengage (ST-191 to ST-195).

use super::{dodge::Defends, prelude::*};
use crate::reach::unsettle;

act! {
    /// ST-194: 10 more against free attacks.
    pub struct Disengage for Stamina, by ActorId {
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

impl Act<Stamina> for Disengage {
    type By = ActorId;
    type Ready = Declared;
    const CARD: Card = card!("disengage", "Disengage", "Defensive", "2 stamina", "ST-194");

    /// ST-193 is looked at with the cost; ST-195: no second Disengage.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Declared, Bar<'t>> {
        turn::may_in_form(see, who, Action::Disengage, &self.lowered)?;
        if see.actor(who).turn.disengaged {
            return Err(bar!("ST-195", "disengaged", "a second Disengage waits for the next turn").into());
        }
        Ok(turn::in_form(see, who, Action::Disengage, self.lowered()?)?)
    }

    fn resolve<O: Oracle>(ready: Declared, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Declared { who, cost } = ready;
        if !turn::declare(table, who, &cost, oracle)? {
            return Ok(());
        }
        unsettle(table, who); // ST-226
        table.actor_mut(who).turn.disengaged = true;
        oracle.tell(Audience::All, || Event::Defends(Defends { who, action: Action::Disengage, bonus: 10 }));
        Ok(())
    }
}

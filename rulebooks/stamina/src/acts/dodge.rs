//! Dodge (ST-191, ST-196).

use super::prelude::*;
use crate::{defense::dodge_bonus, reach::unsettle};

act! {
    /// ST-196: ranged defense for the metres of this turn.
    pub struct Dodge for Stamina, by ActorId {
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

impl Act<Stamina> for Dodge {
    type By = ActorId;
    type Ready = Declared;
    const CARD: Card = card!("dodge", "Dodge", "Defensive", "2 stamina", "ST-196");

    /// ST-193 is looked at with the cost.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Declared, Bar<'t>> {
        turn::may_in_form(see, who, Action::Dodge, &self.lowered)?;
        Ok(turn::in_form(see, who, Action::Dodge, self.lowered()?)?)
    }

    fn resolve<O: Oracle>(ready: Declared, book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Declared { who, cost } = ready;
        if !turn::declare(table, who, &cost, oracle)? {
            return Ok(());
        }
        unsettle(table, who); // ST-226
        table.actor_mut(who).turn.dodging = true;
        let bonus = dodge_bonus(book, table, who);
        oracle.tell(Audience::All, || Event::Defends(Defends { who, action: Action::Dodge, bonus }));
        Ok(())
    }
}

told! {
    /// ST-194, ST-196: somebody is harder to hit.
    pub struct Defends for Stamina { who: ActorId, action: Action, bonus: i16 }
    |table| under [if action == Action::Dodge { rule!("ST-196") } else { rule!("ST-194") }] by who =>
        format!("{}: {bonus:+} by {}", table.name(who), action.word());
}

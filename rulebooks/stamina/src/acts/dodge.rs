//! Dodge (ST-191, ST-196).

use super::prelude::*;
use crate::{defense::dodge_bonus, reach::unsettle};

act! {
    /// ST-196: ranged defense for the metres of this turn.
    pub struct Dodge for Stamina, by ActorId {
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// Dodge in a form that may be declared.
pub struct Dodging {
    who: ActorId,
    cost: Cost,
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Dodge, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for Dodge {
    type By = ActorId;
    type Ready = Dodging;
    const CARD: Card = card!("dodge", "Dodge", "Defensive", "2 stamina", "ST-196");

    /// ST-193 is looked at with the cost.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Dodging, Bar<'t>> {
        turn::may_in_form(see.book, see.table, who, Action::Dodge, self.lowered.value().copied())?;
        let cost = Cost::lowered(Action::Dodge, self.lowered()?);
        turn::may(see.book, see.table, who, &cost)?;
        Ok(Dodging { who, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        Dodging { who, cost }: Dodging,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        unsettle(table, who); // ST-226
        table.actor_mut(who).turn.dodging = true;
        let bonus = dodge_bonus(book, table, who);
        oracle.tell(Audience::All, || Event::Defends(Defends { who, action: Action::Dodge, bonus }));
        Ok(())
    }
}

/// ST-194, ST-196: somebody is harder to hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Defends {
    pub who: ActorId,
    pub action: Action,
    pub bonus: i16,
}

impl Tells<Stamina> for Defends {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let rule = if self.action == Action::Dodge { rule!("ST-196") } else { rule!("ST-194") };
        let text = format!("{}: {:+} by {}", table.name(self.who), self.bonus, self.action.word());
        Line::new(1, text, [rule]).by(self.who)
    }
}

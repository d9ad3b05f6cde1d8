//! Aiming (ST-147 to ST-150).

use super::*;
use crate::table::Aim as Aimed;
use referee_engine::clock::{Edge, Ends, Turn};

act! {
    /// ST-147. ST-150: it is never lowered.
    pub struct Aim for Stamina, by ActorId {
        target among targets: ActorId = "At";
        lowered: bool = "Lowered to zero", usual;
    }
}

/// Somebody who may be aimed at, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aiming {
    pub who: ActorId,
    pub target: ActorId,
}

impl Tells<Stamina> for Aiming {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} aims at {}", table.name(self.who), table.name(self.target));
        Line::new(1, text, [rule!("ST-148")]).by(self.who)
    }
}

const COST: Cost = Cost::of(Action::Aim, Need::One);

fn targets(_: &Aim, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    others(see, whose)
}

impl Act<Stamina> for Aim {
    type By = ActorId;
    type Ready = Aiming;
    const CARD: Card = card!("aim", "Aim", "Gear", "", "ST-147");
    const NOTHING: Why<'static> = bar!("ST-147", "no-target", "there is no such target");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Aiming, Bar<'t>> {
        if self.lowered.value() == Some(&true) {
            return Err(turn::not_lowered(Action::Aim).into());
        }
        turn::may(see.book, see.table, who, &COST)?;
        let target = self.target()?;
        let is_there = see.has(target) && target != who && see.is_active(target);
        if !is_there || !see.is_aware(who, target) {
            return Err(Aim::NOTHING.moot().into());
        }
        Ok(Aiming { who, target })
    }

    fn resolve<O: Oracle<Stamina>>(
        Aiming { who, target }: Aiming,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        // ST-149: through the next own turn, to its end; this turn's end is passed on the way.
        let ends = Ends::At { turn: Turn::Of(who), edge: Edge::End, count: 2 };
        table.actor_mut(who).aim = Some(Aimed { target, ends });
        oracle.tell(Audience::All, || Event::Aims(Aiming { who, target }));
        Ok(())
    }
}

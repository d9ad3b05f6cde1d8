//! Releasing a crafted effect (ST-186 to ST-190).

use super::*;
use crate::{harm::pay_dues, table::Craft};

act! {
    /// ST-186.
    pub struct Release for Stamina, by ActorId {
        target among targets: ActorId = "On", usual when is_own;
    }
}

/// Arcane energy, and who works with it.
pub struct Releasing {
    who: ActorId,
    target: ActorId,
}

fn targets(_: &Release, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    near(see, whose)
}

fn is_own(act: &Release, _: See<'_, '_>, whose: Option<ActorId>) -> bool {
    is_caster(act.target.value(), whose)
}

impl Act<Stamina> for Release {
    type By = ActorId;
    type Ready = Releasing;
    const CARD: Card = card!("release", "Release crafted effect", "Magic", "dues", "ST-186");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Releasing, Bar<'t>> {
        may_work(see.table, who)?;
        turn::may(see.book, see.table, who, &cost(Action::Release))?;
        let craft = &see.actor(who).craft;
        if craft.stored == 0 && craft.actions == 0 {
            return Err(bar!("ST-186", "nothing-crafted", "there is nothing to release").into());
        }
        let target = self.target()?;
        if !touchable(see, who, target) {
            return Err(bar!("ST-186", "out-of-touch", "it works on the caster or on a neighbour").into());
        }
        Ok(Releasing { who, target })
    }

    /// ST-186 to ST-190: the effect works at once or is kept (ST-D24); the dues are everything stored, shaped or not (ST-189), and
    /// one for each Gather and Shape. What was not shaped is lost.
    fn resolve<O: Oracle<Stamina>>(
        Releasing { who, target }: Releasing,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost(Action::Release), oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let craft = table.actor(who).craft;
        let effect = craft.effect();
        let keeps = AtOnce { who, target }.ask(Who::Actor(who), table, oracle)? == Use::Keep;
        let left = Craft { row: craft.row, gathered: craft.gathered, ..Craft::default() };
        table.actor_mut(who).craft = left;
        if keeps {
            keep(table, who, effect, oracle);
        } else {
            activate(book, table, who, target, effect, oracle)?;
            if !table.is_active(who) {
                return Ok(()); // ST-R78: whoever is out pays no dues
            }
        }
        pay_dues(table, who, craft.dues(), rule!("ST-188"), oracle)
    }
}

ask! {
    /// ST-D24, to a caster: at once, or kept to throw.
    pub struct AtOnce for Stamina: "release", "ST-D24" {
        who: ActorId,
        /// On whom it would work at once.
        target: ActorId,
    }
    |self, table| {
        let on = if self.target == self.who { "the caster" } else { table.name(self.target) };
        format!("At once, on {on}, or kept to throw?")
    };
    pub enum Use {
        Activate = "activate", "activate";
        Keep = "keep", "keep";
    }
}

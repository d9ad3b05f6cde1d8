//! Taking a weapon in hand, or up from the ground (PR-031, PR-R18, PR-R44).

use super::prelude::*;

act! {
    /// PR-031, PR-R18: takes a weapon in hand, or up from the ground. It is simply done.
    pub struct Draw for Proficiency, by ActorId {
        weapon: WeaponAt = "What";
    }
}

told! {
    /// Somebody took a weapon in hand.
    pub struct Drawn for Proficiency { who: ActorId, weapon: WeaponAt }
    |table| "PR-031" by who => {
        let weapon = &table.sheet(who).weapons[weapon.at()].name;
        format!("{} takes {weapon} in hand", table.name(who))
    };
}

impl Act<Proficiency> for Draw {
    type By = ActorId;
    type Ready = Drawn;
    const CARD: Card = card!("draw", "Take in hand", "Mundane", "", "PR-R18");
    const NOTHING: Why<'static> = bar!("PR-R18", "nothing-fits", "there is nothing else to take in hand");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Drawn, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let (weapon, actor) = (self.weapon()?, table.actor(who));
        let Some(sheet) = table.sheet(who).weapons.get(weapon.at()) else {
            return Err(bar!(_, "unknown-weapon", "there is no such weapon").into());
        };
        if actor.used_up >> weapon.0 & 1 == 1 {
            return Err(bar!(_, "used-up", "{} is gone", &sheet.name).into());
        }
        if actor.in_hand == weapon.0 {
            return Err(bar!("PR-R18", "in-hand", "{} is in hand", &sheet.name).moot().into());
        }
        if actor.dropped >> weapon.0 & 1 == 1 && actor.turn.moved && table.phase != Phase::Free {
            return Err(bar!("PR-R44", "moved", "picking up what was dropped takes the move of the turn").into());
        }
        Ok(Drawn { who, weapon })
    }

    fn resolve<O: Oracle<Proficiency>>(ready: Drawn, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Drawn { who, weapon } = ready;
        turn::enter(table, who, oracle);
        let actor = table.actor_mut(who);
        if actor.dropped >> weapon.0 & 1 == 1 {
            actor.dropped &= !(1 << weapon.0);
            actor.turn.moved = true;
        }
        actor.in_hand = weapon.0;
        oracle.tell(Audience::All, || Event::Drawn(Drawn { who, weapon }));
        Ok(())
    }
}

//! A blow, and the dodge that may answer it.

use crate::{Brawl, Event, Table};
use referee_engine::act::prelude::*;

act! {
    /// BR-001: a blow at somebody of another side.
    pub struct Strike for Brawl, by ActorId {
        target: ActorId = "Whom";
    }
}

/// A blow that may be struck. It hits with this number or more on the die.
pub struct Blow {
    who: ActorId,
    target: ActorId,
    needs: i32,
}

impl Act<Brawl> for Strike {
    type By = ActorId;
    type Ready = Blow;
    const CARD: Card = card!("strike", "Strike", "Acts", "the turn", "BR-001");

    fn ready<'t>(&self, see: &Seen<'t, Brawl>, who: ActorId) -> Result<Blow, Bar<'t>> {
        see.table.may_act(who)?;
        let (me, target) = (&see.table.fighters[who], self.target()?);
        match see.table.fighters.get(target) {
            Some(foe) if foe.side == me.side => Err(bar!("BR-001", "no-foe", "{} is no foe", &foe.name).moot().into()),
            Some(foe) if foe.left() == 0 => Err(bar!("BR-004", "down", "{} is down already", &foe.name).into()),
            Some(foe) => Ok(Blow { who, target, needs: i32::from(foe.guard) - i32::from(me.skill) }),
            None => Err(bar!(_, "nobody", "there is nobody like that").into()),
        }
    }

    fn resolve<O: Oracle<Brawl>>(blow: Blow, _: &Brawl, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Blow { who, target, mut needs } = blow;
        let may_dodge = !table.fighters[target].has_dodged;
        if may_dodge && (Dodge { who }).ask(Who::Actor(target), table, oracle)? == Reaction::Dodge {
            table.fighters[target].has_dodged = true;
            needs += 5;
        }
        let throw = |name| Throw::open(Who::Actor(who), name);
        let die = oracle.roll(throw("strike"), Roll::die(20), |face| face >= needs)?;
        let harm = if die.value { oracle.roll(throw("damage"), Roll::die(6), |face| face as u8)?.value } else { 0 };
        let foe = &mut table.fighters[target];
        foe.lost = foe.lost.saturating_add(harm).min(foe.hp);
        oracle.tell(Audience::All, || Event::Struck(Struck { who, target, needs, face: die.face, harm }));
        Ok(())
    }
}

ask! {
    /// BR-002: whoever is struck at may dodge, once until its next turn.
    pub struct Dodge for Brawl: "dodge", "BR-002", declines {
        who: ActorId,
    }
    |self, table| format!("{} strikes at you. Do you dodge?", table.fighters[self.who].name);
    /// BR-002: a blow at somebody who dodges needs 5 more.
    pub enum Reaction {
        Stand = "stand", "Stand";
        Dodge = "dodge", "Dodge";
    }
}

told! {
    /// What came of a blow.
    pub struct Struck for Brawl { who: ActorId, target: ActorId, needs: i32, face: Face, harm: u8 }
    |table| "BR-001" by who => {
        let (striker, target) = (&table.fighters[who].name, &table.fighters[target].name);
        format!("{striker} strikes at {target}: {face} against {needs}, {harm} damage")
    };
    marks |self, to| {
        let hit = self.harm > 0;
        to.push(Mark::word("strike", Some(self.target), hit.into(), if hit { "hit" } else { "missed" }));
        to.push(Mark::count("damage", Some(self.target), self.harm.into()));
    };
}

//! Trip: knocks somebody within Reach Prone (CW-145, CW-146).

use super::prelude::*;
use crate::{reactions::block, sheet::AttackKind};

contest! {
    /// CW-145: knocks somebody within Reach down.
    pub struct Trip of Tripping: "trip", "Trip", "CW-145" {
        target among others: ActorId = "Whom";
    }
}

/// Who is to be Tripped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tripping {
    target: ActorId,
}

told! {
    /// CW-146: on the ground.
    pub struct Tripped for Clockworld { who: ActorId }
    |table| under "CW-146" by who => format!("{} is Prone", table.name(who));
}

impl Contest for Tripping {
    type Act = Trip;

    fn of<'t>(act: &Trip, see: See<'_, 't>, who: ActorId) -> Result<Tripping, Bar<'t>> {
        let target = act.target()?;
        in_hand(see.table, who, target)?;
        Ok(Tripping { target })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        (format!("tries to Trip {}", table.name(self.target)), rule!("CW-145"))
    }

    /// CW-145, CW-146, CW-268: Hand-to-Hand against the defence that the Target chose; if it wins, the Target is Prone.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, fits) = (self.target, defences(book, table, self.target));
        if start.initiator(Skill::HandToHand).overcomes(book, table, who, &fits, oracle)? {
            table.actor_mut(who).prone = true;
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Tripped(Tripped { who })));
        }
        Ok(())
    }
}

/// CW-145, CW-D26: Endure, Dodge, or Block with a held thing or an arm.
///
/// CW-R93: one that is Immobilized does not Dodge, unless the table says that only the Reaction is lost. CW-R94: one
/// that is Pinned has only Endure.
pub fn defences(book: &Clockworld, table: &Table, who: ActorId) -> Guards {
    let mut guards = Guards::from_slice(&[Guard::Endure]);
    if table.is_pinned(who) {
        return guards;
    }
    if !table.is_immobilized(who) || book.house.immobilized_trip_dodge {
        guards.push(Guard::Dodge);
    }
    let things = block::things(table, who, AttackKind::Reach);
    guards.extend(things.into_iter().map(|(_, thing)| Guard::BlockWith(thing)));
    guards.extend(block::arms(book, table, who, AttackKind::Reach).iter().map(Guard::BlockArm));
    guards
}

//! Trip: knocks somebody within Reach Prone (CW-145, CW-146).

use super::{
    ContestName, Start,
    bout::{Defender, Guard, Guards, choose, oppose},
    in_hand, may_start, others, warn,
};
use crate::{acts::prelude::*, reactions::block, sheet::AttackKind};

act! {
    /// CW-145: knocks somebody within Reach down.
    pub struct Trip for Clockworld, by ActorId {
        target among others: ActorId = "Whom";
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

/// A Trip that may be tried.
pub struct Tripping {
    start: Start,
    target: ActorId,
}

/// What happened in a Trip, besides the Checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TripEvent {
    Tried {
        start: Start,
        target: ActorId,
    },
    /// CW-146: on the ground.
    Tripped {
        who: ActorId,
    },
}

impl Act<Clockworld> for Trip {
    type By = ActorId;
    type Ready = Tripping;
    const CARD: Card = card!("trip", "Trip", "Actions", "1 Action", "CW-145");
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Tripping, Bar<'t>> {
        may_start(see, who, ContestName::Trip)?;
        let target = self.target()?;
        in_hand(see.table, who, target)?;
        let start = Start::of(see, who, ContestName::Trip, self.focus()?, self.sneakily()?)?;
        Ok(Tripping { start, target })
    }

    /// CW-145, CW-146, CW-268: Hand-to-Hand against the defence that the Target chose; if it wins, the Target is Prone.
    fn resolve<O: Oracle<Clockworld>>(
        Tripping { start, target }: Tripping,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        start.spend(book, table);
        oracle.tell(Audience::All, || Event::Trip(TripEvent::Tried { start, target }));
        let guard = choose(table, target, start.by, ContestName::Trip, &defences(book, table, target), oracle)?;
        let initiator = start.initiator(Skill::HandToHand);
        if oppose(book, table, initiator, &[Defender::new(target, guard)], oracle)?.contains(target) {
            table.actor_mut(target).prone = true;
            oracle.tell(Audience::All, || Event::Trip(TripEvent::Tripped { who: target }));
        }
        start.noticed(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        warn(see, who, offer);
    }
}

impl act::Tells<Clockworld> for TripEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match *self {
            TripEvent::Tried { start, target } => {
                start.line(table, &format!("tries to Trip {}", table.name(target)), rule!("CW-145"))
            }
            TripEvent::Tripped { who } => {
                Line::new(1, format!("{} is Prone", table.name(who)), [rule!("CW-146")]).by(who)
            }
        }
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

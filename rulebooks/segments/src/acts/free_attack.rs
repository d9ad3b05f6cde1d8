//! A free hasty attack on somebody who has moved although nobody asked about it (SE-R92), and what to answer when a foe moves.

use super::{attack::Target, prelude::*};
use crate::{reactions::free, table::FreeAnswer};

act! {
    /// SE-R92: a free attack on an ally who has just moved.
    pub struct FreeAttack for Segments, by ActorId {
        target: ActorId = "At whom";
        weapon: WeaponRef = "With what";
    }
}

act! {
    /// SE-R92: what is answered when a foe moves in range.
    pub struct Standing for Segments, by ActorId {
        answer: FreeAnswer = "From now on";
    }
}

/// A free attack that may be made.
pub struct Called {
    pub(super) by: ActorId,
    pub(super) at: ActorId,
    pub(super) weapon: WeaponRef,
}

impl Called {
    /// Is there a mover to strike at?
    pub(super) fn is_anybody_moving(table: &Table) -> Result<(), Bar<'static>> {
        if table.round.under_way.iter().any(|segment| segment.moved_ft > 0) {
            return Ok(());
        }
        Err(bar!("SE-R92", "nobody-moved", "a free attack is at something that moves").into())
    }

    /// SE-R92: the mover has moved in a segment under way, is in range now, and is not one that it was asked about (SE-R84).
    pub(super) fn ready<'t>(
        see: See<'_, 't>,
        by: ActorId,
        at: Result<ActorId, Bar<'t>>,
        weapon: Result<WeaponRef, Bar<'t>>,
    ) -> Result<Called, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        Called::is_anybody_moving(table)?;
        let at = at?;
        let weapons = free::may_call(book, table, by, at)?;
        let weapon = weapon?;
        if !weapons.contains(&weapon) {
            return Err(bar!("SE-R82", "out-of-range", "that weapon does not reach").into());
        }
        Ok(Called { by, at, weapon })
    }

    /// The price is the usual one.
    pub(super) fn strike<O: Oracle<Segments>>(self, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Called { by, at, weapon } = self;
        for segment in table.round.under_way.iter_mut().filter(|segment| segment.who == at) {
            segment.asked = segment.asked.with(by);
        }
        free::strike(book, table, by, Target::Body(at), weapon, oracle)
    }
}

impl Act<Segments> for FreeAttack {
    type By = ActorId;
    type Ready = Called;
    const CARD: Card = card!("free-attack", "A free hasty attack on who has moved", "Reactions", "", "SE-R92");
    const NOTHING: Why<'static> = bar!("SE-R92", "nobody-moved", "nobody who has moved can be struck at");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Called, Bar<'t>> {
        see.table.may_act(who)?;
        Called::ready(see, who, self.target(), self.weapon())
    }

    fn resolve<O: Oracle<Segments>>(called: Called, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        called.strike(book, table, oracle)
    }
}

impl Act<Segments> for Standing {
    type By = ActorId;
    type Ready = (ActorId, FreeAnswer);
    const CARD: Card = card!("free-attacks", "What to answer when a foe moves in range", "Standing", "", "SE-R92");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        if who.index() >= see.table.actors.len() {
            return Err(bar!(_, "unknown-character", "there is no such character").into());
        }
        Ok((who, self.answer()?))
    }

    fn resolve<O: Oracle<Segments>>(ready: Self::Ready, _: &Segments, table: &mut Table, _: &mut O) -> Flow<()> {
        let (who, answer) = ready;
        table.actor_mut(who).free = answer;
        Ok(())
    }
}

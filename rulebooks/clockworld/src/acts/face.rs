//! Facing: the direction a Character looks (CW-176 to CW-180).

use super::prelude::*;
use crate::sneak;

act! {
    /// CW-178, CW-180, CW-D07, CW-D52: looks that way.
    pub struct Face for Clockworld, by ActorId {
        to: Towards = "Look towards";
    }
}

/// A turn of the body that may be made.
pub struct Turning {
    who: ActorId,
    degrees: u16,
    /// CW-180: for a Reaction?
    reaction: bool,
}

told! {
    /// Somebody turned.
    pub struct Faced for Clockworld {
        who: ActorId,
        /// Where it looks now, in degrees.
        facing: u16,
        /// CW-180: for a Reaction?
        reaction: bool,
    }
    |table| [if reaction { rule!("CW-180") } else { rule!("CW-178") }] by who => {
        let how = if reaction { ", for a Reaction" } else { "" };
        format!("{} looks towards {facing}°{how}", table.name(who))
    };
}

/// CW-178, CW-179, CW-180, CW-R104, CW-R75: may it turn now, and does that take a Reaction?
///
/// In its own Turn it is free at any point; at any other time it costs one Reaction. CW-R94: who is Pinned cannot turn.
fn may_face(table: &Table, who: ActorId) -> Result<bool, Why<'_>> {
    if !table.exists(who) {
        return Err(bar!(_, "unknown-character", "there is no such Character"));
    }
    let name = table.name(who);
    if table.is_zone_map() {
        return Err(bar!("CW-R105", "no-facing", "without a map there is no Facing").moot());
    }
    if table.over.is_some() || !table.is_active(who) {
        return Err(bar!("CW-R98", "out-of-action", "{} cannot turn now", name));
    }
    if table.is_pinned(who) {
        return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot turn", name));
    }
    if table.has_turn(who) {
        return Ok(false);
    }
    if table.actor(who).reactions == 0 {
        return Err(bar!("CW-180", "no-reaction-left", "{} has no Reaction left to turn outside its Turn", name));
    }
    Ok(true)
}

impl Act<Clockworld> for Face {
    type By = ActorId;
    type Ready = Turning;
    const CARD: Card = card!("face", "Turn", "Incidentals", "", "CW-178");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Turning, Bar<'t>> {
        let table = see.table;
        let reaction = may_face(table, who)?;
        let Some(degrees) = self.to()?.degrees(table, table.actor(who).place.cell) else {
            return Err(bar!("CW-178", "no-direction", "directions go from 0 to 359 degrees").into());
        };
        Ok(Turning { who, degrees, reaction })
    }

    /// CW-R105, CW-R112: whoever it now has in plain view is no longer hidden from it.
    fn resolve<O: Oracle>(
        Turning { who, degrees, reaction }: Turning,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if reaction {
            table.spend_reaction(book, who);
        }
        table.actor_mut(who).facing = degrees;
        oracle.tell(sneak::audience(table, who), || Event::Faced(Faced { who, facing: degrees, reaction }));
        sneak::notice_in_plain_view(table, oracle);
        Ok(())
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        if may_face(see.table, who) == Ok(true) {
            (offer.group, offer.cost, offer.rule) = ("Reactions".into(), "1 Reaction".into(), rule!("CW-180"));
        }
    }
}

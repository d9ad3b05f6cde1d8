//! Declaring an intention (SE-041, SE-049, SE-D10, SE-D11), and changing it (SE-R27, SE-R28).

use super::prelude::*;
use crate::turn::{RoundEvent, declare as declaring};
use referee_engine::{act::Asks, ask};

act! {
    /// SE-041: what somebody declares to do in this round.
    pub struct Declare for Segments, by ActorId {
        intention: Intention = "What you intend";
        /// SE-R33: whom it helps.
        ally: ActorId = "Whom you help";
        /// SE-R115.
        object: Object = "What you handle", usual;
    }
}

act! {
    /// SE-R27: another kind of action, with `delay`.
    pub struct Change for Segments, by ActorId {
        intention: Intention = "To what";
    }
}

named! {
    /// SE-R115: what a Ready is with.
    pub enum Object for Segments {
        Plain = "plain",
        Slow = "slow",
    }
}

/// A declaration that may be made.
pub struct Declaration {
    who: ActorId,
    intention: Intention,
    ally: Option<ActorId>,
    slow_ready: bool,
}

ask! {
    /// SE-D12, to the GM: is helping possible?
    pub struct CanHelp for Segments: "help", "SE-R33" {
        who: ActorId,
        ally: ActorId,
    }
    |self, table| format!("{} wants to help {}. Is that possible?", table.name(self.who), table.name(self.ally));
    /// SE-R33.
    pub enum Possible {
        Yes = "possible", "Yes";
        No = "impossible", "No";
    }
}

impl Act<Segments> for Declare {
    type By = ActorId;
    type Ready = Declaration;
    const CARD: Card = card!("declare", "Declare an intention", "Round", "", "SE-041");
    const NOTHING: Why<'static> = bar!("SE-R33", "ally", "a helper names an ally in the scene who is able to act");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Declaration, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        declaring::is_due(book, table, who)?;
        let intention = self.intention()?;
        declaring::is_possible(table, who, intention)?;
        let ally = if intention == Intention::Assist { Some(self.ally()?) } else { None };
        if ally.is_some_and(|ally| !declaring::may_help(table, who, ally)) {
            let ally = bar!("SE-R33", "ally", "a helper names an ally in the scene who is able to act");
            return Err(ally.moot().into());
        }
        let slow_ready = match self.object.value() {
            _ if book.house.slow_ready && intention == Intention::Ready => self.object()? == Object::Slow,
            Some(Object::Slow) => {
                return Err(bar!("SE-R115", "slow-ready", "a Ready is a Ready, whatever the object").into());
            }
            Some(Object::Plain) | None => false,
        };
        Ok(Declaration { who, intention, ally, slow_ready })
    }

    /// SE-041: somebody declares. Before all have, others hear it only as SE-R26 says.
    fn resolve<O: Oracle<Segments>>(
        Declaration { who, intention, ally, slow_ready }: Declaration,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if let Some(ally) = ally.filter(|_| table.ask_gm)
            && (CanHelp { who, ally }).ask(Who::Gm, table, oracle)? == Possible::No
        {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::NoHelp { who, ally }));
            return Ok(()); // it is still to declare
        }
        declaring::set(table, who, intention, ally, slow_ready);
        let hidden = declaring::is_hidden(book, table, who);
        let to = if hidden { Audience::only(who) } else { Audience::All };
        oracle.tell(to, || Event::Round(RoundEvent::Declared { who, intention, ally }));
        if hidden {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Chose { who }));
        }
        if declaring::somebody_has_to_declare(table) { Ok(()) } else { declaring::set_order(book, table, oracle) }
    }
}

impl Act<Segments> for Change {
    type By = ActorId;
    type Ready = (ActorId, Intention);
    const CARD: Card = card!("change", "Change the kind of action", "Round", "", "SE-R27");
    const NOTHING: Why<'static> = bar!("SE-R27", "no-change", "there is no change to make now");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        declaring::may_change_now(see.book, see.table, who, false)?;
        let to = self.intention()?;
        declaring::may_change_to(see.table, who, to, false)?;
        Ok((who, to))
    }

    fn resolve<O: Oracle<Segments>>(ready: Self::Ready, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, to) = ready;
        declaring::change(table, who, to, false, oracle);
        Ok(())
    }
}

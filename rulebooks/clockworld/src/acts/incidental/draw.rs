//! Taking something that is worn or carried into the hand, and putting it back (CW-252, CW-260).

use super::prelude::*;

act! {
    /// CW-252: takes something that is worn or carried into the hand.
    pub struct Draw for Clockworld, by ActorId {
        thing: Handled = "What";
    }
}

/// A thing that may be drawn.
pub struct Drawing {
    who: ActorId,
    thing: ThingId,
    act: Incidental,
}

impl Act<Clockworld> for Draw {
    type By = ActorId;
    type Ready = Drawing;
    const CARD: Card = card!("draw", "Draw", "Incidentals", "", "CW-252");
    const NOTHING: Why<'static> = bar!("CW-252", "nothing-at-hand", "nothing is at hand to draw");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Drawing, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        let at = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
        if at != Some(Whereabouts::Worn(who)) && at != Some(Whereabouts::Hidden(who)) {
            return Err(bar!("CW-252", "not-carried", "{} does not carry that", table.name(who)).moot().into());
        }
        free_hands(table, who, thing)?;
        Ok(Drawing { who, thing, act: incidental(see, who, Motion::Draw(thing))? })
    }

    fn resolve<O: Oracle>(
        Drawing { who, thing, act }: Drawing,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        act.go(book, table, oracle, |table, _| take(table, who, thing))
    }
}

act! {
    /// CW-260: puts something held back, in sight or out of it.
    pub struct Holster for Clockworld, by ActorId {
        thing: Handled = "What";
        r#where: Where = "Where", usual;
    }
}

named! {
    /// Where somebody puts what it held.
    pub enum Where for Clockworld { Worn = "worn" / "In sight", Hidden = "hidden" / "Out of sight" }
}

/// A thing that may be put back.
pub struct Holstering {
    who: ActorId,
    thing: ThingId,
    hidden: bool,
    act: Incidental,
}

impl Act<Clockworld> for Holster {
    type By = ActorId;
    type Ready = Holstering;
    const CARD: Card = card!("holster", "Put back", "Incidentals", "", "CW-260");
    const NOTHING: Why<'static> = bar!("CW-260", "nothing-at-hand", "nothing is at hand to put back");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Holstering, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        let hidden = self.r#where()? == Where::Hidden;
        Ok(Holstering { who, thing, hidden, act: incidental(see, who, Motion::Holster { thing, hidden })? })
    }

    fn resolve<O: Oracle>(
        Holstering { who, thing, hidden, act }: Holstering,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let to = if hidden { Whereabouts::Hidden(who) } else { Whereabouts::Worn(who) };
        act.go(book, table, oracle, |table, _| table.let_go(who, thing, to))
    }
}

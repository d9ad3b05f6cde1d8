//! Taking something that is worn or carried into the hand, and putting it back (CW-252, CW-260).

use super::prelude::*;

incidental! {
    /// CW-252: takes something that is worn or carried into the hand.
    pub struct Draw: "draw", "Draw", "CW-252", else "nothing is at hand to draw" {
        thing: Handled = "What";
    }
}

impl Quick for Draw {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        let at = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
        if at != Some(Whereabouts::Worn(who)) && at != Some(Whereabouts::Hidden(who)) {
            return Err(bar!("CW-252", "not-carried", "{} does not carry that", table.name(who)).moot().into());
        }
        free_hands(table, who, thing)?;
        Ok(Motion::Draw(thing))
    }
}

incidental! {
    /// CW-260: puts something held back, in sight or out of it.
    pub struct Holster: "holster", "Put back", "CW-260", else "nothing is at hand to put back" {
        thing: Handled = "What";
        r#where: Where = "Where", usual;
    }
}

named! {
    /// Where somebody puts what it held.
    pub enum Where for Clockworld { Worn = "worn" / "In sight", Hidden = "hidden" / "Out of sight" }
}

impl Quick for Holster {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        let hidden = self.r#where()? == Where::Hidden;
        Ok(Motion::Holster { thing, hidden })
    }
}

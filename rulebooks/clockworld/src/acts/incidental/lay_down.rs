//! Laying down what is held, letting go of it, and putting down what is carried with both hands (CW-253, CW-R117, CW-R133).

use super::prelude::*;
use super::{may_act, may_at_any_time};

incidental! {
    /// CW-253: lays something held down.
    pub struct PutDown: "put-down", "Lay down", "CW-253", else "nothing is at hand to lay down" {
        thing: Handled = "What";
    }
}

impl Quick for PutDown {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        Ok(Motion::PutDown(thing))
    }
}

incidental! {
    /// CW-R133, CW-R136: lets something held fall, at any time. It is no handling.
    pub struct Drop: "drop", "Let go of", "CW-R133", else "nothing is at hand to let go of" {
        thing: Handled = "What";
    }
}

impl Quick for Drop {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        may_at_any_time(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        Ok(Motion::Drop(thing))
    }
}

incidental! {
    /// CW-R117: puts down what is carried with both hands.
    pub struct SetDown: "set-down", "Put down what is carried", "CW-R117" {}
}

impl Quick for SetDown {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        let table = see.table;
        may_act(table, who)?;
        if table.actor(who).hefting.is_none() {
            let words = "{} carries nothing with both hands";
            return Err(bar!("CW-R117", "carries-nothing", words, table.name(who)).into());
        }
        Ok(Motion::SetDown)
    }
}

//! Whether the GM is asked wherever the GM may decide (SE-D20).

use super::running;
use crate::acts::prelude::*;

act! {
    /// SE-D20: asks the GM wherever the GM may decide, or no more.
    pub struct AskGm for Segments, by Gm {
        ask: bool = "Ask each time", usual;
    }
}

told! {
    /// The GM is asked from now on, or is not.
    pub struct Asking for Segments {
        /// Each time?
        ask: bool,
    }
    |table|  => if ask { "The GM is asked each time" } else { "The GM is not asked each time" };
}

impl Act<Segments> for AskGm {
    type By = Gm;
    type Ready = Asking;
    const CARD: Card = card!("ask-gm", "Be asked wherever you may decide", "GM", "", "SE-D20");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Asking, Bar<'t>> {
        running(see.table)?;
        Ok(Asking { ask: self.ask()? })
    }

    fn resolve<O: Oracle<Segments>>(asking: Asking, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.ask_gm = asking.ask;
        oracle.tell(Audience::Gm, || Event::Asking(asking));
        Ok(())
    }
}

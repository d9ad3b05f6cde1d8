//! The GM allows a change of the intention (SE-R28, SE-D27).

use crate::{acts::prelude::*, turn::declare};

act! {
    /// SE-R28, SE-D27: another kind of action for whoever has the segment.
    pub struct Allow for Segments, by Gm {
        intention: Intention = "To what";
    }
}

impl Act<Segments> for Allow {
    type By = Gm;
    type Ready = (ActorId, Intention);
    const CARD: Card = card!("allow", "Allow a change of the intention", "GM", "", "SE-R28");
    const NOTHING: Why<'static> = bar!("SE-R28", "no-change", "there is no change to allow now");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let table = see.table;
        let Some(who) = table.segment().map(|segment| segment.who) else {
            return Err(bar!("SE-R28", "no-segment", "nobody's segment is under way").into());
        };
        declare::may_change_now(see.book, table, who, true)?;
        let to = self.intention()?;
        declare::may_change_to(table, who, to, true)?;
        Ok((who, to))
    }

    fn resolve<O: Oracle<Segments>>(ready: Self::Ready, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, to) = ready;
        declare::change(table, who, to, true, oracle);
        Ok(())
    }
}

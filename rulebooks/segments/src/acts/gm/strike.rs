//! The GM calls for a free attack on an ally who has just moved (SE-R92).

use super::known;
use crate::acts::{free_attack::Called, prelude::*};

act! {
    /// SE-R92: somebody may strike at an ally who has just moved.
    pub struct Call for Segments, by Gm {
        who: ActorId = "Who";
        target: ActorId = "At whom";
        weapon of who: WeaponRef = "With what";
    }
}

impl Act<Segments> for Call {
    type By = Gm;
    type Ready = Called;
    const CARD: Card = card!("call", "Call for a free attack", "GM", "", "SE-R92");
    const NOTHING: Why<'static> = bar!("SE-R92", "nobody-moved", "nobody who has moved can be struck at");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Called, Bar<'t>> {
        Called::is_anybody_moving(see.table)?;
        let by = self.who()?;
        known(see.table, by)?;
        Called::ready(see, by, self.target(), self.weapon())
    }

    fn resolve<O: Oracle<Segments>>(called: Called, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        called.strike(book, table, oracle)
    }
}

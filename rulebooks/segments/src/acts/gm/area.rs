//! The scene is in another area (SE-R07).

use super::{passage::AreaAt, running};
use crate::acts::prelude::*;

act! {
    /// SE-R07: another area, in which the counter of wandering checks starts anew.
    pub struct ToArea for Segments, by Gm {
        area: AreaAt = "Which";
    }
}

told! {
    /// An area to which the scene moves.
    pub struct InArea for Segments { area: u8 }
    |table| "SE-R07" => {
        let area = table.setup.areas.get(usize::from(area)).map_or("elsewhere", |area| &area.name);
        format!("The scene is in: {area}")
    };
}

impl Act<Segments> for ToArea {
    type By = Gm;
    type Ready = InArea;
    const CARD: Card = card!("area", "Another area", "GM", "", "SE-R07");
    const NOTHING: Why<'static> = bar!("SE-R07", "no-area", "there is no other area");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<InArea, Bar<'t>> {
        running(see.table)?;
        let AreaAt(area) = self.area()?;
        if usize::from(area) >= see.setup.areas.len() || area == see.area {
            return Err(bar!(_, "no-area", "there is no such other area").moot().into());
        }
        Ok(InArea { area })
    }

    fn resolve<O: Oracle<Segments>>(to: InArea, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        (table.area, table.wander_counter) = (to.area, 0);
        oracle.tell(Audience::All, || Event::InArea(to));
        Ok(())
    }
}

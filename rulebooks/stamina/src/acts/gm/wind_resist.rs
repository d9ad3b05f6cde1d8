//! What a projectile minds of the wind (ST-222).

use crate::acts::prelude::*;
use crate::{sheet::ItemSheet, table::ItemId};
use std::sync::Arc;

act! {
    /// ST-222, ST-D30: what a projectile minds.
    pub struct WindResist for Stamina, by Gm {
        item among flying: ItemId = "Of which weapon";
        resist: Within<0, 5> = "Dice it does not mind";
    }
}

/// A projectile, and what it does not mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resisting {
    pub item: ItemId,
    pub resist: u8,
}

impl Tells<Stamina> for Resisting {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let name = &table.item_sheet(self.item).name;
        Line::new(0, format!("{name} does not mind {} dice of wind", self.resist), [rule!("ST-222")])
    }
}

impl Act<Stamina> for WindResist {
    type By = Gm;
    type Ready = Resisting;
    const CARD: Card = card!("wind-resist", "Set what a projectile minds", "GM", "", "ST-222");
    const NOTHING: Why<'static> = bar!(_, "nothing", "nothing here flies");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Resisting, Bar<'t>> {
        let (item, nothing) = (self.item()?, bar!(_, "no-item", "nothing flies from this"));
        see.setup.items.get(usize::from(item.0)).filter(|sheet| flies(sheet)).ok_or(nothing)?;
        Ok(Resisting { item, resist: self.resist()?.number()? as u8 })
    }

    fn resolve<O: Oracle<Stamina>>(said: Resisting, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Resisting { item, resist } = said;
        let sheet = &mut Arc::make_mut(&mut table.setup).items[usize::from(item.0)];
        if let Some(ranged) = &mut sheet.ranged {
            ranged.wind_resist = resist;
        }
        if let Some(thrown) = &mut sheet.thrown {
            thrown.wind_resist = resist;
        }
        oracle.tell(Audience::All, || Event::WindResist(said));
        Ok(())
    }
}

fn flies(sheet: &ItemSheet) -> bool {
    sheet.ranged.is_some() || sheet.thrown.is_some()
}

fn flying(_: &WindResist, see: See<'_, '_>, _: Option<ActorId>) -> Vec<ItemId> {
    see.item_ids().filter(|item| flies(see.item_sheet(*item))).collect()
}

//! Corrections of where somebody is and how it holds itself (CR-R120, CR-R121).

use super::{alive, present, said};
use crate::acts::{movement, prelude::*};
use referee_engine::{act::Tells, space::Cell};

act! {
    /// CR-R120: somebody is put on a square.
    pub struct Place for Crisis, by Gm {
        who: ActorId = "Who";
        cell among free: Square = "Where";
    }
}

/// Where nobody stands.
fn free(place: &Place, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Square> {
    let who = place.who.value().copied().unwrap_or(ActorId(0));
    see.setup.space.cells().filter(|&cell| see.is_free(cell, who)).map(Square).collect()
}

/// Somebody who may be put somewhere, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    pub who: ActorId,
    pub cell: Cell,
}

impl Act<Crisis> for Place {
    type By = Gm;
    type Ready = Placed;
    const CARD: Card = card!("place", "Put somebody somewhere", "GM", "", "CR-R120");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Placed, Bar<'t>> {
        let who = self.who()?;
        alive(see.table, who)?;
        let Square(cell) = self.cell()?;
        if !see.is_free(cell, who) {
            return Err(bar!("CR-R120", "no-room", "nobody can be put there").into());
        }
        Ok(Placed { who, cell })
    }

    fn resolve<O: Oracle<Crisis>>(placed: Placed, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Place(placed));
        movement::put(table, placed.who, placed.cell);
        Ok(())
    }
}

impl Tells<Crisis> for Placed {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let cell = table.setup.space.cell_key(self.cell);
        said(format!("{} is at {cell}", table.name(self.who)), rule!("CR-R120"))
    }
}

act! {
    /// CR-R121: a stance is corrected.
    pub struct Pose for Crisis, by Gm {
        who: ActorId = "Who";
        stance: Stance = "How";
    }
}

/// Somebody whose stance may be corrected, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stands {
    pub who: ActorId,
    pub stance: Stance,
}

impl Act<Crisis> for Pose {
    type By = Gm;
    type Ready = Stands;
    const CARD: Card = card!("pose", "Correct a stance", "GM", "", "CR-R121");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Stands, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        Ok(Stands { who, stance: self.stance()? })
    }

    fn resolve<O: Oracle<Crisis>>(stands: Stands, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Pose(stands));
        table.actor_mut(stands.who).stance = stands.stance;
        Ok(())
    }
}

impl Tells<Crisis> for Stands {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        said(format!("{} is {}", table.name(self.who), self.stance.word()), rule!("CR-R121"))
    }
}

//! Turning (ST-R32).

use crate::acts::{prelude::*, value::HexSide};

act! {
    /// ST-R32: turning is free on one's own turn.
    pub struct Face for Stamina, by ActorId {
        side: HexSide = "Which side of the hex";
    }
}

/// Somebody who may turn, and turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facing {
    pub who: ActorId,
    pub side: u8,
}

impl Tells<Stamina> for Facing {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let bearing = table.setup.space.side_deg(self.side);
        Line::new(0, format!("{} turns to {bearing}°", table.name(self.who)), [rule!("ST-R32")]).by(self.who)
    }
}

impl Act<Stamina> for Face {
    type By = ActorId;
    type Ready = Facing;
    const CARD: Card = card!("face", "Turn", "Moves", "0 stamina", "ST-R32");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Facing, Bar<'t>> {
        see.table.may_act(who)?;
        let HexSide(side) = self.side()?;
        if side >= see.setup.space.sides() {
            return Err(bar!("ST-R32", "no-side", "a hex has six sides").into());
        }
        Ok(Facing { who, side })
    }

    fn resolve<O: Oracle<Stamina>>(facing: Facing, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.actor_mut(facing.who).facing = facing.side;
        oracle.tell(Audience::All, || Event::Faces(facing));
        Ok(())
    }
}

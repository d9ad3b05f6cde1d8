//! What a piece of scenery gives (ST-211).

use crate::acts::prelude::*;
use std::sync::Arc;

act! {
    /// ST-D29: what a piece of scenery gives.
    pub struct Piece for Stamina, by Gm {
        piece: PieceAt = "Which";
        cover: Within<0, 9> = "Cover", usual;
        concealment: Within<0, 9> = "Concealment", usual;
    }
}

/// A piece that may be changed, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Changing {
    pub piece: u16,
    pub cover: u8,
    pub concealment: u8,
}

impl Tells<Stamina> for Changing {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Changing { piece, cover, concealment } = self;
        let name = &table.setup.scenery[usize::from(*piece)].name;
        Line::new(0, format!("{name} gives +{cover} cover and +{concealment} concealment"), [rule!("ST-211")])
    }
}

impl Act<Stamina> for Piece {
    type By = Gm;
    type Ready = Changing;
    const CARD: Card = card!("piece", "Set what a piece gives", "GM", "", "ST-211");
    const NOTHING: Why<'static> = bar!(_, "nothing", "nothing stands about");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Changing, Bar<'t>> {
        let PieceAt(piece) = self.piece()?;
        if usize::from(piece) >= see.pieces.len() {
            return Err(bar!(_, "no-piece", "there is no such thing").into());
        }
        let (cover, concealment) = (self.cover()?.number()? as u8, self.concealment()?.number()? as u8);
        Ok(Changing { piece, cover, concealment })
    }

    fn resolve<O: Oracle<Stamina>>(said: Changing, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let at = usize::from(said.piece);
        let changed = &mut Arc::make_mut(&mut table.pieces)[at];
        (changed.cover, changed.concealment, changed.active) = (said.cover, said.concealment, true);
        table.durability[at] = table.durability[at].max(1);
        oracle.tell(Audience::All, || Event::Piece(said));
        Ok(())
    }
}

/// A piece of scenery, by its place on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceAt(pub u16);

impl Value<Stamina> for PieceAt {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.pieces.len() as u16).map(PieceAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let at = usize::from(self.0);
        Choice::new(see.pieces[at].key.to_string(), see.setup.scenery[at].name.clone())
    }
}

//! What the GM says about cover (CR-R77, CR-D18).

use crate::{
    acts::{attack, prelude::*},
    sheet::Cover,
};

act! {
    /// CR-R77, CR-D18: how well one is covered against another, until it is said otherwise.
    pub struct SayCover for Crisis, by Gm {
        from: ActorId = "Against whom";
        to of from: ActorId = "Whose cover";
        step: Step = "How well";
    }
}

/// A step of cover, or what the map says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Step(pub Option<Cover>);

impl Value<Crisis> for Step {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(None).chain(Cover::ALL.map(Some)).map(Step).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let word = self.0.map_or("as-the-map", Cover::word);
        Choice::new(word, word)
    }
}

told! {
    /// A cover that may be said, or is.
    #[derive(Copy)]
    pub struct Covers for Crisis { from: ActorId, to: ActorId, cover: Option<Cover> }
    |table| "CR-R77" => {
        let step = cover.map_or("as the map has it", Cover::word);
        format!("Cover of {} against {}: {step}", table.name(to), table.name(from))
    };
}

impl Act<Crisis> for SayCover {
    type By = Gm;
    type Ready = Covers;
    const CARD: Card = card!("cover", "Say how well one is covered", "GM", "", "CR-R77");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Covers, Bar<'t>> {
        let from = self.from()?;
        see.table.known(from)?;
        let to = self.to()?;
        see.table.known(to)?;
        if from == to {
            return Err(bar!("CR-R77", "own-cover", "cover is against somebody else").moot().into());
        }
        Ok(Covers { from, to, cover: self.step()?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(covers: Covers, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::Gm, || Event::Cover(covers));
        attack::say_cover(table, covers.from, covers.to, covers.cover);
        Ok(())
    }
}

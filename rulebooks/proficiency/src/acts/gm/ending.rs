//! The scene ends, or goes on all the same (PR-R04, PR-D35).

use super::running;
use crate::{acts::prelude::*, table::Ending};
use referee_engine::{Side, key_of};

act! {
    /// PR-D35: the scene is over.
    pub struct EndScene for Proficiency, by Gm {
        winner: Winner = "Who won", usual;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    Nobody,
    Side(Side),
}

impl Value<Proficiency> for Winner {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        std::iter::once(Winner::Nobody).chain(Side::all(see, whose).into_iter().map(Winner::Side)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Winner::Nobody => Choice::plain("nobody"),
            Winner::Side(side) => side.choice(see, whose),
        }
    }
}

indexed_values! { Proficiency: Side in |table| table.setup.sides, |name| Choice::new(key_of(name), name); }

impl Act<Proficiency> for EndScene {
    type By = Gm;
    type Ready = Option<Side>;
    const CARD: Card = card!("end-scene", "End the scene", "GM", "", "PR-D35");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Option<Side>, Bar<'t>> {
        running(see.table)?;
        match self.winner()? {
            Winner::Nobody => Ok(None),
            Winner::Side(side) if usize::from(side.0) < see.setup.sides.len() => Ok(Some(side)),
            Winner::Side(_) => Err(bar!(_, "unknown-side", "there is no such side").into()),
        }
    }

    fn resolve<O: Oracle<Proficiency>>(
        winner: Option<Side>,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::over(book, table, Ending { winner, why: "the GM ends it".to_owned() }, oracle)
    }
}

act! {
    /// PR-D35: it goes on all the same.
    pub struct GoOn for Proficiency, by Gm {}
}

told! {
    /// The scene goes on.
    pub struct GoesOn for Proficiency;
    |table| heading "PR-R04" => "The scene goes on";
}

impl Act<Proficiency> for GoOn {
    type By = Gm;
    type Ready = GoesOn;
    const CARD: Card = card!("go-on", "The scene goes on", "GM", "", "PR-D35");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<GoesOn, Bar<'t>> {
        let not_over = bar!(_, "not-over", "the scene is not over").moot();
        if see.over.is_some() { Ok(GoesOn) } else { Err(not_over.into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        goes_on: GoesOn,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        (table.over, table.goes_on) = (None, true);
        oracle.tell(Audience::All, || Event::GoesOn(goes_on));
        Ok(())
    }
}

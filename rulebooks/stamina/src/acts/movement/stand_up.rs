//! Standing up (ST-R37).

use crate::{acts::prelude::*, conditions::Posed, table::Posture};

act! {
    /// ST-R37: up, with a whole move action.
    pub struct StandUp for Stamina, by ActorId {
        with: MoveAction = "With which move", usual;
    }
}

/// Which move it takes the place of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are those of the book")]
pub enum MoveAction {
    Walk,
    Dash,
    Sprint,
}

/// Somebody who may stand up.
pub struct Rising {
    who: ActorId,
    cost: Cost,
}

impl MoveAction {
    const fn action(self) -> Action {
        match self {
            MoveAction::Walk => Action::Walk,
            MoveAction::Dash => Action::Dash,
            MoveAction::Sprint => Action::Sprint,
        }
    }
}

impl Act<Stamina> for StandUp {
    type By = ActorId;
    type Ready = Rising;
    const CARD: Card = card!("stand-up", "Stand up", "Moves", "0 stamina", "ST-R37");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Rising, Bar<'t>> {
        see.table.may_act(who)?;
        if see.actor(who).posture == Posture::Standing {
            return Err(bar!("ST-R37", "standing", "who stands cannot stand up").into());
        }
        let cost = Cost::of_move(see, who, self.with()?.action());
        turn::may(see.book, see.table, who, &cost)?;
        Ok(Rising { who, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        Rising { who, cost }: Rising,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if table.is_active(who) {
            table.actor_mut(who).posture = Posture::Standing;
            let (posture, rule) = (Posture::Standing, rule!("ST-R37"));
            oracle.tell(Audience::All, || Event::Posed(Posed { who, posture, rule }));
        }
        Ok(())
    }
}

impl Value<Stamina> for MoveAction {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![MoveAction::Walk, MoveAction::Dash, MoveAction::Sprint]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.action().word())
    }
}

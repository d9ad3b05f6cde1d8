//! Standing up (ST-R37).

use crate::{acts::prelude::*, conditions::Posed, table::Posture};

act! {
    /// ST-R37: up, with a whole move action.
    pub struct StandUp for Stamina, by ActorId {
        with: MoveAction = "With which move", usual;
    }
}

named! {
    /// Which move it takes the place of.
    pub enum MoveAction for Stamina {
        Walk = "walk" / "Walk",
        Dash = "dash" / "Dash",
        Sprint = "sprint" / "Sprint",
    }
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

    fn resolve<O: Oracle>(ready: Rising, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Rising { who, cost } = ready;
        if turn::declare(table, who, &cost, oracle)? {
            table.actor_mut(who).posture = Posture::Standing;
            let (posture, rule) = (Posture::Standing, rule!("ST-R37"));
            oracle.tell(Audience::All, || Event::Posed(Posed { who, posture, rule }));
        }
        Ok(())
    }
}

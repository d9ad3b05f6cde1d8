//! What the GM says about how the wounded live (CR-127, CR-143, CR-145, CR-D32).

use super::present;
use crate::{acts::prelude::*, table::Care};

act! {
    /// CR-127, CR-D32: the medical row.
    pub struct SayCare for Crisis, by Gm {
        who: ActorId = "Who";
        row: Care = "Medical attention";
    }
}

told! {
    /// Medical attention that may be said, or is.
    #[derive(Copy)]
    pub struct Attention for Crisis { who: ActorId, care: Care }
    |table| "CR-127" => {
        let by = match care {
            Care::None => "has no medical attention",
            Care::Own => "has first aid or takes care of itself",
            Care::Doctor => "is in a doctor's care",
            Care::Hospital => "is in a hospital",
        };
        format!("{} {by}", table.name(who))
    };
}

impl Act<Crisis> for SayCare {
    type By = Gm;
    type Ready = Attention;
    const CARD: Card = card!("care", "Medical attention", "GM", "", "CR-127");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Attention, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        Ok(Attention { who, care: self.row()? })
    }

    fn resolve<O: Oracle<Crisis>>(attention: Attention, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Care(attention));
        table.actor_mut(attention.who).care = attention.care;
        Ok(())
    }
}

act! {
    /// CR-143, CR-D32.
    pub struct Travel for Crisis, by Gm {
        who: ActorId = "Who";
        rough: Holds = "Rough", usual;
    }
}

told! {
    /// Travelling that may be said, or is.
    #[derive(Copy)]
    pub struct Travels for Crisis { who: ActorId, rough: bool }
    |table| "CR-143" => {
        let how = if rough { "travels rough" } else { "does not travel rough" };
        format!("{} {how}", table.name(who))
    };
}

impl Act<Crisis> for Travel {
    type By = Gm;
    type Ready = Travels;
    const CARD: Card = card!("travel", "Rough travel", "GM", "", "CR-143");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Travels, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        Ok(Travels { who, rough: self.rough()?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(travels: Travels, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Travel(travels));
        table.actor_mut(travels.who).rough_travel = travels.rough;
        Ok(())
    }
}

act! {
    /// CR-145, CR-D32.
    pub struct Environment for Crisis, by Gm {
        who: ActorId = "Who";
        poor: Holds = "Poor", usual;
    }
}

told! {
    /// An environment that may be said, or is.
    #[derive(Copy)]
    pub struct Lives for Crisis { who: ActorId, poor: bool }
    |table| "CR-145" => {
        let not = if poor { "" } else { " not" };
        format!("{} is{not} in a poor environment", table.name(who))
    };
}

impl Act<Crisis> for Environment {
    type By = Gm;
    type Ready = Lives;
    const CARD: Card = card!("environment", "Poor environment", "GM", "", "CR-145");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Lives, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        Ok(Lives { who, poor: self.poor()?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(lives: Lives, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Environment(lives));
        table.actor_mut(lives.who).poor_environment = lives.poor;
        Ok(())
    }
}

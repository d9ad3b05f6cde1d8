//! What the GM says about how the wounded live (CR-127, CR-143, CR-145, CR-D32).

use super::{present, said};
use crate::{acts::prelude::*, table::Care};
use referee_engine::act::Tells;

act! {
    /// CR-127, CR-D32: the medical row.
    pub struct SayCare for Crisis, by Gm {
        who: ActorId = "Who";
        row: Care = "Medical attention";
    }
}

impl Value<Crisis> for Care {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Care::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let word = ["none", "own", "doctor", "hospital"][*self as usize];
        Choice::new(word, word)
    }
}

/// Medical attention that may be said, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attention {
    pub who: ActorId,
    pub care: Care,
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

impl Tells<Crisis> for Attention {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let by = match self.care {
            Care::None => "has no medical attention",
            Care::Own => "has first aid or takes care of itself",
            Care::Doctor => "is in a doctor's care",
            Care::Hospital => "is in a hospital",
        };
        said(format!("{} {by}", table.name(self.who)), rule!("CR-127"))
    }
}

act! {
    /// CR-143, CR-D32.
    pub struct Travel for Crisis, by Gm {
        who: ActorId = "Who";
        rough: Holds = "Rough", usual;
    }
}

/// Travelling that may be said, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Travels {
    pub who: ActorId,
    pub rough: bool,
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

impl Tells<Crisis> for Travels {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let how = if self.rough { "travels rough" } else { "does not travel rough" };
        said(format!("{} {how}", table.name(self.who)), rule!("CR-143"))
    }
}

act! {
    /// CR-145, CR-D32.
    pub struct Environment for Crisis, by Gm {
        who: ActorId = "Who";
        poor: Holds = "Poor", usual;
    }
}

/// An environment that may be said, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lives {
    pub who: ActorId,
    pub poor: bool,
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

impl Tells<Crisis> for Lives {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let not = if self.poor { "" } else { " not" };
        said(format!("{} is{not} in a poor environment", table.name(self.who)), rule!("CR-145"))
    }
}

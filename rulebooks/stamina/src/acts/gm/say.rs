//! The GM describes the scene (ST-041).

use super::LONGEST;
use crate::acts::prelude::*;

act! {
    /// ST-041: the GM describes the scene.
    pub struct Say for Stamina, by Gm {
        text: Text<LONGEST> = "Words";
    }
}

/// What may be said, and is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    pub text: String,
}

impl Tells<Stamina> for Said {
    fn line(&self, _: &Stamina, _: &Table) -> Line {
        Line::new(0, self.text.clone(), [rule!("ST-041")])
    }
}

impl Act<Stamina> for Say {
    type By = Gm;
    type Ready = Said;
    const CARD: Card = card!("say", "Describe the scene", "GM", "", "ST-041");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Said, Bar<'t>> {
        Ok(Said { text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(said: Said, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Said(said));
        Ok(())
    }
}

//! The GM describes the scene (ST-041).

use super::LONGEST;
use crate::acts::prelude::*;

act! {
    /// ST-041: the GM describes the scene.
    pub struct Say for Stamina, by Gm {
        text: Text<LONGEST> = "Words";
    }
}

told! {
    /// What may be said, and is.
    pub struct Said for Stamina { text: String }
    |table| "ST-041" => text;
}

impl Act<Stamina> for Say {
    type By = Gm;
    type Ready = Said;
    const CARD: Card = card!("say", "Describe the scene", "GM", "", "ST-041");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Said, Bar<'t>> {
        Ok(Said { text: self.text()?.within()? })
    }

    fn resolve<O: Oracle>(said: Said, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Said(said));
        Ok(())
    }
}

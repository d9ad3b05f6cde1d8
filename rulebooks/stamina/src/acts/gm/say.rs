//! The GM describes the scene (ST-041).

use super::{GmEvent, LONGEST, tell};
use crate::acts::prelude::*;

act! {
    /// ST-041: the GM describes the scene.
    pub struct Say for Stamina, by Gm {
        text: Text<LONGEST> = "Words";
    }
}

/// Words that may be said.
pub struct Words {
    text: String,
}

impl Act<Stamina> for Say {
    type By = Gm;
    type Ready = Words;
    const CARD: Card = card!("say", "Describe the scene", "GM", "", "ST-041");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Words, Bar<'t>> {
        Ok(Words { text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(Words { text }: Words, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        tell(GmEvent::Says(text), oracle);
        Ok(())
    }
}

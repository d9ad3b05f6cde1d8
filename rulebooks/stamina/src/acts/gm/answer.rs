//! True answers (ST-240).

use super::{GmEvent, LONGEST};
use crate::acts::prelude::*;

act! {
    /// ST-240, ST-D34: a true answer.
    pub struct Answer for Stamina, by Gm {
        who: ActorId = "Whom";
        text: Text<LONGEST> = "Words";
    }
}

/// An answer that may be given.
pub struct Answering {
    who: ActorId,
    text: String,
}

impl Act<Stamina> for Answer {
    type By = Gm;
    type Ready = Answering;
    const CARD: Card = card!("answer", "Answer a question", "GM", "", "ST-240");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Answering, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        Ok(Answering { who, text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(
        Answering { who, text }: Answering,
        _: &Stamina,
        _: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        oracle.tell(Audience::only(who), || Event::Gm(GmEvent::Answered { who, text }));
        Ok(())
    }
}

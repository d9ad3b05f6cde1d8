//! True answers (ST-240).

use super::LONGEST;
use crate::acts::prelude::*;

act! {
    /// ST-240, ST-D34: a true answer.
    pub struct Answer for Stamina, by Gm {
        who: ActorId = "Whom";
        text: Text<LONGEST> = "Words";
    }
}

/// An answer that may be given, and is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answered {
    pub who: ActorId,
    pub text: String,
}

impl Tells<Stamina> for Answered {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("To {}: {}", table.name(self.who), self.text);
        Line::new(0, text, [rule!("ST-240")]).by(self.who)
    }
}

impl Act<Stamina> for Answer {
    type By = Gm;
    type Ready = Answered;
    const CARD: Card = card!("answer", "Answer a question", "GM", "", "ST-240");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Answered, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        Ok(Answered { who, text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(answered: Answered, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::only(answered.who), || Event::Answered(answered));
        Ok(())
    }
}

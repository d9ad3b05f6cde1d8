//! Questions about a clue (ST-239).

use super::prelude::*;

act! {
    /// ST-239: one of the questions about a clue. It takes no turn.
    pub struct Ask for Stamina, by ActorId {
        text: Text<LONGEST> = "The question";
    }
}

/// A question that may be asked, and that was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    pub who: ActorId,
    pub text: String,
}

impl Tells<Stamina> for Asked {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(0, format!("{} asks: {}", table.name(self.who), self.text), [rule!("ST-239")]).by(self.who)
    }
}

impl Act<Stamina> for Ask {
    type By = ActorId;
    type Ready = Asked;
    const CARD: Card = card!("ask", "Ask the GM about a clue", "Other", "1 question", "ST-239");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Asked, Bar<'t>> {
        see.someone(who)?;
        if see.actor(who).questions == 0 {
            return Err(bar!("ST-239", "no-question", "there is no question left to ask").moot().into());
        }
        Ok(Asked { who, text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(asked: Asked, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.actor_mut(asked.who).questions -= 1;
        oracle.tell(Audience::only(asked.who), || Event::Asked(asked));
        Ok(())
    }
}

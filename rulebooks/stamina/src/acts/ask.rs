//! Questions about a clue (ST-239).

use super::prelude::*;

act! {
    /// ST-239: one of the questions about a clue. It takes no turn.
    pub struct Ask for Stamina, by ActorId {
        text: Text<LONGEST> = "The question";
    }
}

told! {
    /// A question that may be asked, and that was asked.
    pub struct Asked for Stamina { who: ActorId, text: String }
    |table| "ST-239" by who => format!("{} asks: {text}", table.name(who));
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

    fn resolve<O: Oracle>(asked: Asked, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.actor_mut(asked.who).questions -= 1;
        oracle.tell(Audience::only(asked.who), || Event::Asked(asked));
        Ok(())
    }
}

//! Questions about a clue (ST-239).

use super::prelude::*;

act! {
    /// ST-239: one of the questions about a clue. It takes no turn.
    pub struct Ask for Stamina, by ActorId {
        text: Text<LONGEST> = "The question";
    }
}

/// A question that may be asked.
pub struct Asking {
    who: ActorId,
    text: String,
}

impl Act<Stamina> for Ask {
    type By = ActorId;
    type Ready = Asking;
    const CARD: Card = card!("ask", "Ask the GM about a clue", "Other", "1 question", "ST-239");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Asking, Bar<'t>> {
        see.someone(who)?;
        if see.actor(who).questions == 0 {
            return Err(bar!("ST-239", "no-question", "there is no question left to ask").moot().into());
        }
        Ok(Asking { who, text: self.text()?.within()? })
    }

    fn resolve<O: Oracle<Stamina>>(
        Asking { who, text }: Asking,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.actor_mut(who).questions -= 1;
        oracle.tell(Audience::only(who), || Event::Asks { who, text });
        Ok(())
    }
}

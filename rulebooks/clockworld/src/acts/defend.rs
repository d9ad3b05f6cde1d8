//! The Defend Action: more Reactions, and better ones with focus (CW-035, CW-036).

use super::prelude::*;

act! {
    /// CW-035: one more Reaction until the start of the next Turn. CW-036, CW-R29: with focus all of them High Roll.
    pub struct Defend for Clockworld, by ActorId {
        focus: bool = "Focus (your Reactions High Roll)", usual;
    }
}

told! {
    /// Somebody Defends.
    pub struct Defended for Clockworld {
        who: ActorId,
        focus: bool,
        /// Its Reactions now.
        reactions: u8,
    }
    |table| [if focus { rule!("CW-036") } else { rule!("CW-035") }] by who => {
        let how = if focus { " with focus: all High Roll" } else { "" };
        format!("{} Defends{how}; {reactions} Reactions", table.name(who))
    };
}

impl Act<Clockworld> for Defend {
    type By = ActorId;
    type Ready = (ActorId, bool);
    const CARD: Card = card!("defend", "Defend", "Actions", "1 Action", "CW-035");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<(ActorId, bool), Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        if table.is_pinned(who) {
            return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot Defend", table.name(who)).into());
        }
        let focus = self.focus()?;
        turn::may_spend(book, table, who, &Taken::Defend, focus)?;
        Ok((who, focus))
    }

    fn resolve<O: Oracle>(
        (who, focus): (ActorId, bool),
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        defend(book, table, who, focus, oracle);
        Ok(())
    }
}

/// CW-035, CW-036: takes the Action.
pub fn defend<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, focus: bool, oracle: &mut O) {
    turn::spend(book, table, who, Taken::Defend, focus);
    let defender = table.actor_mut(who);
    defender.reactions = defender.reactions.saturating_add(1);
    defender.reactions_high |= focus;
    let reactions = defender.reactions;
    oracle.tell(Audience::All, || Event::Defended(Defended { who, focus, reactions }));
}

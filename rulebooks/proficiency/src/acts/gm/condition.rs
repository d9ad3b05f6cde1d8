//! A condition, on or off, by the GM (PR-R44, PR-R79, PR-R90, PR-R93).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-R44, PR-R79, PR-R90, PR-R93: the GM puts a condition on somebody, or takes it away.
    pub struct Impose for Proficiency, by Gm {
        who: ActorId = "Who";
        condition: Imposed = "Which";
        off: bool = "Take it away", usual;
    }
}

named! {
    /// Conditions that the GM may put on somebody or take away.
    pub enum Imposed for Proficiency {
        /// PR-R44.
        Exposed = "exposed",
        /// PR-R79.
        Held = "held",
        /// PR-R93.
        Exhausted = "exhausted",
        /// PR-R90: from all foes.
        Hidden = "hidden",
    }
}

told! {
    /// Somebody has a condition now, or no longer.
    pub struct ImposedEvent for Proficiency { who: ActorId, condition: Imposed, on: bool }
    |table| "PR-R44" by who => {
        let text = format!("{}{}", if on { "" } else { "no longer " }, condition.word());
        format!("{}: {text}", table.name(who))
    };
}

impl Act<Proficiency> for Impose {
    type By = Gm;
    type Ready = ImposedEvent;
    const CARD: Card = card!("impose", "A condition, on or off", "GM", "", "PR-R44");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ImposedEvent, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        Ok(ImposedEvent { who, condition: self.condition()?, on: !self.off()? })
    }

    fn resolve<O: Oracle<Proficiency>>(
        ImposedEvent { who, condition, on }: ImposedEvent,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let foes = table.ids().filter(|&id| table.hostile(who, id)).collect::<ActorSet>();
        let actor = table.actor_mut(who);
        match condition {
            Imposed::Exposed => actor.exposed = on,
            Imposed::Held => actor.held = on,
            Imposed::Exhausted => actor.exhausted = on,
            Imposed::Hidden => actor.hidden_from.set(if on { foes } else { ActorSet::EMPTY }),
        }
        oracle.tell(Audience::All, || Event::Imposed(ImposedEvent { who, condition, on }));
        Ok(())
    }
}

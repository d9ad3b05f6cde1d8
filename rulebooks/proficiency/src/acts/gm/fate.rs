//! What becomes of somebody (PR-D33).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-D33: dead, captured, or awake again; or out of the scene.
    pub struct Fate for Proficiency, by Gm {
        who: ActorId = "Who";
        life: Becomes = "What";
    }
}

named! {
    /// What somebody can become.
    pub enum Becomes for Proficiency {
        Able = "able",
        Captured = "captured" / "captured",
        Dead = "dead",
        Absent = "absent" as "not-here" / "not here",
    }
}

told! {
    /// PR-D33: what becomes of somebody.
    #[derive(Copy)]
    pub struct Became for Proficiency { who: ActorId, life: Life }
    |table| "PR-R72" by who => format!("{}: {}", table.name(who), life.word());
}

impl Becomes {
    fn life(self) -> Life {
        [Life::Able, Life::Captured, Life::Dead, Life::Absent][self as usize]
    }
}

impl Act<Proficiency> for Fate {
    type By = Gm;
    type Ready = Became;
    const CARD: Card = card!("fate", "What becomes of somebody", "GM", "", "PR-D33");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Became, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        Ok(Became { who, life: self.life()?.life() })
    }

    fn resolve<O: Oracle<Proficiency>>(became: Became, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Became { who, life } = became;
        table.set_life(who, life);
        let actor = table.actor_mut(who);
        match life {
            Life::Able | Life::Captured => actor.hp = actor.hp.max(1),
            Life::Down => (actor.hp, actor.resting) = (0, true),
            Life::Dead => {
                actor.hp = 0;
                actor.lasting.reset(); // PR-R106
            }
            Life::Absent => {}
        }
        if life <= Life::Down {
            table.make_room(who);
        }
        oracle.tell(Audience::All, || Event::Became(became));
        Ok(())
    }
}

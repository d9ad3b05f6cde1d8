//! What becomes of somebody (PR-D33).

use super::known;
use crate::acts::prelude::*;
use referee_engine::named_values;

named_values!(Proficiency: Becomes);

act! {
    /// PR-D33: dead, captured, or awake again; or out of the scene.
    pub struct Fate for Proficiency, by Gm {
        who: ActorId = "Who";
        life: Becomes = "What";
    }
}

/// What somebody can become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Becomes {
    Able,
    Captured,
    Dead,
    Absent,
}

impl Becomes {
    const ALL: [Becomes; 4] = [Becomes::Able, Becomes::Captured, Becomes::Dead, Becomes::Absent];

    fn key(self) -> &'static str {
        ["able", "captured", "dead", "not-here"][self as usize]
    }

    fn word(self) -> &'static str {
        self.life().word()
    }

    fn life(self) -> Life {
        [Life::Able, Life::Captured, Life::Dead, Life::Absent][self as usize]
    }
}

/// A fate that may come.
pub struct Coming {
    who: ActorId,
    life: Life,
}

told! {
    /// PR-D33: what has become of somebody.
    pub struct Became for Proficiency { who: ActorId, life: Life }
    |table| "PR-R72" by who => format!("{}: {}", table.name(who), life.word());
}

impl Act<Proficiency> for Fate {
    type By = Gm;
    type Ready = Coming;
    const CARD: Card = card!("fate", "What becomes of somebody", "GM", "", "PR-D33");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Coming, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        Ok(Coming { who, life: self.life()?.life() })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Coming { who, life }: Coming,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
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
        oracle.tell(Audience::All, || Event::Became(Became { who, life }));
        Ok(())
    }
}

//! Somebody comes (PR-R21).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-R21: somebody comes, and acts from the next round on.
    pub struct Arrive for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

/// Somebody who may come.
pub struct Coming {
    who: ActorId,
}

/// PR-R21: somebody has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrived(pub ActorId);

impl Act<Proficiency> for Arrive {
    type By = Gm;
    type Ready = Coming;
    const CARD: Card = card!("arrive", "Somebody comes", "GM", "", "PR-R21");
    const NOTHING: Why<'static> = bar!("PR-R21", "nothing-fits", "everybody is here");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Coming, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        if see.actor(who).life != Life::Absent {
            return Err(bar!("PR-R21", "here", "{} is here already", see.table.name(who)).moot().into());
        }
        Ok(Coming { who })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Coming { who }: Coming,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let round = table.clock.round;
        table.set_life(who, if table.actor(who).hp > 0 { Life::Able } else { Life::Down });
        table.actor_mut(who).acts_from = round + 1;
        table.make_room(who);
        oracle.tell(Audience::All, || Event::Arrived(Arrived(who)));
        Ok(())
    }
}

impl Tells<Proficiency> for Arrived {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        Line::new(0, format!("{} comes", table.name(self.0)), [rule!("PR-R21")]).by(self.0)
    }
}

//! Somebody comes (PR-R21).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-R21: somebody comes, and acts from the next round on.
    pub struct Arrive for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

told! {
    /// PR-R21: somebody has come.
    pub struct Arrived(who: ActorId) for Proficiency;
    |table| "PR-R21" by who => format!("{} comes", table.name(who));
}

impl Act<Proficiency> for Arrive {
    type By = Gm;
    type Ready = ActorId;
    const CARD: Card = card!("arrive", "Somebody comes", "GM", "", "PR-R21");
    const NOTHING: Why<'static> = bar!("PR-R21", "nothing-fits", "everybody is here");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ActorId, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        if see.actor(who).life != Life::Absent {
            return Err(bar!("PR-R21", "here", "{} is here already", see.table.name(who)).moot().into());
        }
        Ok(who)
    }

    fn resolve<O: Oracle<Proficiency>>(who: ActorId, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let round = table.clock.round;
        table.set_life(who, if table.actor(who).hp > 0 { Life::Able } else { Life::Down });
        table.actor_mut(who).acts_from = round + 1;
        table.make_room(who);
        oracle.tell(Audience::All, || Event::Arrived(Arrived(who)));
        Ok(())
    }
}

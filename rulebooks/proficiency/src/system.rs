//! Proficiency as the engine sees it.

use crate::{
    Event, Intent, Proficiency, Question,
    house::HouseRules,
    policy::{self, Policy},
    recovery::RecoveryEvent,
    scene,
    table::Table,
    turn, view,
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Audience, Flow, Next, Oracle, Seat, Status, System, View, Who,
    act::{Acts as _, Book, Planned},
    by_acts, by_facts, by_table, door, without_unknown,
};
use std::borrow::Cow;

impl Book for Proficiency {
    type Acts = Intent;
}

impl Proficiency {
    /// Whoever rests and does something else than to begin or end a turn.
    fn resting(&self, table: &Table, intent: &Intent) -> Option<ActorId> {
        if matches!(intent, Intent::Begin(_) | Intent::EndTurn(_)) {
            return None; // with the end of a turn a unit may have passed
        }
        intent.actor().filter(|&actor| table.has(actor) && table.actor(actor).resting)
    }

    /// What follows every act: PR-R112: whoever does something else does not rest; PR-R72: whoever went down in its own turn
    /// has no more of it; PR-R04: it may be over.
    fn follow_up<O: Oracle<Self>>(&self, table: &mut Table, resting: Option<ActorId>, oracle: &mut O) -> Flow<()> {
        if let Some(who) = resting.filter(|&who| !table.actor(who).resting) {
            oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Broken(who)));
        }
        turn::fallen(self, table, oracle)?;
        turn::check_over(self, table, oracle)
    }
}

impl System for Proficiency {
    type Table = Table;
    type Policy = Policy;

    const NAME: &'static str = "proficiency";
    const VERSION: u32 = 2;

    by_acts!(Intent, Question, Event);
    // PR-R90: those from whom a character is hidden learn nothing of what it does.
    by_table!(HouseRules, view::knows);

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        let resting = self.resting(table, intent);
        intent.perform(by, self, table, oracle)?;
        self.follow_up(table, resting, oracle)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, table, seat)
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        policy::worth(table, actor)
    }

    fn status(&self, table: &Table) -> Status {
        match &table.over {
            Some(ending) => Status::Over(ending.winner),
            None => Status::Acting(view::acting(table).collect()),
        }
    }

    fn next(&self, table: &Table) -> Next {
        match &table.over {
            Some(ending) => Next::Over(ending.winner),
            None => Next::acts(view::acting(table).next()),
        }
    }

    fn facts(&self, table: &Table) -> serde_json::Value {
        view::facts(self, table)
    }

    fn open(source: &door::Source) -> Result<(Self, Table), door::Mistakes> {
        scene::open(source)
    }

    fn policies() -> &'static [(&'static str, Policy)] {
        &[("random", Policy::Random), ("bold", Policy::Bold), ("careful", Policy::Careful)]
    }

    fn choose(&self, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
        policy::choose(self, table, policy, rng).intent
    }

    fn play<O: Oracle<Self> + AsMut<FastRng>>(&self, table: &mut Table, policy: Policy, oracle: &mut O) -> Flow<()> {
        let Planned { intent, ready } = policy::choose(self, table, policy, oracle.as_mut());
        let resting = self.resting(table, &intent);
        Intent::resolve(ready, self, table, oracle)?;
        self.follow_up(table, resting, oracle)
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng).map(|planned| planned.intent)
    }

    fn answer(&self, table: &Table, policy: Policy, _who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, question, rng)
    }

    /// PR-R90: somebody of whom the seat does not know is not there for it.
    fn known_to<'t>(&self, table: &'t Table, _seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        without_unknown(table, unknown, Table::take_off)
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.actor(actor).life == crate::table::Life::Able
    }

    by_facts!();
}

//! Segments as the engine sees it.

use crate::{
    Event, Intent, Question, Segments,
    house::HouseRules,
    policy::{self, Policy},
    scene,
    table::{Speed, Table},
    time,
    turn::{self, Intention, Phase, declare, next_waiter},
    view,
};
use referee_dice::FastRng;
use referee_engine::{
    Acting, ActorId, ActorSet, Flow, Oracle, Seat, Status, System, View, Who,
    act::{Acts as _, Book, Planned},
    by_acts, by_facts, by_table, door, known_table,
};
use std::borrow::Cow;

impl Book for Segments {
    type Acts = Intent;
}

impl Segments {
    /// What follows every act: the round goes on until somebody has to decide, and it may be over.
    fn follow_up<O: Oracle<Self>>(&self, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::settle(self, table, oracle)?;
        time::check_over(table, oracle);
        Ok(())
    }
}

impl System for Segments {
    type Table = Table;
    type Policy = Policy;
    const NAME: &'static str = "segments";
    const VERSION: u32 = 2;

    by_acts!(Intent, Question, Event);
    by_table!(HouseRules, view::knows);

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        intent.perform(by, self, table, oracle)?;
        self.follow_up(table, oracle)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, &known_table(self, table, seat), seat)
    }

    /// Somebody of whom the seat does not know is not there for it, with all that it carries. What the GM has set for rolls
    /// to come is the GM's knowledge (SE-D20). Whose declaration it has not heard may have declared anything (SE-R26).
    fn known_to<'t>(&self, table: &'t Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        let unheard: ActorSet = declare::kept_from(self, table, seat).collect();
        if unknown.is_empty() && unheard.is_empty() && table.circumstances.is_empty() {
            return Cow::Borrowed(table);
        }
        let mut known = table.clone();
        known.circumstances.clear();
        unheard.iter().for_each(|who| declare::set(&mut known, who, Intention::Standard, None, false));
        // While somebody unseen is asked whether to step in, nobody else is (SE-R94).
        if next_waiter(self, table).is_some_and(|who| unknown.contains(who)) {
            *known.round.passed_mut() = table.ids().collect();
        }
        unknown.iter().for_each(|who| known.take_off(who));
        for thing in view::unknown_things(table, seat) {
            known.take_away(thing);
        }
        Cow::Owned(known)
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        policy::worth(table, actor)
    }

    fn status(&self, table: &Table) -> Status {
        if let Some(ending) = &table.over {
            return Status::Over(ending.winner);
        }
        let acting = match (table.clock.mode, table.round.phase) {
            (Speed::Segmented, Phase::Declaring) => declare::due(self, table).collect(),
            (Speed::Segmented, Phase::Acting) => {
                let segment = table.segment().map(|segment| segment.who);
                next_waiter(self, table).or(segment).into_iter().collect()
            }
            (Speed::Open, _) => table.ids().filter(|&who| table.is_able(who) && !table.sheet(who).trap).collect(),
            (Speed::Journeying, _) => Acting::new(),
        };
        Status::Acting(acting)
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
        let Planned { ready, .. } = policy::choose(self, table, policy, oracle.as_mut());
        Intent::resolve(ready, self, table, oracle)?;
        self.follow_up(table, oracle)
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng).map(|planned| planned.intent)
    }

    fn answer(&self, table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, who, question, rng)
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.actor(actor).out == crate::table::Out::Active
    }

    by_facts!();
}

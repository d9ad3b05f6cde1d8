//! Crisis as the engine sees it.

use crate::{
    Crisis, Event, Intent, Question,
    house::HouseRules,
    policy,
    policy::Policy,
    scene, stealth,
    table::{Mode, Table},
    turn, view,
};
use referee_dice::FastRng;
use referee_engine::{
    Acting, ActorId, ActorSet, Flow, Next, Oracle, Seat, Status, System, View, Who,
    act::{Acts as _, Book, Planned},
    by_acts, by_facts, by_table, door, without_unknown,
};
use std::{borrow::Cow, sync::Arc};

impl Book for Crisis {
    type Acts = Intent;
}

impl Crisis {
    /// After every act: is the crisis over, and can the one whose turn it is still act? CR-R123, CR-R125: who is seen now?
    fn follow_up<O: Oracle<Self>>(&self, table: &mut Table, unseen: ActorSet, oracle: &mut O) -> Flow<()> {
        turn::check_over(self, table, oracle);
        if table.acting().is_some_and(|who| !table.can_act(who)) {
            turn::end(self, table, oracle)?;
        }
        stealth::look_again(table, unseen, oracle)
    }
}

impl System for Crisis {
    type Table = Table;
    type Policy = Policy;

    const NAME: &'static str = "crisis";
    const VERSION: u32 = 2;

    by_acts!(Intent, Question, Event);
    // CR-170: those who have not noticed a creature learn nothing of what it does.
    by_table!(HouseRules, view::knows);

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        let unseen = stealth::out_of_sight(table, intent);
        intent.perform(by, self, table, oracle)?;
        self.follow_up(table, unseen, oracle)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, table, seat)
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        policy::worth(table, actor)
    }

    fn status(&self, table: &Table) -> Status {
        match (&table.over, table.clock.mode) {
            (Some(ending), _) => Status::Over(ending.winner),
            (None, Mode::Crisis) => Status::Acting(table.acting().into_iter().collect()),
            (None, Mode::Free) => Status::Acting(Acting::new()),
        }
    }

    /// An Attack takes hold of the setup, for its weapon.
    fn apart(&self, table: &Table) -> Table {
        Table { setup: Arc::new((*table.setup).clone()), ..table.clone() }
    }
    fn next(&self, table: &Table) -> Next {
        match &table.over {
            Some(ending) => Next::Over(ending.winner),
            None => Next::acts(table.acting()),
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
        let unseen = stealth::out_of_sight(table, &intent);
        Intent::resolve(ready, self, table, oracle)?;
        self.follow_up(table, unseen, oracle)
    }

    fn answer(&self, table: &Table, policy: Policy, _who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, question, rng)
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        turn::is_up(table, actor)
    }

    /// CR-170: a creature that the seat does not know of is not there for it.
    fn known_to<'t>(&self, table: &'t Table, _seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        without_unknown(table, unknown, Table::take_off)
    }

    by_facts!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;

    #[test]
    fn threads_share_no_setup() {
        let (book, table) = duel();
        let apart = book.apart(&table);
        assert_eq!(apart, table);
        assert!(!book.share_setup(&apart, &table) && book.share_setup(&apart, &apart.clone()));
    }
}

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
    Acting, ActorId, ActorSet, Drawn, Filled, Flow, Line, Mark, Next, Offer, Oracle, Prompt, Refusal, Seat, Setup,
    Side, Slot, Status, System, View, Who,
    act::{self, Acts as _, Book, Planned, Tells as _},
    by_facts, door, space,
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
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = HouseRules;

    const NAME: &'static str = "crisis";
    const VERSION: u32 = 2;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        let unseen = stealth::out_of_sight(table, intent);
        intent.perform(by, self, table, oracle)?;
        self.follow_up(table, unseen, oracle)
    }

    fn offers(&self, table: &Table, seat: Seat) -> Vec<Offer> {
        act::offers(self, table, seat)
    }

    fn slots(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
        act::slots(self, table, seat, filled)
    }

    fn intent(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
        act::intent(self, table, seat, filled)
    }

    fn drawn(&self, table: &Table, filled: &Filled) -> Vec<Drawn> {
        act::drawn(self, table, filled)
    }

    fn prompt(&self, table: &Table, who: Who, question: &Question) -> Prompt {
        question.prompt(self, table, who)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, table, seat)
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        event.line(self, table)
    }

    /// The measures of this book stand with each event.
    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        event.marks(to);
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

    fn headcount(&self, table: &Table) -> usize {
        table.actors.len()
    }
    fn side(&self, table: &Table, actor: ActorId) -> Side {
        table.side_of(actor)
    }

    fn called(&self, table: &Table, actor: ActorId) -> (String, String) {
        let sheet = table.sheet(actor);
        (sheet.key.clone(), sheet.name.clone())
    }

    fn setup(&self, table: &Table) -> Option<Arc<dyn Setup>> {
        Some(table.setup.clone())
    }
    fn share_setup(&self, table: &Table, other: &Table) -> bool {
        Arc::ptr_eq(&table.setup, &other.setup)
    }

    fn facts(&self, table: &Table) -> serde_json::Value {
        view::facts(self, table)
    }

    fn open(source: &door::Source) -> Result<(Self, Table), door::Mistakes> {
        scene::open(source)
    }

    fn house(&self) -> &HouseRules {
        &self.house
    }

    fn with_house(house: HouseRules) -> Self {
        Crisis { house }
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

    /// CR-170: those who have not noticed a creature learn nothing of what it does.
    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        actor.index() >= table.actors.len() || view::knows(table, seat, actor)
    }
    fn round(&self, table: &Table) -> u32 {
        table.clock.round
    }
    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        turn::is_up(table, actor)
    }

    /// CR-170: a creature that the seat does not know of is not there for it.
    fn known_to<'t>(&self, table: &'t Table, _seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        if unknown.is_empty() {
            return Cow::Borrowed(table);
        }
        let mut known = table.clone();
        unknown.iter().for_each(|who| known.take_off(who));
        Cow::Owned(known)
    }

    by_facts!();

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.setup.space
    }
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

//! Clockworld as the engine sees it.

use crate::{
    Clockworld, Event, Intent, Question,
    house::HouseRules,
    policy::{self, Policy},
    scene,
    sheet::PLAYERS,
    table::{Mode, Table},
    turn, view,
};
use referee_dice::FastRng;
use referee_engine::{
    Acting, ActorId, ActorSet, Flow, Next, Oracle, Seat, Side, Status, System, View, Who,
    act::{Acts as _, Book, Planned},
    by_acts, by_facts, by_table, door,
};
use std::borrow::Cow;

impl Book for Clockworld {
    type Acts = Intent;
}

impl System for Clockworld {
    type Table = Table;
    type Policy = Policy;

    const NAME: &'static str = "clockworld";
    const VERSION: u32 = 1;

    by_acts!(Intent, Question, Event);
    // CW-273: those who are Unaware of a Character learn nothing of what it does.
    by_table!(HouseRules, view::knows);

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        intent.perform(by, self, table, oracle)?;
        turn::check_over(table, oracle);
        Ok(())
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(table, seat)
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        policy::worth(table, actor)
    }

    fn status(&self, table: &Table) -> Status {
        match (&table.over, table.clock.mode) {
            (Some(ending), _) => Status::Over(ending.winner),
            (None, Mode::Turns) => Status::Acting(table.acting().iter().collect()),
            (None, _) => Status::Acting(Acting::new()),
        }
    }

    fn next(&self, table: &Table) -> Next {
        match (&table.over, table.clock.mode) {
            (Some(ending), _) => Next::Over(ending.winner),
            (None, Mode::Turns) => Next::acts(table.acting().first()),
            (None, _) => Next::acts(None),
        }
    }

    fn known_to<'t>(&self, table: &'t Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        view::known_to(table, seat, unknown)
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
        turn::check_over(table, oracle);
        Ok(())
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng).map(|planned| planned.intent)
    }

    fn answer(&self, table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, who, question, rng)
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.is_active(actor)
    }

    by_facts!();
}

impl Clockworld {
    /// The word for a side in commands.
    pub fn side_key(side: Side) -> &'static str {
        if side == PLAYERS { "players" } else { "threats" }
    }

    /// The word for a side's Turn.
    pub fn side_word(side: Side) -> &'static str {
        if side == PLAYERS { "Player" } else { "Threat" }
    }
}

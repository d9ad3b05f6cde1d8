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
    Acting, ActorId, ActorSet, Drawn, Filled, Flow, Line, Mark, Next, Offer, Oracle, Prompt, Refusal, Seat, Setup,
    Side, Slot, Status, System, View, Who,
    act::{self, Acts as _, Book, Planned, Tells as _},
    by_facts, door, space,
};
use std::{borrow::Cow, sync::Arc};

impl Book for Clockworld {
    type Acts = Intent;
}

impl System for Clockworld {
    type Table = Table;
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = HouseRules;

    const NAME: &'static str = "clockworld";
    const VERSION: u32 = 1;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        intent.perform(by, self, table, oracle)?;
        turn::check_over(table, oracle);
        Ok(())
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
        view::view(table, seat)
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        event.line(self, table)
    }

    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        event.marks(to);
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

    fn known_to<'t>(&self, table: &'t Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        view::known_to(table, seat, unknown)
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
        Clockworld { house }
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

    /// CW-273: those who are Unaware of a Character learn nothing of what it does.
    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        actor.index() >= table.actors.len() || view::knows(table, seat, actor)
    }

    fn round(&self, table: &Table) -> u32 {
        table.clock.round
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.is_active(actor)
    }

    by_facts!();

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.setup.space
    }
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

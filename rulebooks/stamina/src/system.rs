//! Stamina as the engine sees it.

use crate::{
    Event, Intent, Question, Stamina,
    house::HouseRules,
    policy::{self, Policy},
    scene,
    table::{ClueState, Mode, Out, Table},
    turn, view,
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Drawn, Filled, Flow, Gauge, Line, Mark, Next, Offer, Oracle, Prompt, Refusal, Seat, Setup, Side,
    Slot, Status, System, View, Who,
    act::{self, Acts as _, Book, Planned, Tells as _},
    door, space,
};
use std::{borrow::Cow, sync::Arc};

impl Book for Stamina {
    type Acts = Intent;
}

impl System for Stamina {
    type Table = Table;
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = HouseRules;

    const NAME: &'static str = "stamina";
    const VERSION: u32 = 2;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        intent.perform(by, self, table, oracle)?;
        turn::settle(self, table, oracle)
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

    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        event.marks(to);
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        policy::worth(table, actor)
    }

    fn status(&self, table: &Table) -> Status {
        match (&table.over, table.clock.mode) {
            (Some(ending), _) => Status::Over(ending.winner),
            (None, Mode::Rounds) => Status::Acting(table.acting().into_iter().collect()),
            (None, Mode::Free) => Status::Acting(table.ids().filter(|&who| table.is_awake(who)).collect()),
        }
    }

    fn next(&self, table: &Table) -> Next {
        match (&table.over, table.clock.mode) {
            (Some(ending), _) => Next::Over(ending.winner),
            (None, Mode::Rounds) => Next::acts(table.acting()),
            (None, Mode::Free) => Next::acts(table.ids().find(|&who| table.is_awake(who))),
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
        Stamina { house }
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
        turn::settle(self, table, oracle)
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng).map(|planned| planned.intent)
    }

    fn answer(&self, table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, who, question, rng)
    }

    /// Whoever is hidden is unknown to the other sides.
    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        actor.index() >= table.actors.len() || view::knows(table, seat, actor)
    }

    /// ST-R120: somebody of whom the seat does not know is not there for it, nor is what none of its own has found.
    fn known_to<'t>(&self, table: &'t Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        let clues: Vec<usize> = (0..table.clues.len()).filter(|&at| !seat_has_found(table, seat, at)).collect();
        if unknown.is_empty() && clues.is_empty() {
            return Cow::Borrowed(table);
        }
        let mut known = table.clone();
        unknown.iter().for_each(|who| known.take_off(who));
        clues.into_iter().for_each(|at| known.clues[at].state = ClueState::Lost);
        Cow::Owned(known)
    }

    fn round(&self, table: &Table) -> u32 {
        table.clock.round
    }

    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.actor(actor).out == crate::table::Out::Active
    }

    /// What a fight costs: the tracks that matter when it is over.
    fn gauges(&self, table: &Table) -> Vec<Gauge> {
        let of = |actor: ActorId| {
            let sheet = table.sheet(actor);
            [
                ("Health", i32::from(sheet.max_health)),
                ("Defense", i32::from(sheet.max_defense)),
                ("Stamina", i32::from(sheet.max_stamina)),
            ]
            .map(|(name, max)| Gauge { actor, name: name.into(), max })
        };
        table.ids().flat_map(of).collect()
    }

    fn read_gauges(&self, table: &Table, _gauges: &[Gauge], values: &mut Vec<i32>) {
        values.clear();
        values.extend(
            table
                .actors
                .iter()
                .flat_map(|actor| [i32::from(actor.health), i32::from(actor.defense), i32::from(actor.stamina)]),
        );
    }

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.setup.space
    }
}

/// Has anybody whom this seat plays found a clue?
fn seat_has_found(table: &Table, seat: Seat, clue: usize) -> bool {
    table.ids().any(|who| seat.plays(who) && table.clues[clue].found.contains(who))
}

/// How a character stands, in a word.
pub(crate) fn health(table: &Table, who: ActorId) -> &'static str {
    let (actor, most) = (table.actor(who), table.sheet(who).max_health);
    match actor.out {
        Out::Out => "out of the fight",
        Out::Dying => "dying",
        Out::Dead => "dead",
        Out::Active if actor.health == most => "unhurt",
        Out::Active if 2 * actor.health >= most => "hurt",
        Out::Active => "badly hurt",
    }
}

//! Segments as the engine sees it.

use crate::{
    Event, Intent, Question, Segments,
    actions::attack::{AttackEvent, Target, Told},
    check::{Degree, For},
    harm::HarmEvent,
    house::HouseRules,
    offers,
    policy::{self, Policy},
    scene,
    table::{Speed, Table},
    time::TimeEvent,
    turn::{Phase, RoundEvent, declare, next_waiter},
    view, words,
};
use referee_dice::FastRng;
use referee_engine::{
    Acting, ActorId, ActorSet, Drawn, Filled, Flow, Fold, Gauge, Line, Mark, Offer, Oracle, Prompt, Refusal, Seat,
    Setup, Side, Slot, Status, System, View, Who, door, space,
};
use std::sync::Arc;

impl System for Segments {
    type Table = Table;
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = HouseRules;

    const NAME: &'static str = "segments";
    const VERSION: u32 = 1;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        self.resolve_intent(table, by, intent, oracle)
    }

    fn offers(&self, table: &Table, seat: Seat) -> Vec<Offer> {
        offers::offers(self, table, seat)
    }

    fn slots(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
        offers::slots(self, table, seat, filled)
    }

    fn intent(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
        offers::intent(self, table, seat, filled)
    }

    fn drawn(&self, table: &Table, filled: &Filled) -> Vec<Drawn> {
        offers::drawn(self, table, filled)
    }

    fn prompt(&self, table: &Table, who: Who, question: &Question) -> Prompt {
        words::prompt(table, who, question)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, table, seat)
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        words::narrate(table, event)
    }

    /// The measures of this book: how an attack came out and its damage, Down, death, checks, encounters, stocks, who is first.
    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        match event {
            Event::Attack(AttackEvent::Rolled { strike, blow, .. }) => {
                let at = match strike.at {
                    Target::Body(who) => Some(who),
                    Target::Thing(_) => None,
                };
                to.push(Mark::word("attack", at, blow.told as i32, blow.told.word()));
                if blow.told >= Told::Hit {
                    to.push(Mark::count("rolled damage", at, i32::from(blow.damage)));
                }
            }
            Event::Attack(AttackEvent::Negated { who, .. }) => to.push(Mark::word("negated", Some(*who), 1, "negated")),
            Event::Harm(HarmEvent::Hurt { who, amount, .. }) => {
                to.push(Mark::count("damage", Some(*who), i32::from(*amount)));
            }
            Event::Harm(HarmEvent::Struck { amount, .. }) => to.push(Mark::count("damage", None, i32::from(*amount))),
            Event::Harm(HarmEvent::Down { who }) => to.push(Mark::word("down", Some(*who), 1, "down")),
            Event::Harm(HarmEvent::Died { who, .. }) => to.push(Mark::word("dead", Some(*who), 1, "dead")),
            Event::Harm(HarmEvent::Holds { who, acts, .. }) => {
                to.push(Mark::word("holds on", Some(*who), i32::from(*acts), if *acts { "acts" } else { "dying" }));
            }
            Event::Checked(checked) => {
                let name = match checked.what {
                    For::Recover(_) => "recover",
                    For::Skill(_) | For::Ability(_) => "check",
                };
                let word = match checked.degree {
                    Degree::Failure => "failure",
                    Degree::Success => "success",
                    Degree::Critical => "critical",
                };
                to.push(Mark::word(name, Some(checked.who), checked.degree as i32, word));
            }
            Event::Time(TimeEvent::Wandered { met }) => to.push(Mark::count("encounters", None, i32::from(*met))),
            Event::Round(RoundEvent::Segment { who, steps_in: false }) => {
                to.push(Mark { measure: "segment", who: Some(*who), value: 1, word: "", fold: Fold::Sum })
            }
            _ => {}
        }
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
        Segments { house }
    }

    fn policies() -> &'static [(&'static str, Policy)] {
        &[("random", Policy::Random), ("bold", Policy::Bold), ("careful", Policy::Careful)]
    }

    fn choose(&self, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
        policy::choose(self, table, policy, rng)
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng)
    }

    fn answer(&self, table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, who, question, rng)
    }

    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        actor.index() >= table.actors.len() || view::knows(table, seat, actor)
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
            [("Health", i32::from(sheet.health_max))].map(|(name, max)| Gauge { actor, name: name.into(), max })
        };
        table.ids().flat_map(of).collect()
    }

    fn read_gauges(&self, table: &Table, _gauges: &[Gauge], values: &mut Vec<i32>) {
        values.clear();
        values.extend(table.actors.iter().flat_map(|actor| [i32::from(actor.health)]));
    }

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.setup.space
    }
}

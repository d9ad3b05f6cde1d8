//! Proficiency as the engine sees it.

use crate::{
    Event, Intent, Proficiency, Question,
    check::{How, Named, Verdict},
    harm::HarmEvent,
    house::HouseRules,
    policy::{self, Policy},
    recovery::RecoveryEvent,
    scene,
    table::{Life, Table},
    turn::{self, initiative::InitiativeEvent},
    view, words,
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Audience, Drawn, Filled, Flow, Gauge, Line, Mark, Next, Offer, Oracle, Prompt, Refusal, Seat,
    Setup, Side, Slot, Status, System, View, Who,
    act::{self, Acts as _, Book, Planned},
    door, space,
};
use std::{borrow::Cow, sync::Arc};

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
    #[inline]
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
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = HouseRules;

    const NAME: &'static str = "proficiency";
    const VERSION: u32 = 2;

    #[inline]
    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        let resting = self.resting(table, intent);
        intent.perform(by, self, table, oracle)?;
        self.follow_up(table, resting, oracle)
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
        words::prompt(self, table, who, question)
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        view::view(self, table, seat)
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        words::narrate(self, table, event)
    }

    /// The measures of this book: EFF and PER of each check, how it was settled, hits, damage, who fell, who goes first.
    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        match event {
            Event::Check(checked) => {
                let who = Some(checked.check.who);
                let measure = match checked.check.name {
                    Named::Attack => "attack check",
                    Named::Save => "save",
                    Named::Defend => "defend",
                    _ => "check",
                };
                let verdict = checked.settled.verdict;
                to.push(Mark::word(measure, who, verdict as i32, verdict.word()));
                if verdict >= Verdict::Success {
                    to.push(Mark::count("per", who, i32::from(checked.settled.per)));
                }
                let (value, word) = match checked.settled.how {
                    How::Rolled => (0, "rolled"),
                    How::Odds => (1, "odds"),
                    How::Mundane => (2, "mundane"),
                    How::Impossible => (3, "impossible"),
                    How::Withdrawn => (4, "withdrawn"),
                };
                to.push(Mark::word("settled", who, value, word));
            }
            Event::Attack(event) => to.extend(event.mark()),
            Event::Harm(HarmEvent::Damaged { who, amount, .. }) => {
                to.push(Mark::count("damage", Some(*who), i32::from(*amount)));
            }
            Event::Harm(HarmEvent::Healed { who, amount, .. }) => {
                to.push(Mark::count("healed", Some(*who), i32::from(*amount)));
            }
            Event::Harm(HarmEvent::Struck { amount, .. }) => {
                to.push(Mark::count("object damage", None, i32::from(*amount)));
            }
            Event::Harm(HarmEvent::Fell { who, life }) => {
                let (value, word) = if *life == Life::Dead { (2, "dead") } else { (1, "down") };
                to.push(Mark::word("fell", Some(*who), value, word));
            }
            Event::Resource(stepped) if stepped.spent => {
                to.push(Mark::word("stock", stepped.who, 1, "spent"));
            }
            Event::Initiative(InitiativeEvent::Order(sides)) => {
                let first = sides.first().map_or(0, |side| i32::from(side.0));
                to.push(Mark::word("first side", None, first, if first == 0 { "pcs" } else { "others" }));
            }
            _ => {}
        }
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

    #[inline]
    fn next(&self, table: &Table) -> Next {
        match &table.over {
            Some(ending) => Next::Over(ending.winner),
            None => Next::acts(view::acting(table).next()),
        }
    }

    fn headcount(&self, table: &Table) -> usize {
        table.actors.len()
    }

    #[inline]
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

    #[inline]
    fn share_setup(&self, table: &Table, other: &Table) -> bool {
        Arc::ptr_eq(&table.setup, &other.setup)
    }

    fn facts(&self, table: &Table) -> serde_json::Value {
        view::facts(table)
    }

    fn open(source: &door::Source) -> Result<(Self, Table), door::Mistakes> {
        scene::open(source)
    }

    fn house(&self) -> &HouseRules {
        &self.house
    }

    fn with_house(house: HouseRules) -> Self {
        Proficiency { house }
    }

    fn policies() -> &'static [(&'static str, Policy)] {
        &[("random", Policy::Random), ("bold", Policy::Bold), ("careful", Policy::Careful)]
    }

    fn choose(&self, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
        policy::choose(self, table, policy, rng).intent
    }

    #[inline]
    fn play<O: Oracle<Self> + AsMut<FastRng>>(&self, table: &mut Table, policy: Policy, oracle: &mut O) -> Flow<()> {
        let Planned { intent, ready } = policy::choose(self, table, policy, oracle.as_mut());
        let resting = self.resting(table, &intent);
        Intent::resolve(ready, self, table, oracle)?;
        self.follow_up(table, resting, oracle)
    }

    fn choose_for(&self, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
        policy::choose_for(self, table, policy, by, rng).map(|planned| planned.intent)
    }

    #[inline]
    fn answer(&self, table: &Table, policy: Policy, _who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, question, rng)
    }

    /// PR-R90: those from whom a character is hidden learn nothing of what it does.
    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        !table.has(actor) || view::knows(table, seat, actor)
    }

    /// PR-R90: somebody of whom the seat does not know is not there for it.
    fn known_to<'t>(&self, table: &'t Table, _seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
        if unknown.is_empty() {
            return Cow::Borrowed(table);
        }
        let mut known = table.clone();
        unknown.iter().for_each(|who| known.take_off(who));
        Cow::Owned(known)
    }

    #[inline]
    fn round(&self, table: &Table) -> u32 {
        table.clock.round
    }

    fn mere_counters(&self, table: &Table) -> &'static [&'static str] {
        if crate::turn::time::matters(table) { &[] } else { &["round", "elapsed", "units"] }
    }

    #[inline]
    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        table.actor(actor).life == crate::table::Life::Able
    }

    /// What a fight costs: the tracks that matter when it is over.
    fn gauges(&self, table: &Table) -> Vec<Gauge> {
        let of = |actor: ActorId| {
            let sheet = table.sheet(actor);
            [("hp", i32::from(sheet.hp_max))].map(|(name, max)| Gauge { actor, name: name.into(), max })
        };
        table.ids().flat_map(of).collect()
    }

    fn read_gauges(&self, table: &Table, _gauges: &[Gauge], values: &mut Vec<i32>) {
        values.clear();
        values.extend(table.actors.iter().flat_map(|actor| [i32::from(actor.hp)]));
    }

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.setup.space
    }
}

//! Crisis as the engine sees it.

use crate::{
    Crisis, Event, Intent, Question,
    actions::attack::{AttackEvent, Struck},
    actions::stealth::StealthEvent,
    harm::HarmEvent,
    house::HouseRules,
    offers, policy,
    policy::Policy,
    reactions::Reaction,
    recovery::natural::Daily,
    scene,
    table::{Mode, Table},
    turn::TurnEvent,
    view, words,
};
use referee_dice::FastRng;
use referee_engine::{
    Acting, ActorId, Drawn, Filled, Flow, Gauge, Line, Mark, Next, Offer, Oracle, Prompt, Refusal, Seat, Setup, Side,
    Slot, Status, System, View, Who, door, space,
};
use std::sync::Arc;

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

    /// The measures of this book: how an Attack came out, wounds of both kinds, what became of somebody, checks.
    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        match event {
            Event::Attack(AttackEvent::Rolled { at, struck, .. }) => {
                let hit = matches!(struck, Struck::Hit(_));
                to.push(Mark::word("attack", *at, i32::from(hit), if hit { "hit" } else { "missed" }));
                to.push(Mark::count("hits", *at, i32::from(hit)));
            }
            Event::Attack(AttackEvent::OutOfReach { at }) => {
                to.push(Mark::word("attack", Some(*at), 0, "missed"));
            }
            Event::Attack(AttackEvent::Scattered { direction, .. }) => {
                to.push(Mark {
                    measure: "scatter",
                    who: None,
                    value: i32::from(*direction),
                    word: "",
                    fold: referee_engine::Fold::Last,
                });
            }
            Event::Reacted(reacted) => {
                let measure = match reacted.reaction {
                    Reaction::Parry => "parried",
                    Reaction::Dodge => "dodged",
                };
                to.push(Mark::count(measure, Some(reacted.who), reacted.removes.into()));
            }
            Event::GotOut { who, .. } => to.push(Mark::word("got out", Some(*who), 1, "out")),
            Event::Harm(HarmEvent::Wounded { who, wounds, lethal, .. }) => {
                let measure = if *lethal { "lethal wounds" } else { "non-lethal wounds" };
                to.push(Mark::count(measure, Some(*who), (*wounds).into()));
            }
            Event::Harm(HarmEvent::Bleeds { who }) => to.push(Mark::count("lethal wounds", Some(*who), 1)),
            Event::Harm(HarmEvent::Incapacitated { who }) => {
                to.push(Mark::word("fate", Some(*who), 1, "incapacitated"));
            }
            Event::Harm(HarmEvent::KnockedOut { who }) => to.push(Mark::word("fate", Some(*who), 2, "knocked out")),
            Event::Harm(HarmEvent::Dying { who }) => to.push(Mark::word("fate", Some(*who), 3, "dying")),
            Event::Harm(HarmEvent::Died { who }) => to.push(Mark::word("fate", Some(*who), 4, "dead")),
            Event::Harm(HarmEvent::Stabilised { who }) => to.push(Mark::word("stabilised", Some(*who), 1, "yes")),
            Event::Harm(HarmEvent::Healed { who, wounds, .. }) => {
                to.push(Mark::count("wounds healed", Some(*who), (*wounds).into()));
            }
            Event::Checked(checked) => {
                let (value, word) = if checked.success { (1, "success") } else { (0, "failure") };
                to.push(Mark::word(checked.check.name.word(), Some(checked.check.who), value, word));
            }
            Event::Daily(daily) => {
                let (value, word) = match daily.daily {
                    Daily::Worse => (0, "worse"),
                    Daily::Nothing => (1, "nothing"),
                    Daily::Heals => (2, "heals"),
                };
                to.push(Mark::word("natural healing", Some(daily.check.who), value, word));
            }
            Event::Stealth(StealthEvent::Revealed { who }) => to.push(Mark::word("revealed", Some(*who), 1, "yes")),
            Event::Turn(TurnEvent::Round { number }) => {
                to.push(Mark {
                    measure: "round",
                    who: None,
                    value: *number as i32,
                    word: "",
                    fold: referee_engine::Fold::Last,
                });
            }
            _ => {}
        }
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
        policy::choose(self, table, policy, rng)
    }
    fn answer(&self, table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
        policy::answer(table, policy, who, question, rng)
    }

    /// CR-170: those who have not noticed a creature learn nothing of what it does.
    fn knows(&self, table: &Table, seat: Seat, actor: ActorId) -> bool {
        actor.index() >= table.actors.len() || view::knows(table, seat, actor)
    }
    fn round(&self, table: &Table) -> u32 {
        table.clock.round
    }
    fn takes_part(&self, table: &Table, actor: ActorId) -> bool {
        crate::turn::is_up(table, actor)
    }

    /// What a fight costs: the tracks that matter when it is over.
    fn gauges(&self, table: &Table) -> Vec<Gauge> {
        let of = |actor: ActorId| {
            let dies_at = i32::from(crate::harm::dies_at(table, actor));
            [("Lethal wounds", dies_at), ("Non-lethal wounds", 0), ("AP", 6)].map(|(name, max)| Gauge {
                actor,
                name: name.into(),
                max,
            })
        };
        table.ids().flat_map(of).collect()
    }

    fn read_gauges(&self, table: &Table, _gauges: &[Gauge], values: &mut Vec<i32>) {
        values.clear();
        values.extend(table.actors.iter().flat_map(|actor| {
            [i32::from(actor.lethal.count()), i32::from(actor.nonlethal.count()), i32::from(actor.ap)]
        }));
    }

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

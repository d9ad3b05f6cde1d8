//! A toy rulebook: few rules, every verb of the oracle, and bugs to order.
#![allow(dead_code, missing_docs, reason = "each test takes what it needs")]

pub mod rules;
pub mod table;

pub use rules::{Event, Intent, Outcome, Question};
pub use table::{Fighter, Shared, Table};

use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, ActorView, Choice, Domain, Filled, Flow, Line, Mark, Offer, Oracle, Prompt, Refusal, Seat,
    Section, Side, Slot, Status, System, View, Who,
    door::{self, Check},
    key_of, rule, space,
};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// What is wrong with the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Bug {
    #[default]
    None,
    /// A rule decides by the face that it should only tell.
    DecidesByFace,
    /// A rule depends on how often it was run.
    Moody,
    /// Copies of a table share a number.
    SharedTable,
    /// The dead are offered as targets.
    OffersTheDead,
    /// An option that is offered is refused.
    RefusesBrace,
    /// Everybody may act for everybody.
    AnySeatActs,
    /// Slots that do not exist are not noticed.
    IgnoresSlots,
    /// A value that is not in the domain is taken.
    TakesAnyFocus,
    /// Everybody reads every purse.
    ShowsPurses,
    /// Everybody hears who hides.
    LoudHiding,
    /// An unreadable number ends the program.
    PanicsOnNumbers,
    /// Part of the table is not written down.
    ForgetsInJournals,
    /// The cost of hiding follows from where others hide.
    CountsTheHidden,
}

/// How a machine plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    Random,
    /// Attacks the first target, and takes the first chance to react.
    Bold,
    Passive,
}

#[derive(Clone, Debug, Default)]
pub struct Toy {
    pub house: House,
    pub runs: Arc<AtomicU32>,
}

impl Toy {
    pub fn new() -> Toy {
        Toy::default()
    }

    pub fn with(bug: Bug) -> Toy {
        Toy { house: House { bug, ..House::default() }, ..Toy::new() }
    }

    pub fn needing(self, need: i32) -> Toy {
        Toy { house: House { need, ..self.house }, ..self }
    }

    pub fn is_in_a_mood(&self) -> bool {
        self.runs.fetch_add(1, Ordering::Relaxed) % 3 == 2
    }
}

/// Ann and Bob (red) against Cid and Dan (blue), 5 health and one reaction each; red has the turn.
pub fn four() -> Table {
    let fighter = |name: &str, side| Fighter {
        name: name.to_owned(),
        key: key_of(name),
        side: Side(side),
        hp: 5,
        reactions: 1,
        acted: false,
        spot: None,
        purse: format!("purse of {name}"),
    };
    Table {
        fighters: vec![fighter("Ann", 0), fighter("Bob", 0), fighter("Cid", 1), fighter("Dan", 1)],
        turn: Side(0),
        round: 1,
        space: space::Space::square(2, 2, 5, "ft").unwrap(),
        shared: Shared::default(),
        forgotten: 0,
    }
}

pub const ANN: ActorId = ActorId(0);
pub const BOB: ActorId = ActorId(1);
pub const CID: ActorId = ActorId(2);
pub const DAN: ActorId = ActorId(3);

/// The seat of whoever plays one fighter.
pub fn seat(actor: ActorId) -> Seat {
    Seat::Player([actor].into_iter().collect())
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Scene {
    book: String,
    #[serde(default)]
    rules: House,
    fighters: Vec<SceneFighter>,
}

#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct House {
    pub need: i32,
    #[schemars(skip)]
    pub bug: Bug,
}

impl Default for House {
    fn default() -> House {
        House { need: 4, bug: Bug::None }
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct SceneFighter {
    name: String,
    side: SideName,
    hp: i32,
    #[serde(default = "one")]
    reactions: u8,
}

fn one() -> u8 {
    1
}

#[derive(Clone, Copy, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SideName {
    Red,
    Blue,
}

impl System for Toy {
    type Table = Table;
    type Intent = Intent;
    type Question = Question;
    type Event = Event;
    type Policy = Policy;
    type House = House;

    const NAME: &'static str = "toy";
    const VERSION: u32 = 3;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        rules::resolve(self, table, by, intent, oracle)
    }

    fn offers(&self, table: &Table, seat: Seat) -> Vec<Offer> {
        let offer = |verb: &str, actor, rule, refused| Offer {
            verb: verb.to_owned(),
            actor,
            label: verb.to_owned(),
            group: String::new(),
            cost: String::new(),
            rule,
            refused,
            warning: None,
        };
        let mut offers = Vec::new();
        for actor in table.ids().filter(|&actor| seat.plays(actor)) {
            let may = rules::may_act(self, table, seat, actor).err();
            let nobody = Refusal::by(rule!("TY-002"), "no-target", "nobody is in sight");
            let aim = may.clone().or_else(|| self.targets(table, actor).is_empty().then_some(nobody));
            offers.push(offer("attack", Some(actor), rule!("TY-002"), aim.clone()));
            offers.push(offer("duel", Some(actor), rule!("TY-007"), aim.clone()));
            offers.push(offer("blast", Some(actor), rule!("TY-010"), aim));
            offers.push(offer("hide", Some(actor), rule!("TY-006"), may));
        }
        if self.house.bug == Bug::CountsTheHidden {
            let spots: i32 = table.fighters.iter().filter_map(|fighter| fighter.spot).sum();
            offers.iter_mut().for_each(|offer| offer.cost = format!("beware of {spots}"));
        }
        if table.plays_side(seat, table.turn) && matches!(self.status(table), Status::Acting(_)) {
            offers.push(offer("pass", None, rule!("TY-008"), None));
        }
        if seat.is_gm() {
            offers.push(offer("heal", None, rule!("TY-009"), None));
        }
        offers
    }

    fn slots(&self, table: &Table, _seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
        let slot = |name: &str, domain, default: Option<&str>| Slot {
            name: name.to_owned(),
            label: name.to_owned(),
            domain,
            default: default.map(str::to_owned),
            barred: Vec::new(),
        };
        let actor = || match filled.actor {
            Some(actor) if actor.index() < table.fighters.len() => Ok(actor),
            _ => Err(Refusal::plain("no-such-actor", "say who does it")),
        };
        let target =
            || Ok::<Slot, Refusal>(slot("target", Domain::One { of: self.targets(table, actor()?).into() }, None));
        Ok(match filled.verb.as_str() {
            "attack" => {
                let mut of = vec![Choice::plain("no")];
                if table.fighter(actor()?).reactions > 0 {
                    of.push(Choice::plain("yes"));
                }
                vec![target()?, slot("focus", Domain::One { of: of.into() }, Some("no"))]
            }
            "duel" | "blast" => vec![target()?],
            "hide" => {
                actor()?;
                vec![slot("spot", Domain::Number { min: 1, max: 9 }, None)]
            }
            "pass" => Vec::new(),
            "heal" => {
                let all = table.ids().map(|id| choice_of(table, id)).collect();
                vec![
                    slot("target", Domain::One { of: all }, None),
                    slot("hp", Domain::Number { min: 0, max: 10 }, None),
                ]
            }
            other => {
                let verbs = ["attack", "duel", "blast", "hide", "pass", "heal"];
                return Err(Refusal::plain("no-such-verb", format!("nobody can {other:?}")).allowing(verbs));
            }
        })
    }

    fn intent(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
        let slots = self.slots(table, seat, filled)?;
        let unknown = filled.slots.keys().find(|name| !slots.iter().any(|slot| slot.name == **name));
        if let Some(unknown) = unknown.filter(|_| self.house.bug != Bug::IgnoresSlots) {
            return Err(Refusal::plain("no-such-slot", format!("{} has no {unknown}", filled.verb)));
        }
        if let Some(spot) = filled.get("spot").filter(|_| self.house.bug == Bug::PanicsOnNumbers) {
            let _: i32 = spot.parse().unwrap();
        }
        let value = |name: &str| slots.iter().find(|slot| slot.name == name).map_or(Ok(""), |slot| slot.value(filled));
        let named = |name: &str| {
            let key = value(name)?;
            table.find(key).ok_or_else(|| Refusal::plain("no-such-actor", format!("there is no {key}")))
        };
        let number = |name: &str| value(name)?.parse().map_err(|_| Refusal::plain("slot-value", "not a number"));
        let is_owned = filled.actor.is_none() || filled.verb != "pass" && filled.verb != "heal";
        if !is_owned {
            return Err(Refusal::plain("no-actor", format!("no fighter does {}", filled.verb)));
        }
        let actor = filled.actor.unwrap_or(ANN);
        Ok(match filled.verb.as_str() {
            "attack" if self.house.bug == Bug::TakesAnyFocus => {
                Intent::Attack { actor, target: named("target")?, focus: filled.get("focus") == Some("yes") }
            }
            "attack" => Intent::Attack { actor, target: named("target")?, focus: value("focus")? == "yes" },
            "duel" => Intent::Duel { actor, target: named("target")? },
            "blast" => Intent::Blast { actor, target: named("target")? },
            "hide" => Intent::Hide { actor, spot: number("spot")? },
            "pass" => Intent::Pass { side: table.turn },
            _ => Intent::Heal { target: named("target")?, hp: number("hp")? },
        })
    }

    fn prompt(&self, table: &Table, who: Who, question: &Question) -> Prompt {
        let Who::Actor(actor) = who else { unreachable!("the toy asks fighters") };
        let name = &table.fighter(actor).name;
        let (kind, text, rule, keys): (_, _, _, &[&str]) = match question {
            Question::React => ("reaction", "reacts?", rule!("TY-003"), &["decline", "dodge", "brace"]),
            Question::Press => ("press", "presses on?", rule!("TY-005"), &["decline", "press"]),
            Question::Guess => ("guess", "guesses?", rule!("TY-007"), &["high", "low"]),
        };
        Prompt {
            kind: kind.to_owned(),
            text: format!("{name} {text}"),
            rule,
            options: keys.iter().map(|key| Choice::plain(*key)).collect(),
            decline: referee_engine::Question::decline(question),
        }
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        let seen = |id: &ActorId| table.fighter(*id).spot.is_none() || table.plays_side(seat, table.fighter(*id).side);
        let actor = |id: ActorId| {
            let fighter = table.fighter(id);
            let mut lines = Vec::new();
            if seat.plays(id) || self.house.bug == Bug::ShowsPurses {
                lines.push(("purse".to_owned(), fighter.purse.clone()));
            }
            lines.extend(fighter.spot.map(|spot| ("spot".to_owned(), format!("spot {spot} of {}", fighter.key))));
            ActorView {
                id,
                key: fighter.key.clone(),
                name: fighter.name.clone(),
                side: fighter.side,
                place: None,
                facing: None,
                stance: String::new(),
                health: fighter.hp.to_string(),
                well: if fighter.hp > 0 { 100 } else { 0 },
                active: fighter.hp > 0,
                tracks: Vec::new(),
                conditions: Vec::new(),
                sheet: vec![Section { title: "things".to_owned(), lines }],
            }
        };
        let sides = [("Red", 0), ("Blue", 1)].map(|(name, side)| referee_engine::SideView {
            side: Side(side),
            name: name.to_owned(),
            acting: table.turn == Side(side),
        });
        View {
            book: "toy".to_owned(),
            sides: sides.to_vec(),
            actors: table.ids().filter(seen).map(actor).collect(),
            ..View::default()
        }
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        let name = |id: &ActorId| table.fighter(*id).name.as_str();
        let (text, rule) = match event {
            Event::Reacted { who, option } => {
                (format!("{} {}", name(who), ["does nothing", "dodges", "braces"][*option]), rule!("TY-003"))
            }
            Event::Attacked { actor, target, outcome, face } => {
                let how = match outcome {
                    Outcome::Missed => "misses",
                    Outcome::Avoided => "cannot reach",
                    Outcome::Hit => "hits",
                };
                (format!("{} {how} {} with {face}", name(actor), name(target)), rule!("TY-002"))
            }
            Event::Hurt { target, damage } => (format!("{} takes {damage}", name(target)), rule!("TY-004")),
            Event::Hid { actor, spot: Some(spot) } => {
                let key = &table.fighter(*actor).key;
                (format!("{} hides at spot {spot} of {key}", name(actor)), rule!("TY-006"))
            }
            Event::Hid { actor, spot: None } => (format!("{} finds no place to hide", name(actor)), rule!("TY-006")),
            Event::Dueled { loser } => (format!("{} guesses wrong", name(loser)), rule!("TY-007")),
            Event::Turned { side, .. } => {
                (format!("{} has the turn", if side.0 == 0 { "Red" } else { "Blue" }), rule!("TY-008"))
            }
            Event::Healed { target, hp } => (format!("{} has {hp} health", name(target)), rule!("TY-009")),
        };
        Line { text, rules: vec![rule], ..Line::default() }
    }

    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        match event {
            Event::Attacked { target, outcome, .. } => {
                let (value, word) = match outcome {
                    Outcome::Missed => (0, "missed"),
                    Outcome::Avoided => (1, "avoided"),
                    Outcome::Hit => (2, "hit"),
                };
                to.push(Mark::word("attack", Some(*target), value, word));
            }
            Event::Hurt { target, damage } => to.push(Mark::count("damage", Some(*target), *damage)),
            Event::Dueled { loser } => to.push(Mark::word("duel", Some(*loser), 1, "lost")),
            _ => {}
        }
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        table.fighter(actor).hp.max(0) as u32
    }

    fn status(&self, table: &Table) -> Status {
        match (table.is_up(Side(0)), table.is_up(Side(1))) {
            (true, true) => {
                let acts = |id: &ActorId| {
                    let fighter = table.fighter(*id);
                    fighter.side == table.turn && !fighter.acted && fighter.hp > 0
                };
                Status::Acting(table.ids().filter(acts).collect())
            }
            (true, false) => Status::Over(Some(Side(0))),
            (false, true) => Status::Over(Some(Side(1))),
            (false, false) => Status::Over(None),
        }
    }

    fn headcount(&self, table: &Table) -> usize {
        table.fighters.len()
    }

    fn side(&self, table: &Table, actor: ActorId) -> Side {
        table.fighter(actor).side
    }

    fn called(&self, table: &Table, actor: ActorId) -> (String, String) {
        let fighter = table.fighter(actor);
        (fighter.key.clone(), fighter.name.clone())
    }

    fn facts(&self, table: &Table) -> serde_json::Value {
        let mut facts =
            serde_json::json!({ "turn": if table.turn.0 == 0 { "red" } else { "blue" }, "round": table.round });
        for fighter in &table.fighters {
            facts[&fighter.key] = serde_json::json!({
                "hp": fighter.hp, "reactions": fighter.reactions, "acted": fighter.acted, "spot": fighter.spot,
                "scars": vec!["old"; (5 - fighter.hp).clamp(0, 5) as usize],
            });
        }
        facts
    }

    fn open(scene: &door::Source) -> Result<(Toy, Table), door::Mistakes> {
        let scene = door::read::<Scene>(scene)?;
        let mut check = Check::new();
        if scene.value.book != "toy" {
            check.push(scene.mistake("book", "this is a scene of another book", ["toy"]));
        }
        let mut table = Table { fighters: Vec::new(), ..four() };
        for (index, fighter) in scene.value.fighters.iter().enumerate() {
            let name = &fighter.name;
            if fighter.hp < 0 {
                let path = format!("fighters[{index}].hp");
                check.push(scene.mistake(&path, "nobody begins below 0", ["0 or more"]));
            }
            table.fighters.push(Fighter {
                name: name.clone(),
                key: key_of(name),
                side: Side(matches!(fighter.side, SideName::Blue).into()),
                hp: fighter.hp,
                reactions: fighter.reactions,
                acted: false,
                spot: None,
                purse: format!("purse of {name}"),
            });
        }
        check.finish((Toy::with_house(scene.value.rules), table))
    }

    fn house(&self) -> &House {
        &self.house
    }

    fn with_house(house: House) -> Toy {
        Toy { house, runs: Arc::default() }
    }

    fn policies() -> &'static [(&'static str, Policy)] {
        &[("random", Policy::Random), ("bold", Policy::Bold), ("passive", Policy::Passive)]
    }

    fn choose(&self, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
        let Status::Acting(ready) = self.status(table) else { return Intent::Pass { side: table.turn } };
        let actor =
            ready.into_iter().find(|&actor| policy != Policy::Passive && !self.targets(table, actor).is_empty());
        let Some(actor) = actor else { return Intent::Pass { side: table.turn } };
        let targets = self.targets(table, actor);
        let at = if policy == Policy::Bold { 0 } else { rng.below(targets.len() as u32) as usize };
        Intent::Attack { actor, target: targets[at].actor.unwrap(), focus: false }
    }

    fn answer(&self, _: &Table, policy: Policy, _: Who, question: &Question, rng: &mut FastRng) -> usize {
        match policy {
            Policy::Random => rng.below(referee_engine::Question::options(question) as u32) as usize,
            Policy::Bold => 1,
            Policy::Passive => 0,
        }
    }

    fn knows(&self, _: &Table, _: Seat, _: ActorId) -> bool {
        true // its secrets are kept by audiences alone
    }

    /// Where others hide and what they carry.
    fn known_to<'t>(&self, table: &'t Table, seat: Seat, _: ActorSet) -> Cow<'t, Table> {
        let mut known = table.clone();
        for id in table.ids().filter(|id| !seat.plays(*id)) {
            let hides = !table.plays_side(seat, table.fighter(id).side);
            let fighter = known.fighter_mut(id);
            fighter.purse.clear();
            fighter.spot = fighter.spot.map(|spot| if hides { 0 } else { spot });
        }
        Cow::Owned(known)
    }

    fn space<'t>(&self, table: &'t Table) -> &'t space::Space {
        &table.space
    }
}

impl Toy {
    fn targets(&self, table: &Table, actor: ActorId) -> Vec<Choice> {
        let may = |target: &ActorId| {
            rules::may_target(table, actor, *target).is_ok()
                || self.house.bug == Bug::OffersTheDead && table.fighter(*target).hp <= 0
        };
        table.ids().filter(may).map(|id| choice_of(table, id)).collect()
    }
}

fn choice_of(table: &Table, id: ActorId) -> Choice {
    let fighter = table.fighter(id);
    Choice::new(fighter.key.clone(), fighter.name.clone()).of_actor(id)
}

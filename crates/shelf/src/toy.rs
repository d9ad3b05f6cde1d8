//! A book of one page, for tests: two duellists, a strike that may be parried, three wounds.

use referee_dice::{FastRng, Roll};
use referee_engine::{
    ActorId, ActorView, Audience, Choice, ClockView, Domain, Factor, Filled, Flow, Line, Mark, Offer, Oracle, Prompt,
    Question, Refusal, RuleId, Seat, Section, Side, SideView, Slot, Status, System, Throw, Track, View, Who, door,
    rule, space,
};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The text of its ledger.
pub const LEDGER: &str = "\
# Toy: rule ledger

A duel decided by single dice.

## Rules

### Striking

| id | rule | source lines |
| --- | --- | --- |
| TY-001 | A strike must beat 2 with a d6, or 4 if it is hard. | 1 |
| TY-002 | The target may parry: the strike must beat its d6 too. | 2 |
| TY-003 | A hit is one wound, a hard one two; three are too many. | 3 |

## Rulings

### All

| id | question | ruling | why | alternative |
| --- | --- | --- | --- | --- |
| TY-R01 | Who wins ties? (TY-001, TY-002) | The defender. | It must be beaten. | The attacker. |

## Decisions

| id | who chooses | when | options | rules |
| --- | --- | --- | --- | --- |
| TY-D01 | target | it is struck at | parry or not | TY-002 |
";

/// A scene.
pub const SCENE: &str = "title = \"At noon\"\nbook = \"toy\"\nfighters = [\"Anna Blum\", \"Bert\"]\n";

#[derive(Clone, Debug)]
pub struct Toy;

/// It has none.
#[derive(Default, Serialize, Deserialize)]
pub struct House {}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    names: Vec<String>,
    wounds: Vec<i32>,
    turn: usize,
    round: u32,
    fled: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    Strike { by: usize, target: usize, hard: bool },
    Flee { by: usize },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parry;

impl Question for Parry {
    fn options(&self) -> usize {
        2
    }
    fn usual(&self) -> usize {
        1
    }
    fn decline(&self) -> Option<usize> {
        Some(1)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Struck { by: usize, target: usize, face: i32, number: i32, parry: Option<i32>, hit: bool },
    Wounded { target: usize, wounds: i32 },
    Fled { by: usize },
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Scene {
    #[allow(dead_code, reason = "for the reader")]
    title: Option<String>,
    #[allow(dead_code, reason = "the shelf has read it")]
    book: String,
    fighters: Vec<String>,
}

impl System for Toy {
    type Table = Table;
    type Intent = Intent;
    type Question = Parry;
    type Event = Event;
    type Policy = bool;
    type House = House;
    const NAME: &'static str = "toy";
    const VERSION: u32 = 1;

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        let actor = match intent {
            Intent::Strike { by, .. } | Intent::Flee { by } => *by,
        };
        if actor != table.turn || !by.plays(ActorId(actor as u16)) {
            return Err(Refusal::plain("not-your-turn", "it is not this fighter's turn").into());
        }
        match *intent {
            Intent::Flee { by } => {
                table.fled = Some(by);
                oracle.tell(Audience::All, || Event::Fled { by });
            }
            Intent::Strike { by, target, hard } => {
                let number = if hard { 4 } else { 2 };
                let foe = Who::Actor(ActorId(target as u16));
                let parry = match oracle.ask(table, foe, &Parry)? {
                    0 => Some(oracle.roll(Throw::open(foe, "parry"), Roll::die(6), |face| face)?),
                    _ => None,
                };
                let most = parry.map_or(number, |parry| number.max(parry.value));
                let mine = Who::Actor(ActorId(by as u16));
                let strike = oracle.roll(Throw::open(mine, "strike"), Roll::die(6), |face| face > most)?;
                let parry = parry.map(|parry| parry.face.shown());
                let face = strike.face.shown();
                oracle.tell(Audience::All, || Event::Struck { by, target, face, number, parry, hit: strike.value });
                if strike.value {
                    let wounds = if hard { 2 } else { 1 };
                    table.wounds[target] += wounds;
                    oracle.tell(Audience::All, || Event::Wounded { target, wounds });
                }
                table.turn = target;
                table.round += u32::from(target == 0);
            }
        }
        Ok(())
    }

    fn offers(&self, table: &Table, seat: Seat) -> Vec<Offer> {
        let offer = |verb: &str, label: &str, cost: &str, at: usize, id: RuleId| Offer {
            verb: verb.into(),
            actor: Some(ActorId(at as u16)),
            label: label.into(),
            group: "Acts".into(),
            cost: cost.into(),
            rule: id,
            refused: (at != table.turn).then(|| Refusal::by(id, "not-your-turn", "it is the other's turn")),
            warning: None,
        };
        let mine = (0..table.names.len()).filter(|&at| seat.plays(ActorId(at as u16)));
        let both = |at| {
            [
                offer("strike", "Strike", "1 act", at, rule!("TY-001")),
                offer("flee", "Flee", "the duel", at, rule!("TY-003")),
            ]
        };
        if matches!(self.status(table), Status::Over(_)) { Vec::new() } else { mine.flat_map(both).collect() }
    }

    fn slots(&self, table: &Table, _: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
        let me = filled.actor.map_or(table.turn, ActorId::index);
        let card = |at: usize| self.actors(table).swap_remove(at);
        match filled.verb.as_str() {
            "strike" => {
                let foes = (0..table.names.len()).filter(|&at| at != me).map(card);
                let foes = foes.map(|card| Choice::new(card.key, card.name).of_actor(card.id)).collect();
                let hard = vec![Choice::plain("no"), Choice::plain("yes").noting("beats 4, two wounds")];
                Ok(vec![
                    Slot {
                        name: "target".into(),
                        label: "Whom?".into(),
                        domain: Domain::One { of: foes },
                        default: None,
                        barred: Vec::new(),
                    },
                    Slot {
                        name: "hard".into(),
                        label: "Hard?".into(),
                        domain: Domain::One { of: hard.into() },
                        default: Some("no".into()),
                        barred: Vec::new(),
                    },
                ])
            }
            "flee" => Ok(Vec::new()),
            other => Err(Refusal::plain("unknown-verb", format!("there is no {other:?}")).allowing(["strike", "flee"])),
        }
    }

    fn intent(&self, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
        let slots = self.slots(table, seat, filled)?;
        let by = filled.actor.map_or(table.turn, ActorId::index);
        if let Some(stray) = filled.slots.keys().find(|key| !slots.iter().any(|slot| slot.name == **key)) {
            return Err(Refusal::plain("unknown-slot", format!("{} has no {stray}", filled.verb)));
        }
        if filled.verb == "flee" {
            return Ok(Intent::Flee { by });
        }
        let target = filled.get("target").ok_or_else(|| Refusal::plain("missing-slot", "whom?"))?;
        let target = self.actors(table).iter().position(|card| card.key == target && card.id.index() != by);
        let target = target.ok_or_else(|| Refusal::plain("unknown-target", "there is no such fighter"))?;
        Ok(Intent::Strike { by, target, hard: filled.get("hard") == Some("yes") })
    }

    fn prompt(&self, table: &Table, who: Who, _: &Parry) -> Prompt {
        let name = match who {
            Who::Actor(actor) => &table.names[actor.index()],
            _ => "the table",
        };
        let options = vec![Choice::new("parry", "Parry").noting("a d6 to beat"), Choice::new("no", "Let it come")];
        let text = format!("{name}, will you parry?");
        Prompt { kind: "parry".into(), text, rule: rule!("TY-002"), options, decline: Some(1) }
    }

    fn view(&self, table: &Table, _: Seat) -> View {
        let name = |at: usize| table.names[at].clone();
        let status = self.status(table);
        let acting = match &status {
            Status::Acting(actors) => actors.to_vec(),
            Status::Over(_) => Vec::new(),
        };
        let actors = self.actors(table).into_iter().map(|card| {
            let wounds = table.wounds[card.id.index()];
            ActorView {
                id: card.id,
                key: card.key,
                name: card.name,
                side: card.side,
                place: None,
                facing: None,
                stance: "standing".into(),
                health: if wounds == 0 { "unhurt".into() } else { "wounded".into() },
                well: referee_engine::hundredths(3 - wounds, 3),
                active: wounds < 3,
                tracks: vec![Track { name: "wounds".into(), now: wounds, max: 3 }],
                conditions: Vec::new(),
                sheet: vec![Section { title: "Fighter".into(), lines: vec![("Wounds".into(), wounds.to_string())] }],
            }
        });
        let sides = (0..table.names.len()).map(|at| SideView {
            side: Side(at as u8),
            name: ["Left", "Right"][at % 2].into(),
            acting: at == table.turn,
        });
        let over = match status {
            Status::Over(Some(Side(side))) => Some(format!("{} has won", name(usize::from(side)))),
            Status::Over(None) => Some("nobody has won".into()),
            Status::Acting(_) => None,
        };
        let turn = format!("turn of {}", name(table.turn));
        let clock = ClockView { mode: "duel".into(), turn, round: table.round, elapsed: 0, acting };
        View { book: "toy".into(), clock, sides: sides.collect(), actors: actors.collect(), over, ..View::default() }
    }

    fn narrate(&self, table: &Table, event: &Event) -> Line {
        let name = |at: &usize| &table.names[*at];
        match event {
            Event::Struck { by, target, face, number, parry, hit } => {
                let beats = if *hit { "beats" } else { "does not beat" };
                let against = parry.map_or(number.to_string(), |parry| format!("{number} and parry {parry}"));
                let factor = |amount: &str, why: &str| {
                    vec![Factor { amount: amount.into(), why: why.into(), rule: rule!("TY-001") }]
                };
                Line {
                    text: format!("{} strikes at {}: {face} {beats} {against}", name(by), name(target)),
                    rules: vec![rule!("TY-001")],
                    factors: if *number == 4 { factor("+2", "hard") } else { Vec::new() },
                    actor: Some(ActorId(*by as u16)),
                    ..Line::default()
                }
            }
            Event::Wounded { target, wounds } => Line {
                text: format!("{} has {wounds} wounds more", name(target)),
                depth: 1,
                rules: vec![rule!("TY-003")],
                ..Line::default()
            },
            Event::Fled { by } => Line { text: format!("{} runs away", name(by)), ..Line::default() },
        }
    }

    fn marks(&self, event: &Event, to: &mut Vec<Mark>) {
        match event {
            Event::Struck { target, hit, .. } => {
                let word = if *hit { "hit" } else { "miss" };
                to.push(Mark::word("strike", Some(ActorId(*target as u16)), i32::from(*hit), word));
            }
            Event::Wounded { target, wounds } => {
                to.push(Mark::count("wounds", Some(ActorId(*target as u16)), *wounds));
            }
            Event::Fled { .. } => {}
        }
    }

    fn worth(&self, table: &Table, actor: ActorId) -> u32 {
        (10 - table.wounds[actor.index()].min(10)) as u32
    }

    fn status(&self, table: &Table) -> Status {
        let lost = table.wounds.iter().position(|&wounds| wounds >= 3).or(table.fled);
        match lost {
            Some(lost) => Status::Over(Some(Side(1 - lost as u8))),
            None => Status::Acting([ActorId(table.turn as u16)].into_iter().collect()),
        }
    }

    fn headcount(&self, table: &Table) -> usize {
        table.names.len()
    }

    fn side(&self, _: &Table, actor: ActorId) -> Side {
        Side(actor.0 as u8)
    }

    fn called(&self, table: &Table, actor: ActorId) -> (String, String) {
        let name = &table.names[actor.index()];
        (referee_engine::key_of(name), name.clone())
    }

    fn facts(&self, table: &Table) -> serde_json::Value {
        serde_json::json!({ "wounds": table.wounds, "turn": table.turn })
    }

    fn open(scene: &door::Source) -> Result<(Self, Table), door::Mistakes> {
        let read = door::read::<Scene>(scene)?;
        if read.value.fighters.len() != 2 {
            let why = read.mistake("fighters", "a duel has two fighters", ["two names"]);
            return Err(door::Mistakes::one(why));
        }
        Ok((Toy, Table { names: read.value.fighters, wounds: vec![0; 2], turn: 0, round: 1, fled: None }))
    }

    fn house(&self) -> &House {
        &House {}
    }

    fn with_house(_: House) -> Self {
        Toy
    }

    fn policies() -> &'static [(&'static str, bool)] {
        &[("bold", true), ("careful", false)]
    }

    fn choose(&self, table: &Table, bold: bool, rng: &mut FastRng) -> Intent {
        let hard = bold && rng.below(2) == 0;
        Intent::Strike { by: table.turn, target: 1 - table.turn, hard }
    }

    fn answer(&self, _: &Table, bold: bool, _: Who, _: &Parry, _: &mut FastRng) -> usize {
        usize::from(bold)
    }

    fn knows(&self, _: &Table, _: Seat, _: ActorId) -> bool {
        true
    }

    fn space<'t>(&self, _: &'t Table) -> &'t space::Space {
        static SPACE: OnceLock<space::Space> = OnceLock::new();
        SPACE.get_or_init(|| space::Space::square(1, 1, 5, "feet").expect("a legal map"))
    }
}

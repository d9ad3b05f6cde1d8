//! What is kept of a character: for cases and tools, for the gauges of simulated fights, and for the corrections of the GM.

use crate::{
    Event, Proficiency,
    acts::{attack, gm},
    resource::Left,
    sheet::SkillId,
    table::{Life, Table},
};
use referee_engine::{
    ActorId, ActorSet,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given},
    rule,
    space::Cell,
};
use serde_json::{Map, Value, json};

/// A fact of a character.
type Fact = fact::Fact<Proficiency, ActorId>;

impl Corrects<ActorId> for Proficiency {
    const FACTS: &'static [Fact] = &[
        Fact::new("hp", |t, who| t.actor(who).hp.into())
            .rule(rule!("PR-R72"))
            .gauge(|t, who| t.sheet(who).hp_max.into())
            .number(|t, who| 0..=t.sheet(who).hp_max.into(), set_hp)
            .unless(is_dead),
        Fact::new("hp_max", |t, who| t.sheet(who).hp_max.into()),
        Fact::new("life", |t, who| t.actor(who).life.word().into())
            .rule(rule!("PR-D33"))
            .word(&["able", "captured", "dead", "not-here"], set_life),
        Fact::new("stable", |t, who| t.actor(who).stable.into()),
        Fact::new("proficiency", |t, who| t.sheet(who).proficiency.into()),
        Fact::new("defense", |t, who| attack::defense(t, who).into()),
        Fact::new("guarded", |t, who| t.actor(who).guarded.into()),
        Fact::new("warded", |t, who| t.actor(who).warded.into()),
        Fact::new("exposed", |t, who| t.actor(who).exposed.into())
            .rule(rule!("PR-R44"))
            .yes_or_no(|t, who, is| t.actor_mut(who).exposed = is),
        Fact::new("held", |t, who| t.actor(who).held.into())
            .rule(rule!("PR-R79"))
            .yes_or_no(|t, who, is| t.actor_mut(who).held = is),
        Fact::new("exhausted", |t, who| t.actor(who).exhausted.into())
            .rule(rule!("PR-R93"))
            .yes_or_no(|t, who, is| t.actor_mut(who).exhausted = is),
        // PR-D37
        Fact::new("immortal", |t, who| t.sheet(who).immortal.into())
            .rule(rule!("PR-R64"))
            .yes_or_no(|t, who, is| t.sheet_mut(who).immortal = is),
        Fact::new("magic", |t, who| t.actor(who).magic.into())
            .rule(rule!("PR-R67"))
            .number(|_, _| 0..=3, |t, who, points| t.actor_mut(who).magic = points as u8),
        Fact::new("off_balance", |t, who| t.actor(who).off_balance.is_some().into()),
        Fact::new("hidden", |t, who| (!t.actor(who).hidden_from.is_empty()).into())
            .rule(rule!("PR-R90"))
            .yes_or_no(set_hidden)
            .no_data(),
        Fact::new("hidden_from", |t, who| t.actor(who).hidden_from.iter().map(|of| t.sheet(of).key.as_str()).collect()),
        Fact::new("in_hand", |t, who| t.weapon_in_hand(who).key.as_str().into()),
        Fact::new("standards", |t, who| t.actor(who).turn.standards.into()),
        Fact::new("granted", |t, who| t.actor(who).turn.granted.into()),
        Fact::new("bonus", |t, who| t.actor(who).turn.bonus.into()),
        Fact::new("acted", |t, who| t.actor(who).turn.acted.into()),
        Fact::new("resting", |t, who| t.actor(who).resting.into()),
        Fact::new("stocks", stocks),
        Fact::new("lasting", lasting),
        Fact::new("skills", skills),
        Fact::new("at", |t, who| t.is_mapped().then(|| t.setup.space.cell_key(t.actor(who).place.cell)).into())
            .rule(rule!("PR-R91"))
            .cell(|t, who, cell| t.actor_mut(who).place = t.setup.space.on_ground(cell))
            .unless(has_no_map)
            .refusing(is_taken),
    ];

    const CARD: Card = card!("correct", "Correct a character", "GM", "", "PR-R72");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, who: ActorId) -> Result<(), Why<'t>> {
        gm::known(see.table, who)
    }

    fn corrected(corrected: Corrected<ActorId>) -> Event {
        Event::Corrected(corrected)
    }
}

fn is_dead<'t>(see: &Seen<'t, Proficiency>, who: ActorId) -> Result<(), Why<'t>> {
    if see.actor(who).life != Life::Dead {
        return Ok(());
    }
    let why = bar!("PR-R72", "dead", "{} is dead; the GM says first what becomes of it", see.table.name(who));
    Err(why.allowing(&["correct what=life to=able"]))
}

/// PR-R72: who has no hit points left is down, and who is down and has some again is able.
fn set_hp(table: &mut Table, who: ActorId, hp: i32) {
    table.actor_mut(who).hp = hp as i16;
    match (table.actor(who).life, hp) {
        (Life::Able, 0) => {
            table.set_life(who, Life::Down);
            table.actor_mut(who).resting = true; // PR-R111: nobody fought it
        }
        (Life::Down, 1..) => table.set_life(who, Life::Able),
        (Life::Able | Life::Down | Life::Captured | Life::Dead | Life::Absent, _) => {}
    }
}

/// PR-D33: what becomes of somebody.
fn set_life(table: &mut Table, who: ActorId, at: usize) {
    let life = [Life::Able, Life::Captured, Life::Dead, Life::Absent][at];
    table.set_life(who, life);
    let actor = table.actor_mut(who);
    match life {
        Life::Able | Life::Captured => actor.hp = actor.hp.max(1),
        Life::Dead => {
            actor.hp = 0;
            actor.lasting.reset(); // PR-R106
        }
        Life::Down | Life::Absent => {}
    }
    if life == Life::Able {
        table.make_room(who);
    }
}

/// PR-R90: hidden from all its foes, or from nobody.
fn set_hidden(table: &mut Table, who: ActorId, is: bool) {
    let foes = table.ids().filter(|&id| is && table.hostile(who, id)).collect::<ActorSet>();
    table.actor_mut(who).hidden_from.set(foes);
}

fn has_no_map<'t>(see: &Seen<'t, Proficiency>, _: ActorId) -> Result<(), Why<'t>> {
    if see.is_mapped() { Ok(()) } else { Err(bar!("PR-R91", "no-map", "there is no map").moot()) }
}

fn is_taken<'t>(see: &Seen<'t, Proficiency>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    let is_free = |cell: Cell| !see.square(cell).blocked && see.occupied(cell).is_none_or(|id| id == who);
    let taken = bar!("PR-R91", "bad-place", "nobody can stand there").moot();
    if matches!(to, Given::Cell(cell) if !is_free(cell)) { Err(taken) } else { Ok(()) }
}

fn stocks(see: &Seen<'_, Proficiency>, who: ActorId) -> Value {
    let stock = |stock: &crate::resource::Stock| {
        let left = match stock.left {
            Left::Die(die) => json!(die.word()),
            Left::Count(count) => json!(count),
        };
        let facts = json!({ "left": left, "spent": stock.spent, "lit": stock.in_use });
        (see.resource(stock.kind).key.clone(), facts)
    };
    Value::Object(see.actor(who).stocks.iter().map(stock).collect::<Map<_, _>>())
}

fn lasting(see: &Seen<'_, Proficiency>, who: ActorId) -> Value {
    let all = see.actor(who).lasting.iter().map(|it| (see.resource(it.kind).key.clone(), json!(it.die.word())));
    Value::Object(all.collect::<Map<_, _>>())
}

fn skills(see: &Seen<'_, Proficiency>, who: ActorId) -> Value {
    let all =
        see.sheet(who).skills.iter().map(|&(skill, bonus): &(SkillId, _)| (see.skill(skill).key.clone(), json!(bonus)));
    Value::Object(all.collect::<Map<_, _>>())
}

//! What is kept of a character: for cases and tools, for the gauges of simulated fights, and for the corrections of the GM.

use crate::{
    Event, Stamina,
    acts::{movement::put, value::item_key},
    defense::{Coming, defenses},
    harm::{go_out_if_spent, is_spent, lose_grip, put_out},
    table::{Out, Posture, Table},
};
use referee_engine::{
    ActorId, Flow, Through,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given},
    rule,
};
use serde_json::{Map, Value, json};

/// A fact of a character.
type Fact = fact::Fact<Stamina, ActorId>;

/// What somebody can be corrected to.
const OUTS: [Out; 4] = [Out::Active, Out::Out, Out::Dying, Out::Dead];
const POSTURES: [Posture; 3] = [Posture::Standing, Posture::Kneeling, Posture::Prone];

impl Corrects<ActorId> for Stamina {
    const FACTS: &'static [Fact] = &[
        Fact::new("health", |t, who| t.actor(who).health.into())
            .words("Health")
            .rule(rule!("ST-R23"))
            .gauge(|t, who| t.sheet(who).max_health.into())
            .number(
                |t, who| 0..=t.sheet(who).max_health.into(),
                |t, who, health| t.actor_mut(who).health = health as u8,
            )
            .then(after),
        Fact::new("defense", |t, who| t.actor(who).defense.into())
            .words("Defense")
            .rule(rule!("ST-R20"))
            .gauge(|t, who| t.sheet(who).max_defense.into())
            .number(|_, _| 0..=99, |t, who, defense| t.actor_mut(who).defense = defense as u8),
        Fact::new("stamina", |t, who| t.actor(who).stamina.into())
            .words("Stamina")
            .rule(rule!("ST-R24"))
            .gauge(|t, who| t.sheet(who).max_stamina.into())
            .number(
                |t, who| 0..=t.stamina_limit(who).into(),
                |t, who, stamina| t.actor_mut(who).stamina = stamina as u8,
            ),
        Fact::new("stun", |t, who| t.actor(who).stun.into())
            .rule(rule!("ST-R24"))
            .number(|t, who| 0..=t.sheet(who).max_stamina.into(), set_stun)
            .then(after),
        Fact::new("at", |t, who| t.setup.space.cell_key(t.actor(who).place.cell).into())
            .rule(rule!("ST-D38"))
            .cell(|t, who, cell| put(t, who, t.setup.space.on_ground(cell)))
            .refusing(is_taken),
        Fact::new("height", |t, who| t.actor(who).place.z.into()),
        Fact::new("facing", |t, who| json!(t.actor(who).facing)),
        Fact::new("posture", |t, who| json!(t.actor(who).posture))
            .rule(rule!("ST-R145"))
            .word(&["standing", "kneeling", "prone"], |t, who, at| t.actor_mut(who).posture = POSTURES[at])
            .then(after),
        Fact::new("out", |t, who| json!(t.actor(who).out))
            .rule(rule!("ST-D38"))
            .word(&["active", "out", "dying", "dead"], set_out)
            .refusing(may_take_part)
            .then(after),
        Fact::new("held", |t, who| t.actor(who).held.iter().map(|held| item_key(t, who, held.item)).collect()),
        Fact::new("ammo", |t, who| t.actor(who).ammo.into())
            .rule(rule!("ST-157"))
            .number(|_, _| 0..=99, |t, who, pieces| t.actor_mut(who).ammo = pieces as u8),
        Fact::new("ready_ammo", |t, who| t.actor(who).ready_ammo.into())
            .words("ammunition at hand")
            .rule(rule!("ST-157"))
            .number(|_, _| 0..=99, |t, who, pieces| t.actor_mut(who).ready_ammo = pieces as u8),
        Fact::new("slot_used", |t, who| json!(t.actor(who).turn.slot_used)),
        Fact::new("penalty", |t, who| json!(t.actor(who).turn.penalty)),
        Fact::new("metres", |t, who| json!(t.actor(who).turn.metres)),
        Fact::new("spent", |t, who| json!(t.actor(who).turn.spent)),
        Fact::new("reacted", |t, who| t.actor(who).turn.reacted.into())
            .rule(rule!("ST-D38"))
            .yes_or_no(|t, who, is| t.actor_mut(who).turn.reacted = is),
        Fact::new("aim", |t, who| json!(t.actor(who).aim.as_ref().map(|aim| &t.sheet(aim.target).key))),
        Fact::new("stored", |t, who| json!(t.actor(who).craft.stored)),
        Fact::new("shaped", |t, who| json!(t.actor(who).craft.shaped())),
        Fact::new("kept", |t, who| t.actor(who).kept.is_some().into()),
        Fact::new("guard", |t, who| json!(t.actor(who).guard.as_ref().map_or(0, |(bonus, _)| *bonus))),
        Fact::new("working", |t, who| t.actor(who).work.is_some().into()),
        Fact::new("surprised", |t, who| json!(t.actor(who).surprised)),
        Fact::new("asleep", |t, who| t.actor(who).asleep.into())
            .rule(rule!("ST-254"))
            .yes_or_no(|t, who, is| t.actor_mut(who).asleep = is),
        Fact::new("flat_footed", |t, who| json!(t.actor(who).flat_footed)),
        Fact::new("warning", |t, who| json!(t.actor(who).warning)),
        Fact::new("hidden", |t, who| t.actor(who).hidden.into()).rule(rule!("ST-R120")).yes_or_no(Table::set_hidden),
        Fact::new("stealth", |t, who| json!(t.actor(who).stealth)),
        Fact::new("noticed_by", |t, who| t.actor(who).noticed_by.iter().map(|by| t.sheet(by).key.as_str()).collect()),
        Fact::new("hurrying", |t, who| json!(t.actor(who).hurrying)),
        Fact::new("questions", |t, who| json!(t.actor(who).questions)),
        Fact::new("progress", |t, who| t.retry.iter().any(|(of, _)| *of == who).into()),
        Fact::new("materials_lost", |t, who| t.spoiled.contains(who).into())
            .words("materials lost")
            .rule(rule!("ST-D38"))
            .yes_or_no(|t, who, is| t.spoiled = if is { t.spoiled.with(who) } else { t.spoiled.without(who) }),
        Fact::new("against", against),
    ];

    const CARD: Card = card!("correct", "Correct", "GM", "", "ST-R23");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, who: ActorId) -> Result<(), Why<'t>> {
        see.table.someone(who)
    }

    fn corrected(corrected: Corrected<ActorId>) -> Event {
        Event::Corrected(corrected)
    }
}

/// ST-R24: nobody has more stamina than its stun leaves.
fn set_stun(table: &mut Table, who: ActorId, stun: i32) {
    table.actor_mut(who).stun = stun as u8;
    let limit = table.stamina_limit(who);
    let actor = table.actor_mut(who);
    actor.stamina = actor.stamina.min(limit);
}

fn set_out(table: &mut Table, who: ActorId, at: usize) {
    match OUTS[at] {
        Out::Active => table.actor_mut(who).out = Out::Active,
        out @ (Out::Out | Out::Dying | Out::Dead) => put_out(table, who, out),
    }
}

/// ST-R23, ST-R24, ST-R145: who has nothing left is out, and who goes down on a wall falls.
fn after(_: &Stamina, before: &Table, table: &mut Table, who: ActorId, oracle: &mut Through<'_, Stamina>) -> Flow<()> {
    go_out_if_spent(table, who, oracle)?;
    if table.actor(who).posture > before.actor(who).posture || !table.is_active(who) {
        lose_grip(table, who, oracle)?;
    }
    Ok(())
}

fn is_taken<'t>(see: &Seen<'t, Stamina>, _: ActorId, to: Given) -> Result<(), Why<'t>> {
    let taken = bar!(_, "no-place", "nobody can be put there").moot();
    if matches!(to, Given::Cell(cell) if see.is_taken(cell)) { Err(taken) } else { Ok(()) }
}

/// May somebody take part (again)?
fn may_take_part<'t>(see: &Seen<'t, Stamina>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    if !matches!(to, Given::Word(at) if OUTS[at] == Out::Active) {
        return Ok(());
    }
    if !see.is_active(who) && see.is_taken(see.actor(who).place.cell) {
        return Err(bar!(_, "no-place", "somebody else stands there now"));
    }
    let words = "whoever has no health left or is stunned to the full stays out";
    match is_spent(see.table, who) {
        None => Ok(()),
        Some(_) if see.actor(who).health == 0 => Err(bar!("ST-R23", "spent", words)),
        Some(_) => Err(bar!("ST-R24", "spent", words)),
    }
}

/// The defenses that everybody else has against it.
fn against(see: &Seen<'_, Stamina>, who: ActorId) -> Value {
    let mut all = Map::new();
    for other in see.ids().filter(|&other| other != who) {
        let of = |melee, free, trip| defenses(see.book, see.table, other, who, Coming { melee, free, trip });
        let (melee, ranged) = (of(true, false, false), of(false, false, false));
        let facts = json!({
            "melee": melee.total,
            "ranged": ranged.total,
            "trip": of(true, false, true).total,
            "free": of(true, true, false).total,
            "cover": ranged.cover,
            "complete": ranged.complete,
            "settled": see.actor(who).settled.contains(other),
        });
        all.insert(see.sheet(other).key.clone(), facts);
    }
    Value::Object(all)
}

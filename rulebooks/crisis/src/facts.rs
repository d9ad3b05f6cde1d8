//! What is kept of a creature: for cases and tools, for the gauges of simulated fights, and for the corrections of the GM.

use crate::{
    Crisis, Event,
    acts::{
        gm,
        movement::{self, Gait},
    },
    harm, recovery,
    table::{Actor, LongAction, Stance, Table},
    turn::MOST_AP,
    wounds::Wounds,
};
use referee_engine::{
    ActorId, Flow, Through,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given},
    rule,
};
use serde_json::{Map, Value, json};

/// A fact of a creature.
type Fact = fact::Fact<Crisis, ActorId>;

/// What the GM may write for wounds at most.
const MOST_WOUNDS: i32 = 200;

impl Corrects<ActorId> for Crisis {
    const FACTS: &'static [Fact] = &[
        Fact::new("lethal", |t, who| t.actor(who).lethal.count().into())
            .words("Lethal wounds")
            .rule(rule!("CR-117"))
            .gauge(|t, who| harm::dies_at(t, who).into())
            .number(|_, _| 0..=MOST_WOUNDS, |t, who, count| wounds(t, who, |actor| &mut actor.lethal, count))
            .then(after_lethal),
        Fact::new("nonlethal", |t, who| t.actor(who).nonlethal.count().into())
            .words("Non-lethal wounds")
            .rule(rule!("CR-117"))
            .gauge(|_, _| 0)
            .number(|_, _| 0..=MOST_WOUNDS, |t, who, count| wounds(t, who, |actor| &mut actor.nonlethal, count))
            .then(after_nonlethal),
        Fact::new("ap", |t, who| t.actor(who).ap.into())
            .words("AP")
            .rule(rule!("CR-045"))
            .gauge(|_, _| MOST_AP.into())
            .number(|_, _| 0..=MOST_AP.into(), |t, who, ap| t.actor_mut(who).ap = ap as u8),
        Fact::new("armour", |t, who| t.actor(who).armour.into())
            .rule(rule!("CR-111"))
            .number(|_, _| 0..=20, |t, who, armour| t.actor_mut(who).armour = armour as u8),
        Fact::new("at", |t, who| t.setup.space.cell_key(t.actor(who).place.cell).into())
            .rule(rule!("CR-R120"))
            .cell(movement::put)
            .unless(is_dead)
            .refusing(is_taken),
        Fact::new("facing", |t, who| t.actor(who).facing.into()),
        Fact::new("stance", |t, who| t.actor(who).stance.word().into()).rule(rule!("CR-R121")).word(
            &["standing", "kneeling", "prone"],
            |t, who, at| {
                t.actor_mut(who).stance = [Stance::Standing, Stance::Kneeling, Stance::Prone][at];
            },
        ),
        Fact::new("aim", |t, who| t.actor(who).aim.into()),
        Fact::new("dying", |t, who| t.actor(who).dying.into()),
        Fact::new("dead", |t, who| t.actor(who).dead.into()),
        Fact::new("knocked_out", |t, who| t.actor(who).knocked_out.into()),
        Fact::new("incapacitated", |t, who| t.actor(who).incapacitated.into()),
        Fact::new("helpless", |t, who| t.is_helpless(who).into()),
        Fact::new("exhausted", |t, who| t.is_exhausted(who).into()),
        Fact::new("can_act", |t, who| t.can_act(who).into()),
        Fact::new("conditions", |t, who| t.actor(who).conditions.iter().map(|of| of.kind.word()).collect()),
        Fact::new("overwatch", |t, who| t.actor(who).overwatch.into()),
        Fact::new("hidden", |t, who| t.actor(who).hidden.into()),
        Fact::new("sneaking", |t, who| json!(t.actor(who).sneak)),
        Fact::new("parry_used", |t, who| t.actor(who).parry_used.into()),
        Fact::new("dodge_used", |t, who| t.actor(who).dodge_used.into()),
        Fact::new("initiative", |t, who| t.actor(who).initiative.into()),
        Fact::new("long", long),
        Fact::new("put", |t, who| t.actor(who).long.map_or(0, |long| long.put).into()),
        Fact::new("treating", |t, who| t.actor(who).treating.as_ref().map(|it| t.sheet(it.patient).key.clone()).into()),
        Fact::new("care", |t, who| json!(t.actor(who).care)),
        Fact::new("unaware_of", |t, who| t.actor(who).unaware_of.iter().map(|of| t.sheet(of).key.as_str()).collect()),
        Fact::new("weapons", weapons),
        Fact::new("items", items),
        Fact::new("squares", squares),
        Fact::new("hp", |t, who| t.sheet(who).hp.into()),
        Fact::new("dies_at", |t, who| harm::dies_at(t, who).into()),
    ];

    const CARD: Card = card!("correct", "Correct a creature", "GM", "", "CR-117");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, who: ActorId) -> Result<(), Why<'t>> {
        gm::present(see.table, who)
    }

    fn corrected(corrected: Corrected<ActorId>) -> Event {
        Event::Corrected(corrected)
    }
}

/// CR-R161: wounds that are added are of now, and the newest are taken away first.
fn wounds(table: &mut Table, who: ActorId, of: fn(&mut Actor) -> &mut Wounds, count: i32) {
    let now = table.clock.elapsed;
    of(table.actor_mut(who)).correct_to(now, count as u16);
}

/// CR-118 to CR-120, CR-R97, CR-R161: more lethal wounds may kill it or make it Dying, fewer may end that.
fn after_lethal(
    book: &Crisis,
    before: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Crisis>,
) -> Flow<()> {
    let (count, hp, dies_at) =
        (table.actor(who).lethal.count(), u16::from(table.sheet(who).hp), harm::dies_at(table, who));
    let (before, was_dead) = (before.actor(who).lethal.count(), before.actor(who).dead);
    if count >= dies_at {
        if !was_dead {
            harm::die(table, who, oracle);
        }
        return Ok(());
    }
    table.actor_mut(who).dead = false;
    if count >= hp && !table.actor(who).dying && (count > before || was_dead) {
        harm::begin_dying(book, table, who, oracle);
    }
    recovery::after_healing(book, table, who, oracle);
    Ok(())
}

fn after_nonlethal(
    book: &Crisis,
    _: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Crisis>,
) -> Flow<()> {
    recovery::after_healing(book, table, who, oracle);
    Ok(())
}

fn is_dead<'t>(see: &Seen<'t, Crisis>, who: ActorId) -> Result<(), Why<'t>> {
    gm::alive(see.table, who)
}

fn is_taken<'t>(see: &Seen<'t, Crisis>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    let taken = bar!("CR-R120", "no-room", "nobody can be put there").moot();
    if matches!(to, Given::Cell(cell) if !see.is_free(cell, who)) { Err(taken) } else { Ok(()) }
}

fn long(see: &Seen<'_, Crisis>, who: ActorId) -> Value {
    let long = see.actor(who).long.map(|long| {
        let what = match long.what {
            LongAction::Reload(at) => see.weapon(who, at).key.clone(),
            LongAction::Task { .. } => "task".into(),
        };
        json!({ "what": what, "put": long.put, "cost": long.cost, "paused": long.paused })
    });
    json!(long)
}

fn weapons(see: &Seen<'_, Crisis>, who: ActorId) -> Value {
    let all = see.actor(who).weapons.iter().map(|carried| {
        let weapon = &see.setup.weapons[usize::from(carried.weapon)];
        (weapon.key.clone(), json!({ "loaded": carried.loaded, "count": carried.count }))
    });
    Value::Object(all.collect::<Map<_, _>>())
}

fn items(see: &Seen<'_, Crisis>, who: ActorId) -> Value {
    let all = see.actor(who).items.iter();
    let all = all.map(|(item, count)| (see.setup.items[usize::from(*item)].key.clone(), json!(count)));
    Value::Object(all.collect::<Map<_, _>>())
}

/// How far it goes, by gait.
fn squares(see: &Seen<'_, Crisis>, who: ActorId) -> Value {
    let far = |gait| json!(movement::squares(see.book, see.table, who, gait));
    Value::Object(Gait::ALL.iter().map(|&gait| (gait.word().to_owned(), far(gait))).collect::<Map<_, _>>())
}

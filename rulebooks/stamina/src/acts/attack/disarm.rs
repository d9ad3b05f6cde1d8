//! Disarm (ST-087 to ST-095, ST-R54, ST-R55).

use super::*;
use crate::{
    acts::{
        gear,
        movement::{is_blocked, is_water},
    },
    harm::strike as harm,
    reach::part,
    sheet::Attribute,
    table::{Grip, Held, Whereabouts},
    words::cell,
};
use referee_engine::{RuleId, space::Cell};

technique! {
    /// ST-087.
    Disarm: "disarm", "Disarm", "Melee", "2 stamina", "ST-087", needs {
        item of target among theirs: ItemId = "Which item";
    } by which
}

/// What the target holds.
fn theirs(_: &Disarm, see: See<'_, '_>, target: Option<ActorId>) -> Vec<ItemId> {
    let target = target.filter(|target| see.has(*target));
    target.map_or_else(Vec::new, |target| see.actor(target).held.iter().map(|held| held.item).collect())
}

fn which<'t>(act: &Disarm, see: See<'_, 't>, arm: &Arm, attack: &mut Attack) -> Result<(), Bar<'t>> {
    attack.item = Some(act.item()?);
    Ok(may_take(see.table, attack, arm)?)
}

impl Special for Disarm {
    /// ST-093: with the body it takes an open hand.
    fn suits(table: &Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'static>> {
        let hand = || table.melee(attack.actor, attack.weapon).is_some_and(|melee| melee.hands > 0);
        if arm.body && (!hand() || table.free_hands(attack.actor) == 0) {
            return Err(bar!("ST-093", "no-open-hand", "this needs a weapon or an open hand"));
        }
        Ok(())
    }

    fn goes_with<'t>(table: &'t Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'t>> {
        may_take(table, attack, arm)
    }

    /// ST-088, ST-089: penalty dice, more against two hands.
    fn dice(_: &Stamina, table: &Table, attack: &Attack, _: &Arm) -> u8 {
        let grip = attack.item.and_then(|item| table.grip(attack.target, item));
        if grip == Some(Grip::Both) { 4 } else { 2 }
    }

    /// ST-R55: the wielder is not hurt.
    fn hit<O: Oracle<Stamina>>(_: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        succeed(table, outcome.attack, outcome.arm, outcome.reading.more, oracle)
    }

    fn fail<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        if outcome.arm.body { cut(book, table, outcome.attack, oracle) } else { Ok(()) }
    }
}

/// ST-090, ST-R55: does the target hold such an item, and does the reach allow it?
fn may_take<'t>(table: &'t Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'t>> {
    let held = |item: &ItemId| table.has_item(*item) && table.item(*item).at == Whereabouts::Held(attack.target);
    let Some(item) = attack.item.filter(held) else {
        return Err(bar!("ST-R55", "nothing-to-take", "the target holds no such item"));
    };
    let theirs = table.item_sheet(item).melee.map_or(0, |melee| melee.reach);
    let limit = arm.weapon_reach + 2 + table.sheet(attack.actor).rank(Secondary::Disarm);
    if theirs > limit {
        return Err(bar!("ST-090", "too-long", "its reach of {} is more than {}", theirs, limit));
    }
    Ok(())
}

/// What becomes of the weapon (ST-D20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponEnds {
    /// ST-091: it lies where its wielder stands.
    Falls,
    /// ST-095: the attacker has it readied.
    Taken,
    /// ST-092: it lies there.
    Thrown(Cell),
}

/// ST-091: on a success the weapon falls; additional successes move it, or let an open hand take it.
fn succeed<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, arm: &Arm, more: u8, oracle: &mut O) -> Flow<()> {
    let (Some(item), at) = (attack.item, attack.target) else { return Ok(()) };
    let options = options(table, attack, arm, item, more);
    let how = Becomes { options }.ask(Who::Actor(attack.actor), table, oracle)?;
    let here = table.actor(at).place.cell;
    match how {
        WeaponEnds::Falls => table.let_go(item, Whereabouts::Ground(here)),
        WeaponEnds::Thrown(cell) => table.let_go(item, Whereabouts::Ground(cell)),
        WeaponEnds::Taken => {
            table.let_go(item, Whereabouts::Held(attack.actor));
            let grip = gear::free_grip(table, attack.actor, item).unwrap_or(Grip::Main);
            table.actor_mut(attack.actor).held.push(Held { item, grip });
        }
    }
    part(table, at);
    oracle.tell(Audience::All, || Event::Disarmed(Disarmed { by: attack.actor, at, item, how }));
    Ok(())
}

/// ST-D20, to whoever has disarmed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Becomes {
    pub options: SmallVec<[WeaponEnds; 8]>,
}

impl Asks<Stamina> for Becomes {
    type Answer = WeaponEnds;
    const KIND: &'static str = "disarm";
    const RULE: RuleId = rule!("ST-D20");

    fn answers(&self) -> Answers<WeaponEnds> {
        self.options.clone()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "What becomes of the weapon?".into()
    }

    fn choice(&self, _: &Stamina, table: &Table, _: Who, end: &WeaponEnds) -> Choice {
        match end {
            WeaponEnds::Falls => Choice::plain("falls"),
            WeaponEnds::Taken => Choice::plain("take"),
            WeaponEnds::Thrown(to) => Choice::new(cell(table, *to), format!("to {}", cell(table, *to))),
        }
    }
}

/// ST-091: somebody is disarmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Disarmed {
    pub by: ActorId,
    pub at: ActorId,
    pub item: ItemId,
    pub how: WeaponEnds,
}

impl Tells<Stamina> for Disarmed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, item) = (table.name(self.at), &table.item_sheet(self.item).name);
        let (how, rule) = match self.how {
            WeaponEnds::Falls => ("it falls".to_owned(), rule!("ST-091")),
            WeaponEnds::Taken => (format!("{} has it", table.name(self.by)), rule!("ST-095")),
            WeaponEnds::Thrown(to) => (format!("it lands at {}", cell(table, to)), rule!("ST-092")),
        };
        Line::new(2, format!("{name} loses the {item}: {how}"), [rule]).by(self.at)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::word("disarmed", Some(self.at), 1, "disarmed"));
    }
}

/// Falls, taken (ST-R54: an open hand and one additional success, which is not spent), or moved up to so many metres.
fn options(table: &Table, attack: &Attack, arm: &Arm, item: ItemId, more: u8) -> SmallVec<[WeaponEnds; 8]> {
    let mut options: SmallVec<[WeaponEnds; 8]> = SmallVec::new();
    options.push(WeaponEnds::Falls);
    if more == 0 {
        return options;
    }
    if arm.body && gear::free_grip(table, attack.actor, item).is_some() {
        options.push(WeaponEnds::Taken);
    }
    let space = &table.setup.space;
    let here = table.actor(attack.target).place.cell;
    for side in 0..space.sides() {
        let mut cell = here;
        for _ in 0..more {
            match space.neighbour(cell, side).filter(|&next| !is_blocked(table, next) && !is_water(table, next)) {
                Some(next) => cell = next,
                None => break,
            }
            options.push(WeaponEnds::Thrown(cell));
        }
    }
    options
}

/// ST-093, ST-094, ST-R54: the arm that tried to take it is struck by the very weapon, less the rank in disarm.
fn cut<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let Some(item) = attack.item else { return Ok(()) };
    let Some(melee) = table.item_sheet(item).melee else { return Ok(()) };
    let both = if table.grip(attack.target, item) == Some(Grip::Both) { 2 } else { 0 };
    let body = u16::from(table.sheet(attack.target).attribute(Attribute::Body));
    let rank = u16::from(table.sheet(attack.actor).rank(Secondary::Disarm));
    let damage = (body + u16::from(melee.damage) + both).saturating_sub(rank);
    let av = table.sheet(attack.actor).arm_av;
    if damage > 0 {
        harm(book, table, attack.actor, damage, u16::from(melee.apv), av, oracle)?;
    }
    Ok(())
}

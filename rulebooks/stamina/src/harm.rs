//! Damage, armour, stun, and being out of the fight.

use crate::{
    Event, Stamina,
    acts::movement::put,
    conditions::go_down,
    defense::CoverRef,
    house::{DamageModel, HouseRules},
    table::{Craft, Out, Posture, Table},
};
use referee_engine::{
    ActorId, Audience, Flow, Line, Mark, Oracle, RuleId, Who,
    act::{Asks, Tells},
    ask, rule,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What damage does to a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wound {
    /// Health lost: penetrating damage.
    pub health: u8,
    /// Stun suffered.
    pub stun: u8,
}

impl Wound {
    /// ST-R44: penetrating or blunt.
    ///
    /// By the threshold, APV above AV lets all damage through; otherwise each three points above AV, or part of three,
    /// are one stun. By soaking, AV less APV is taken off and the rest goes through; nothing left is one stun.
    pub fn of(house: &HouseRules, damage: u16, apv: u16, av: u8) -> Wound {
        let av = u16::from(av);
        let narrow = |points: u16| points.min(255) as u8;
        match house.damage_model {
            DamageModel::Threshold if apv > av => Wound { health: narrow(damage), stun: 0 },
            DamageModel::Threshold => Wound { health: 0, stun: narrow(damage.saturating_sub(av).div_ceil(3)) },
            DamageModel::Soak => match damage.saturating_sub(av.saturating_sub(apv)) {
                0 => Wound { health: 0, stun: 1 },
                rest => Wound { health: narrow(rest), stun: 0 },
            },
        }
    }
}

/// Strikes a body with damage against this armour. True if it penetrated.
pub fn strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    damage: u16,
    apv: u16,
    av: u8,
    oracle: &mut O,
) -> Flow<bool> {
    let wound = Wound::of(&book.house, damage, apv, av);
    oracle
        .tell(Audience::All, || Event::Struck(Struck { who, damage, apv, av, health: wound.health, stun: wound.stun }));
    if wound.health > 0 {
        lose_health(table, who, wound.health, oracle)?;
    }
    if wound.stun > 0 {
        stun(table, who, wound.stun, oracle)?;
    }
    Ok(wound.health > 0)
}

/// ST-R44: damage met a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Struck {
    pub who: ActorId,
    pub damage: u16,
    pub apv: u16,
    pub av: u8,
    pub health: u8,
    pub stun: u8,
}

impl Tells<Stamina> for Struck {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Struck { who, damage, apv, av, health, stun } = self;
        let what = if *health > 0 { format!("{health} health lost") } else { format!("{stun} stun") };
        let text = format!("{} takes {damage} damage, APV {apv} against AV {av}: {what}", table.name(*who));
        Line::new(2, text, [rule!("ST-R44")]).by(*who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::count("health lost", Some(self.who), i32::from(self.health)));
        to.push(Mark::count("stun", Some(self.who), i32::from(self.stun)));
    }
}

/// Health lost, however that came.
pub fn lose_health<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, amount: u8, oracle: &mut O) -> Flow<()> {
    let actor = table.actor_mut(who);
    actor.health = actor.health.saturating_sub(amount);
    if actor.health == 0 && actor.out == Out::Active {
        go_out(table, who, rule!("ST-R23"), oracle)?;
    }
    Ok(())
}

/// ST-R24: each stun lowers the stamina limit by one; as many as the most stamina, and the character is unconscious.
pub fn stun<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, amount: u8, oracle: &mut O) -> Flow<()> {
    let most = table.sheet(who).max_stamina;
    let actor = table.actor_mut(who);
    actor.stun = actor.stun.saturating_add(amount).min(most);
    actor.stamina = actor.stamina.min(most - actor.stun);
    if actor.stun == most && actor.out == Out::Active {
        go_out(table, who, rule!("ST-R24"), oracle)?;
    }
    Ok(())
}

/// ST-R23, ST-R24: is there anything that puts it out of the fight: no health left, or as much stun as the most stamina?
pub fn is_spent(table: &Table, who: ActorId) -> Option<RuleId> {
    let (actor, most) = (table.actor(who), table.sheet(who).max_stamina);
    match (actor.health, actor.stun) {
        (0, _) => Some(rule!("ST-R23")),
        (_, stun) if stun > 0 && stun >= most => Some(rule!("ST-R24")),
        _ => None,
    }
}

/// Whoever has been brought to that in any other way than by a blow is out too.
pub fn go_out_if_spent<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    match is_spent(table, who) {
        Some(rule) if table.is_active(who) => go_out(table, who, rule, oracle),
        _ => Ok(()),
    }
}

/// ST-R23: out of the fight: prone, no actions, no reactions, threatens nothing. What else it is, the GM says (ST-D38).
fn go_out<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, rule: RuleId, oracle: &mut O) -> Flow<()> {
    let how = match (Falls { who }).ask(Who::Gm, table, oracle)? {
        Fate::Out => Out::Out,
        Fate::Dying => Out::Dying,
        Fate::Dead => Out::Dead,
    };
    put_out(table, who, how);
    oracle.tell(Audience::All, || Event::PutOut(PutOut { who, how, rule }));
    lose_grip(table, who, oracle)
}

ask! {
    /// ST-D38, to the GM: out of the fight, dying, or dead.
    pub struct Falls for Stamina: "fate", "ST-D38" {
        who: ActorId,
    }
    |self, table| format!("{} falls. What is it?", table.name(self.who));
    pub enum Fate {
        Out = "out", "out";
        Dying = "dying", "dying";
        Dead = "dead", "dead";
    }
}

/// ST-R23, ST-R24: somebody is out of the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PutOut {
    pub who: ActorId,
    pub how: Out,
    pub rule: RuleId,
}

impl Tells<Stamina> for PutOut {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let how = match self.how {
            Out::Dead => "dead",
            Out::Dying => "dying",
            Out::Active | Out::Out => "out of the fight",
        };
        Line::new(2, format!("{} is {how}", table.name(self.who)), [self.rule]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::word("out of the fight", Some(self.who), 1, "out"));
    }
}

/// Takes a character out of the fight. ST-R78: stored energy is lost without dues; ST-R27: so is work.
pub fn put_out(table: &mut Table, who: ActorId, how: Out) {
    let actor = table.actor_mut(who);
    (actor.out, actor.posture, actor.asleep) = (how, Posture::Prone, false);
    (actor.craft, actor.work, actor.aim, actor.kept) = (Craft::default(), None, None, None);
    (actor.turn.dodging, actor.turn.disengaged) = (false, false);
}

/// Defense lost; it stops at 0 (ST-R20).
pub fn lose_defense<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, amount: u8, rule: RuleId, oracle: &mut O) {
    if amount == 0 {
        return;
    }
    let actor = table.actor_mut(who);
    actor.defense = actor.defense.saturating_sub(amount);
    let left = actor.defense;
    oracle.tell(Audience::All, || Event::LostDefense(LostDefense { who, amount, left, rule }));
}

/// ST-R42 and whatever else costs defense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LostDefense {
    pub who: ActorId,
    pub amount: u8,
    pub left: u8,
    pub rule: RuleId,
}

impl Tells<Stamina> for LostDefense {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} loses {} defense, {} left", table.name(self.who), self.amount, self.left);
        Line::new(2, text, [self.rule]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::count("defense lost", Some(self.who), i32::from(self.amount)));
    }
}

/// ST-212, ST-R89: an attack that missed because of the cover damages it by what passes its armour.
pub fn strike_cover<O: Oracle<Stamina>>(table: &mut Table, cover: CoverRef, damage: u16, oracle: &mut O) {
    let loss = |av: u8| damage.saturating_sub(u16::from(av)).min(255) as u8;
    let (loss, left) = match cover {
        CoverRef::Said => return,
        CoverRef::Piece(at) => {
            let at = usize::from(at);
            let loss = loss(table.setup.scenery[at].av);
            let left = table.durability[at].saturating_sub(loss);
            table.durability[at] = left;
            if left == 0 {
                Arc::make_mut(&mut table.pieces)[at].active = false;
            }
            (loss, left)
        }
        CoverRef::Shield(item) => {
            let loss = loss(table.item_sheet(item).shield.map_or(0, |shield| shield.av));
            let left = table.item(item).durability.saturating_sub(loss);
            table.item_mut(item).durability = left;
            (loss, left)
        }
    };
    oracle.tell(Audience::All, || Event::CoverStruck(CoverStruck { cover, loss, left }));
}

/// ST-212: a cover has lost durability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoverStruck {
    pub cover: CoverRef,
    pub loss: u8,
    pub left: u8,
}

impl Tells<Stamina> for CoverStruck {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let what = match self.cover {
            CoverRef::Piece(at) => &table.setup.scenery[usize::from(at)].name,
            CoverRef::Shield(item) => &table.item_sheet(item).name,
            CoverRef::Said => "the cover",
        };
        let text = format!("{what} is struck: {} durability lost, {} left", self.loss, self.left);
        Line::new(2, text, [rule!("ST-212")])
    }
}

/// ST-R35: a fall: health equal to the full metres from 2 m on, whatever the armour, and prone.
pub fn fall<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, metres: u16, oracle: &mut O) -> Flow<()> {
    let loss = if metres >= 2 { metres.min(255) as u8 } else { 0 };
    oracle.tell(Audience::All, || Event::Fell(Fell { who, metres, health: loss }));
    go_down(table, who, Posture::Prone, rule!("ST-R35"), oracle);
    if loss > 0 {
        lose_health(table, who, loss, oracle)?;
    }
    Ok(())
}

/// ST-R35: somebody fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fell {
    pub who: ActorId,
    pub metres: u16,
    pub health: u8,
}

impl Tells<Stamina> for Fell {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} falls {} m, {} health lost", table.name(self.who), self.metres, self.health);
        Line::new(1, text, [rule!("ST-R35")]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::word("fall", Some(self.who), 1, "falls"));
    }
}

/// The same to the ground below, from wherever somebody hangs.
pub fn fall_down<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let place = table.actor(who).place;
    let (metres, ground) = (table.setup.space.drop_below(place), table.setup.space.on_ground(place.cell));
    put(table, who, ground);
    fall(table, who, metres, oracle)
}

/// ST-R145: whoever hangs on a wall loses its grip when it goes down or is put out of the fight, and falls.
pub fn lose_grip<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    if table.setup.space.drop_below(table.actor(who).place) > 0 { fall_down(table, who, oracle) } else { Ok(()) }
}

/// ST-R145: brings a body to its knees or to the ground. Whoever hangs on a wall loses its grip by that, and falls.
pub fn knock_down<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    to: Posture,
    rule: RuleId,
    oracle: &mut O,
) -> Flow<()> {
    if table.setup.space.drop_below(table.actor(who).place) > 0 {
        return fall_down(table, who, oracle);
    }
    go_down(table, who, to, rule, oracle);
    Ok(())
}

/// ST-R76: arcane dues: one stamina each, and one stun for each that cannot be paid. They count as spent (ST-R86).
pub fn pay_dues<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    dues: u8,
    rule: RuleId,
    oracle: &mut O,
) -> Flow<()> {
    let actor = table.actor_mut(who);
    let paid = dues.min(actor.stamina);
    actor.stamina -= paid;
    actor.turn.spent = actor.turn.spent.saturating_add(paid);
    let rest = dues - paid;
    oracle.tell(Audience::All, || Event::Dues(Dues { who, dues, stun: rest, rule }));
    if rest > 0 { stun(table, who, rest, oracle) } else { Ok(()) }
}

/// ST-R76: arcane dues were suffered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dues {
    pub who: ActorId,
    pub dues: u8,
    /// How many of them as stun.
    pub stun: u8,
    pub rule: RuleId,
}

impl Tells<Stamina> for Dues {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let rest = if self.stun > 0 { format!(", {} of them as stun", self.stun) } else { String::new() };
        let text = format!("{} suffers {} arcane dues{rest}", table.name(self.who), self.dues);
        Line::new(1, text, [self.rule, rule!("ST-R76")]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::count("arcane dues", Some(self.who), i32::from(self.dues)));
    }
}

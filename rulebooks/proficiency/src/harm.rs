//! Damage, going down, and healing (PR-R70, PR-R72, PR-R73).

use crate::{
    Event, Proficiency,
    house::{DamageModel, HpZero},
    table::{Life, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Flow, Mark, Oracle, Throw, Who, told};

told! {
    /// What happened to somebody's hit points.
    pub enum HarmEvent for Proficiency, |table| {
        Damaged {
            who: ActorId,
            amount: i16,
            /// Hit points left.
            hp: i16,
        } under "PR-R70" by who => format!("{} takes {amount} damage: {hp} hp left", table.name(who));
        /// PR-R72.
        Fell {
            who: ActorId,
            /// Down or dead.
            life: Life,
        } under "PR-R72" by who => format!("{} is {}", table.name(who), life.word());
        /// PR-R73.
        Healed {
            who: ActorId,
            amount: i16,
            /// Hit points now.
            hp: i16,
        } under "PR-R73" by who => format!("{} is healed by {amount}: {hp} hp", table.name(who));
        /// PR-R69: an object.
        Struck {
            object: u8,
            amount: i16,
            /// Hit points left.
            hp: i16,
        } under "PR-R69" => {
            let name = &table.setup.objects[usize::from(object)].name;
            format!("{name} takes {amount} damage: {hp} hp left")
        };
        /// PR-R72, switch `hp_zero`.
        Stable(who: ActorId) under "PR-R72" by who => format!("{} is stable", table.name(who));
    }
    // Damage and healing, and who fell.
    marks |self, to| {
        to.push(match *self {
            HarmEvent::Damaged { who, amount, .. } => Mark::count("damage", Some(who), amount.into()),
            HarmEvent::Healed { who, amount, .. } => Mark::count("healed", Some(who), amount.into()),
            HarmEvent::Struck { amount, .. } => Mark::count("object damage", None, amount.into()),
            HarmEvent::Fell { who, life: Life::Dead } => Mark::word("fell", Some(who), 2, "dead"),
            HarmEvent::Fell { who, .. } => Mark::word("fell", Some(who), 1, "down"),
            HarmEvent::Stable(_) => return,
        });
    };
}

/// PR-R70: the damage of a hit: rating and PER, at least 1. There is no second roll unless the table wants a die.
pub fn damage_of<O: Oracle<Proficiency>>(
    book: &Proficiency,
    who: ActorId,
    rating: i16,
    per: i16,
    oracle: &mut O,
) -> Flow<i16> {
    let die = match book.house.damage_model {
        DamageModel::RatingPlusPer => return Ok((rating + per).max(1)),
        DamageModel::PerOnly => return Ok(per.max(1)),
        DamageModel::WeaponDie | DamageModel::WeaponDiePlusPer => match rating {
            ..=1 => 4,
            2 => 6,
            3 => 8,
            4 => 10,
            _ => 12,
        },
    };
    let throw = Throw::open(Who::Actor(who), "damage");
    let rolled = oracle.roll(throw, Roll::die(die), |face| face as i16)?.value;
    let plus = if book.house.damage_model == DamageModel::WeaponDiePlusPer { per } else { 0 };
    Ok((rolled + plus).max(1))
}

/// PR-R72: hit points stop at 0; there the character is down. True if it fell now.
pub fn hurt<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    amount: i16,
    oracle: &mut O,
) -> bool {
    let actor = table.actor_mut(who);
    actor.hp = (actor.hp - amount).max(0);
    let hp = actor.hp;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Damaged { who, amount, hp }));
    let falls = hp == 0 && table.actor(who).life == Life::Able;
    if falls {
        fall(book, table, who, oracle);
    }
    falls
}

/// PR-R72, PR-R106: at 0 hit points.
pub fn fall<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) {
    let life = if book.house.hp_zero == HpZero::Dead { Life::Dead } else { Life::Down };
    table.set_life(who, life);
    let actor = table.actor_mut(who);
    (actor.stable, actor.guarded, actor.warded) = (false, 0, false);
    if life == Life::Dead {
        actor.lasting.reset();
    }
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Fell { who, life }));
}

/// PR-R73: never above the most; who was down and has hit points again is able.
pub fn heal<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, amount: i16, oracle: &mut O) {
    let most = table.sheet(who).hp_max;
    let actor = table.actor_mut(who);
    let before = actor.hp.min(most);
    actor.hp = before.saturating_add(amount.max(0)).min(most);
    let (hp, amount) = (actor.hp, actor.hp - before);
    if hp > 0 && actor.life == Life::Down {
        table.set_life(who, Life::Able);
    }
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, amount, hp }));
}

/// PR-R69: damage to an object.
pub fn strike_object<O: Oracle<Proficiency>>(table: &mut Table, object: u8, amount: i16, oracle: &mut O) {
    let left = &mut table.objects[usize::from(object)];
    *left = (*left - amount).max(0);
    let hp = *left;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Struck { object, amount, hp }));
}

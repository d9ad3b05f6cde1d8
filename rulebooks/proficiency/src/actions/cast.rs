//! Spells (PR-036, PR-048, PR-R79).

use super::{
    attack::{can_target, defense, situation, within},
    heal,
};
use crate::{
    Event, Proficiency,
    check::{self, Check, Named, Settled, Terms, Using, Verdict},
    conditions,
    contest::{self, Contest, Opposing, Won},
    dc::Dc,
    harm, recovery, resource,
    sheet::{Spell, SpellDc, SpellEffect},
    table::{Life, Mode, Table},
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A casting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cast {
    /// Who.
    pub actor: ActorId,
    /// Which of its spells.
    pub spell: u8,
    /// On whom.
    pub targets: SmallVec<[ActorId; 4]>,
}

/// What happened in a casting, besides its check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastEvent {
    /// It is cast.
    Cast(Cast),
    /// Light for so many seconds.
    Light {
        /// Who.
        who: ActorId,
        /// How long.
        seconds: u64,
    },
    /// PR-R88, PR-D34: the GM reads the PER.
    Works {
        /// Who.
        who: ActorId,
        /// The PER.
        per: i16,
    },
}

/// Does a spell need somebody to cast it on?
pub fn needs_target(spell: &Spell) -> bool {
    let harms = matches!(spell.effect, SpellEffect::Damage | SpellEffect::Held | SpellEffect::Heal);
    harms || matches!(spell.dc, SpellDc::Defense | SpellDc::OpposedSave(_))
}

/// Can this spell be cast on that one?
pub fn target_fits(book: &Proficiency, table: &Table, who: ActorId, spell: &Spell, target: ActorId) -> bool {
    let near = |to: ActorId| {
        let (from, to) = (table.actor(who).place, table.actor(to).place);
        within(book, table, from, to, spell.range.max(1), false)
    };
    match spell.effect {
        SpellEffect::Heal => {
            table.has(target)
                && table.actor(target).life <= Life::Down
                && !table.actor(target).hidden_from.contains(who)
                && near(target)
        }
        _ => can_target(table, who, target) && near(target),
    }
}

/// PR-136: is there effort left for this spell?
#[inline]
fn has_effort(table: &Table, who: ActorId, spell: &Spell) -> bool {
    !spell.effort.is_some_and(|kind| table.is_spent(who, kind))
}

/// PR-R79: is this spell cast on as many as it can be, on each once, and on none on whom it cannot be cast?
fn targets_fit(book: &Proficiency, table: &Table, who: ActorId, spell: &Spell, targets: &[ActorId]) -> bool {
    let once = |at: usize| !targets[..at].contains(&targets[at]);
    let count = match needs_target(spell) {
        true => 1..=usize::from(spell.targets.max(1)),
        false => 0..=0,
    };
    let fits = |at: usize| once(at) && target_fits(book, table, who, spell, targets[at]);
    count.contains(&targets.len()) && (0..targets.len()).all(fits)
}

/// Can somebody who may act and has a check left cast this spell on these?
pub fn can_cast(book: &Proficiency, table: &Table, who: ActorId, spell: &Spell, targets: &[ActorId]) -> bool {
    has_effort(table, who, spell) && targets_fit(book, table, who, spell, targets)
}

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, cast: &Cast) -> Result<(), Refusal> {
    let who = cast.actor;
    table.may_act(who)?;
    turn::may_spend(book, table, who)?;
    let Some(spell) = table.sheet(who).spells.get(usize::from(cast.spell)) else {
        return Err(Refusal::plain("unknown-spell", "there is no such spell"));
    };
    if !has_effort(table, who, spell) {
        let why = format!("no effort is left for {}; a Period of recovery brings it back", spell.name);
        return Err(Refusal::by(rule!("PR-136"), "spent", why));
    }
    if targets_fit(book, table, who, spell, &cast.targets) {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R79"), "wrong-targets", format!("{} cannot be cast on that", spell.name)))
}

/// PR-048, PR-R79: casting calls for a check; the DC comes from where the spell says. Each casting rolls the effort die.
pub fn resolve<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, cast: &Cast, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, cast)?;
    }
    let who = cast.actor;
    turn::enter(table, who, oracle);
    oracle.tell(Audience::All, || Event::Cast(CastEvent::Cast(cast.clone())));
    let spell = table.sheet(who).spells[usize::from(cast.spell)].clone();
    let mut spent = turn::Spent::Nothing;
    let mut pay = |table: &mut Table| spent = turn::spend(book, table, who);
    let mut check = check::prepare(book, table, who, name(&spell), Using::ability(spell.ability), 0);
    check.dc.situation += i16::from(spell.gm_mod);
    let mut over: SmallVec<[(ActorId, i16); 4]> = SmallVec::new();
    let settled = match spell.dc {
        SpellDc::OpposedSave(ability) => {
            let opposing = Opposing::With(Using::ability(ability));
            let (opponents, answer) = (&cast.targets[..], Named::Save);
            let asked = Contest { check, opponents, opposing, answer, together: false };
            let won = contest::contest(book, table, asked, pay, oracle)?;
            over = won.over.clone();
            won.settled
        }
        SpellDc::Mundane => {
            pay(table);
            None
        }
        SpellDc::Difficulty(level) => {
            let dc = Dc::difficulty(level.number());
            Some(alone(book, table, check.versus(dc), None, pay, oracle)?)
        }
        SpellDc::Defense => {
            let dc = |&id: &ActorId| Dc { situation: situation(book, table, id), ..Dc::defense(defense(table, id)) };
            if let [target] = cast.targets[..] {
                let check = check.versus(dc(&target));
                Some(alone(book, table, check, Some(target), pay, oracle)?)
            } else {
                // PR-R56: each target has its own Defense.
                let dcs: SmallVec<[(ActorId, Dc); 4]> = cast.targets.iter().map(|id| (*id, dc(id))).collect();
                pay(table);
                let mut won = Won::default();
                contest::many(book, table, check, &dcs, &mut won, oracle)?;
                over = won.over;
                won.settled
            }
        }
    };
    if settled.is_some_and(Settled::is_withdrawn) {
        return Ok(());
    }
    if let (true, Some(settled)) = (over.is_empty(), settled)
        && settled.is_success()
    {
        over.extend(cast.targets.iter().map(|&target| (target, settled.per)));
    }
    if spell.dc == SpellDc::Defense {
        conditions::unhide(table, who, oracle);
    }
    if spell.effect != SpellEffect::Heal {
        cast.targets.iter().for_each(|&target| recovery::disturb(table, target, oracle));
    }
    let worked = matches!(spell.dc, SpellDc::Mundane) || settled.is_some_and(Settled::is_success) || !over.is_empty();
    let felled = worked && effects(book, table, who, &spell, &over, settled, oracle)?;
    if let Some(kind) = spell.effort {
        resource::use_stock(book, table, who, kind, oracle)?;
    }
    let verdict = settled.map_or(Verdict::Failure, |settled| settled.verdict);
    turn::momentum(book, table, who, Upshot { spent, verdict, felled, joint: false }, oracle);
    Ok(())
}

/// A spell against a Defense is an attack (PR-088, PR-R102).
fn name(spell: &Spell) -> Named {
    if spell.dc == SpellDc::Defense { Named::Attack } else { Named::Spell }
}

fn alone<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    mut check: Check,
    target: Option<ActorId>,
    pay: impl FnOnce(&mut Table),
    oracle: &mut O,
) -> Flow<Settled> {
    if let Some(target) = target {
        conditions::against(book, table, &mut check, target, oracle)?;
    }
    check.ask_gm(table, oracle)?;
    check::attempt(book, table, &check, Terms::OWN, pay, oracle)
}

/// PR-R73, PR-R79: what the spell does; PER gives the amount where it has one. True if a foe went down.
fn effects<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    spell: &Spell,
    over: &[(ActorId, i16)],
    settled: Option<Settled>,
    oracle: &mut O,
) -> Flow<bool> {
    let mut felled = false;
    match spell.effect {
        SpellEffect::Damage => {
            for &(target, per) in over {
                let amount = harm::damage_of(book, who, i16::from(spell.rating), per, oracle)?;
                felled |= harm::hurt(book, table, target, amount, oracle) && table.hostile(who, target);
            }
        }
        SpellEffect::Held => over.iter().for_each(|(target, _)| conditions::hold(table, *target, oracle)),
        SpellEffect::Heal => {
            for &(target, per) in over {
                let amount = heal::amount(book, table, who, per, oracle)?;
                harm::heal(table, target, amount, oracle);
            }
        }
        SpellEffect::Light(intervals) => {
            let seconds = u64::from(intervals) * u64::from(table.unit_seconds(Mode::Interval));
            table.actor_mut(who).light_until = table.clock.elapsed.saturating_add(seconds);
            oracle.tell(Audience::All, || Event::Cast(CastEvent::Light { who, seconds }));
        }
        SpellEffect::Words(_) => {
            let per = settled.map_or(1, |settled| settled.per);
            oracle.tell(Audience::All, || Event::Cast(CastEvent::Works { who, per }));
        }
    }
    Ok(felled)
}

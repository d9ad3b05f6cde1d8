//! Spells (PR-036, PR-048, PR-R79).

use super::{
    attack::{can_target, defense, situation, within},
    heal,
    prelude::*,
};
use crate::{
    contest::{self, Contest, Opposing, Won},
    harm, recovery, resource,
    sheet::{Spell, SpellDc, SpellEffect},
    table::Mode,
    turn::time::span,
};

act! {
    /// PR-048, PR-R79: casting calls for a check; the DC comes from where the spell says. Each casting rolls the effort die.
    pub struct Cast for Proficiency, by ActorId {
        spell: SpellAt = "Which";
        targets: Several<ActorId> = "On";
    }
}

/// A spell that may be cast.
pub struct Casting {
    who: ActorId,
    spell: SpellAt,
    targets: SmallVec<[ActorId; 4]>,
    check: Check,
}

told! {
    /// What happened in a casting, besides its check.
    pub enum CastEvent for Proficiency, |table| {
        Cast { who: ActorId, spell: SpellAt, targets: SmallVec<[ActorId; 4]> } "PR-048", "PR-R79" by who => {
            let sheet = table.sheet(who);
            let on: Vec<&str> = targets.iter().map(|id| table.name(*id)).collect();
            let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(", ")) };
            format!("{} casts {}{on}", sheet.name, sheet.spells[spell.at()].name)
        };
        /// Light for so many seconds.
        Light { who: ActorId, seconds: u64 } under "PR-R79" by who
            => format!("{} makes light for {}", table.name(who), span(seconds));
        /// PR-R88, PR-D34: the GM reads the PER.
        Works { who: ActorId, per: i16 } under "PR-R88" by who
            => format!("{}'s spell works with PER {per}", table.name(who));
    }
}

/// Does a spell need somebody to cast it on?
fn needs_target(spell: &Spell) -> bool {
    let harms = matches!(spell.effect, SpellEffect::Damage | SpellEffect::Held | SpellEffect::Heal);
    harms || matches!(spell.dc, SpellDc::Defense | SpellDc::OpposedSave(_))
}

/// PR-R79: bars those on whom this spell cannot be cast.
fn target_legal<'t>(
    book: &Proficiency,
    table: &'t Table,
    who: ActorId,
    spell: &'t Spell,
    target: ActorId,
) -> Result<(), Why<'t>> {
    let is_there = match spell.effect {
        SpellEffect::Heal => {
            table.has(target)
                && table.actor(target).life <= Life::Down
                && !table.actor(target).hidden_from.contains(who)
        }
        SpellEffect::Damage | SpellEffect::Held | SpellEffect::Light(_) | SpellEffect::Words(_) => {
            can_target(table, who, target)
        }
    };
    if !is_there {
        return Err(bar!("PR-R79", "wrong-targets", "{} cannot be cast on that", &spell.name).moot());
    }
    let (from, to) = (table.actor(who).place, table.actor(target).place);
    if !within(book, table, from, to, spell.range.max(1), false) {
        return Err(bar!("PR-R79", "out-of-range", "{} is out of range for {}", table.name(target), &spell.name));
    }
    Ok(())
}

impl Act<Proficiency> for Cast {
    type By = ActorId;
    type Ready = Casting;
    const CARD: Card = card!("cast", "Cast a spell", "Standard", "1 check", "PR-048");
    const NOTHING: Why<'static> =
        bar!("PR-136", "nothing-fits", "no spell can be cast: no effort is left, or there is no target");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Casting, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        if table.has(who) && table.sheet(who).spells.is_empty() {
            return Err(bar!("PR-048", "no-spells", "{} knows no spells", table.name(who)).moot().into());
        }
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let at = self.spell()?;
        let Some(spell) = table.sheet(who).spells.get(at.at()) else {
            return Err(bar!(_, "unknown-spell", "there is no such spell").into());
        };
        if spell.effort.is_some_and(|kind| table.is_spent(who, kind)) {
            let words = "no effort is left for {}; a Period of recovery brings it back";
            return Err(bar!("PR-136", "spent", words, &spell.name).into());
        }
        let mut targets = Several::none();
        if needs_target(spell) {
            targets = self.targets()?;
            for &target in &targets.0 {
                target_legal(book, table, who, spell, target)?;
            }
            let most = spell.targets.max(1);
            if !targets.is_once() || !(1..=usize::from(most)).contains(&targets.0.len()) {
                return Err(bar!("PR-R79", "wrong-targets", "{} is cast on 1 to {}", &spell.name, most).into());
            }
        }
        let mut check = check::prepare(book, table, who, name(spell), Using::ability(spell.ability), 0);
        check.dc.situation += i16::from(spell.gm_mod);
        Ok(Casting { who, spell: at, targets: targets.0, check })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Casting { who, spell, targets, check }: Casting,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        oracle.tell(Audience::All, || Event::Cast(CastEvent::Cast { who, spell, targets: targets.clone() }));
        let spell = table.sheet(who).spells[spell.at()].clone();
        let mut spent = turn::Spent::Nothing;
        let mut pay = |table: &mut Table| spent = turn::spend(book, table, who);
        let mut over: SmallVec<[(ActorId, i16); 4]> = SmallVec::new();
        let settled = match spell.dc {
            SpellDc::OpposedSave(ability) => {
                let (opposing, answer) = (Opposing::With(Using::ability(ability)), Named::Save);
                let asked = Contest { check, opponents: &targets, opposing, answer, together: false };
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
                let dc =
                    |&id: &ActorId| Dc { situation: situation(book, table, id), ..Dc::defense(defense(table, id)) };
                if let [target] = targets[..] {
                    let check = check.versus(dc(&target));
                    Some(alone(book, table, check, Some(target), pay, oracle)?)
                } else {
                    // PR-R56: each target has its own Defense.
                    let dcs: SmallVec<[(ActorId, Dc); 4]> = targets.iter().map(|id| (*id, dc(id))).collect();
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
            over.extend(targets.iter().map(|&target| (target, settled.per)));
        }
        if spell.dc == SpellDc::Defense {
            conditions::unhide(table, who, oracle);
        }
        if spell.effect != SpellEffect::Heal {
            targets.iter().for_each(|&target| recovery::disturb(table, target, oracle));
        }
        let worked =
            matches!(spell.dc, SpellDc::Mundane) || settled.is_some_and(Settled::is_success) || !over.is_empty();
        let felled = worked && effects(book, table, who, &spell, &over, settled, oracle)?;
        if let Some(kind) = spell.effort {
            resource::use_stock(book, table, who, kind, oracle)?;
        }
        let verdict = settled.map_or(Verdict::Failure, |settled| settled.verdict);
        turn::momentum(book, table, who, Upshot { spent, verdict, felled, joint: false }, oracle);
        Ok(())
    }
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

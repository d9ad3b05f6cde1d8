//! Saves: the reaction check of this book (PR-058, PR-059, PR-R85 to PR-R87).

use crate::{
    Event, Proficiency,
    check::{self, How, Named, Settled, Terms, Using, Verdict},
    conditions,
    dc::Dc,
    harm,
    house::SaveLimit,
    lasting, recovery,
    sheet::Ability,
    table::{Life, Table},
    tasks::HazardEffect,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, told};

told! {
    /// What happened with a hazard.
    pub struct Struck for Proficiency {
        hazard: u8,
        /// Whom it strikes.
        who: ActorId,
    }
    |table| "PR-R86" by who => {
        let name = &table.setup.hazards[usize::from(hazard)].name;
        format!("{name} strikes {}", table.name(who))
    };
}

/// PR-R85: may this character make a Save? Without cost or limit, unless the table has one.
pub fn may_save(book: &Proficiency, table: &Table, who: ActorId) -> bool {
    book.house.save_limit == SaveLimit::Unlimited || !table.actor(who).turn.saved
}

/// PR-058, PR-059, PR-R85, PR-R86: a Save with ability modifier and Proficiency, at once, on anyone's turn.
pub fn save<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    ability: Ability,
    dc: Dc,
    oracle: &mut O,
) -> Flow<Settled> {
    if !may_save(book, table, who) {
        return Ok(Settled { how: How::Impossible, verdict: Verdict::Failure, per: 0 });
    }
    let mut check = check::prepare(book, table, who, Named::Save, Using::ability(ability), 0).versus(dc);
    check.ask_gm(table, oracle)?;
    check::attempt(book, table, &check, Terms::REACTION, |table| table.actor_mut(who).turn.saved = true, oracle)
}

/// PR-R86, PR-R87, PR-D29: a hazard strikes: whoever saves avoids the effect, or takes half of the damage.
pub fn strike<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    hazard: u8,
    who: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    let sheet = &table.setup.hazards[usize::from(hazard)];
    let dc = Dc { situation: i16::from(sheet.gm_mod), ..Dc::difficulty(sheet.level.number()) };
    let (ability, effect, half, inflicts) = (sheet.ability, sheet.effect, sheet.half, sheet.inflicts);
    oracle.tell(Audience::All, || Event::Hazard(Struck { hazard, who }));
    recovery::disturb(table, who, oracle);
    let saved = save(book, table, who, ability, dc, oracle)?.is_success();
    match effect {
        HazardEffect::Damage(amount) => {
            let amount = i16::from(amount);
            let amount = if !saved {
                amount
            } else if half {
                amount / 2
            } else {
                0
            };
            if amount > 0 {
                harm::hurt(book, table, who, amount, oracle);
            }
        }
        HazardEffect::Held | HazardEffect::Exposed | HazardEffect::Exhausted if saved => {}
        HazardEffect::Held => conditions::hold(table, who, oracle),
        HazardEffect::Exposed => conditions::expose(table, who, oracle),
        HazardEffect::Exhausted => {
            table.actor_mut(who).exhausted = true;
            oracle.tell(Audience::All, || Event::Condition(conditions::ConditionEvent::Exhausted(who)));
        }
    }
    if let Some(kind) = inflicts.filter(|_| !saved && table.actor(who).life != Life::Dead) {
        lasting::inflict(book, table, who, kind, oracle);
    }
    Ok(())
}

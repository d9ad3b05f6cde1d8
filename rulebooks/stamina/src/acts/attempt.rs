//! A check by one of the GM's forms, the empty one at the end of the text (ST-271, ST-R107): the list of non-combat actions is
//! not complete (ST-235). And the ordinary task (ST-001).

use super::prelude::*;
use crate::{
    check::{consequence, progress, use_progress},
    harm::knock_down,
    table::Posture,
};

act! {
    /// ST-271: one of the GM's checks that is not passive.
    pub struct Try for Stamina, by ActorId {
        check: FormAt = "Which";
        how: How = "How", usual;
    }
}

/// A check that may be made.
pub struct Trying {
    who: ActorId,
    form: u8,
    how: How,
}

/// In rounds it takes the slot.
const COST: Cost = Cost::of(Action::Custom, Need::One);

impl Act<Stamina> for Try {
    type By = ActorId;
    type Ready = Trying;
    const CARD: Card = card!("try", "Try a check of the GM's", "Other", "", "ST-271");
    const NOTHING: Why<'static> = bar!("ST-236", "no-check", "there is no check that a player may choose");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        if see.setup.customs.is_empty() {
            return Err(bar!(_, "no-check", "the GM has written no check").into());
        }
        let FormAt(form) = self.check()?;
        match see.setup.customs.get(usize::from(form)) {
            None => return Err(bar!(_, "no-check", "there is no such check").into()),
            Some(terms) if terms.passive => {
                return Err(bar!("ST-236", "passive", "only the GM calls for a passive check").into());
            }
            Some(_) => {}
        }
        Ok(Trying { who, form, how: check::how(see, false, &self.how, self.how())? })
    }

    fn resolve<O: Oracle<Stamina>>(
        Trying { who, form, how }: Trying,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if table.is_active(who) { check_of(book, table, who, form, how, oracle) } else { Ok(()) }
    }
}

/// ST-003: attribute, skill, dice, difficulty, degree; then what the form says of that degree.
pub fn check_of<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    form: u8,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let setup = table.setup.clone();
    let terms = &setup.customs[usize::from(form)];
    let difficulty = match terms.difficulty {
        Some(difficulty) => difficulty,
        None => check::difficulty(table, who, Named::Custom(form), oracle)?,
    };
    let mut pool = pool_of(table, who, terms.attribute, terms.skill.unwrap_or(Primary::Awareness));
    if terms.skill.is_none() {
        pool.rank = 0;
    }
    if let Some(secondary) = terms.secondary {
        pool.gain(Cause::Secondary, table.sheet(who).rank(secondary));
    }
    let goal = Goal::Custom(form);
    use_progress(table, who, goal, &mut pool);
    if terms.aid {
        aid(table, who, terms.secondary, &mut pool, oracle)?;
    }
    let degree = perform(book, who, Named::Custom(form), pool, difficulty, how, Audience::All, oracle)?;
    oracle.tell(Audience::All, || Event::CustomCheck(CustomCheck { who, check: form, degree }));
    match degree {
        // ST-017 to ST-019, ST-R12: the form's own text, materials, a fall, or what the GM considers.
        Degree::CriticalFailure if terms.materials => {
            table.spoiled = table.spoiled.with(who);
            oracle.tell(Audience::All, || Event::MaterialsLost(MaterialsLost { who }));
        }
        Degree::CriticalFailure if terms.movement => knock_down(table, who, Posture::Prone, rule!("ST-019"), oracle)?,
        Degree::CriticalFailure if terms.critical_failure.is_empty() => consequence(table, who, oracle)?,
        Degree::NearFailure if terms.near_failure.is_empty() => progress(table, who, goal, oracle)?,
        Degree::CriticalFailure | Degree::Failure | Degree::NearFailure | Degree::Success(_) => {}
    }
    Ok(())
}

/// ST-271: what the form says of this degree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CustomCheck {
    pub who: ActorId,
    pub check: u8,
    pub degree: Degree,
}

impl Tells<Stamina> for CustomCheck {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let form = &table.setup.customs[usize::from(self.check)];
        let what = match self.degree {
            Degree::CriticalFailure => &form.critical_failure,
            Degree::Failure => &form.failure,
            Degree::NearFailure => &form.near_failure,
            Degree::Success(_) => &form.success,
        };
        let mut text = format!("{}: {}", form.name, if what.is_empty() { self.degree.word() } else { what });
        if let (Degree::Success(more @ 1..), false) = (self.degree, form.additional.is_empty()) {
            text.push_str(&format!("; {more} × {}", form.additional));
        }
        Line::new(1, text, [rule!("ST-271")]).by(self.who)
    }
}

/// ST-018: what the check needs is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MaterialsLost {
    pub who: ActorId,
}

impl Tells<Stamina> for MaterialsLost {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{}'s materials are used up", table.name(self.who));
        Line::new(1, text, [rule!("ST-018")]).by(self.who)
    }
}

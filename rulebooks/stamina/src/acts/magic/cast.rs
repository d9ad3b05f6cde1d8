//! Gated and ungated spells (ST-170 to ST-178).

use super::*;
use crate::{
    check::{
        Checked, Degree, Named, arcane_result, consequence, pool_of, progress, roll_less, roll_less_degree,
        use_progress,
    },
    harm::pay_dues,
    house::{ArcaneSuccesses, HouseRules},
    sheet::{Attribute, Spell},
    table::Goal,
};

act! {
    /// ST-170, ST-174.
    pub struct Cast for Stamina, by ActorId {
        spell among known: SpellAt = "Which";
        target among targets: ActorId = "On", usual when is_own;
        ungated: bool = "Ungated: it grows with the roll", usual;
        how: How = "How", usual;
    }
}

/// A spell, by its place in the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpellAt(pub u8);

/// A spell that may be cast.
pub struct Spelling {
    who: ActorId,
    spell: u8,
    target: ActorId,
    ungated: bool,
    how: How,
}

fn known(_: &Cast, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<SpellAt> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    see.sheet(who).spells.iter().copied().map(SpellAt).collect()
}

fn targets(_: &Cast, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    near(see, whose)
}

fn is_own(act: &Cast, _: See<'_, '_>, whose: Option<ActorId>) -> bool {
    is_caster(act.target.value(), whose)
}

const fn action(ungated: bool) -> Action {
    if ungated { Action::Ungated } else { Action::Gated }
}

impl Act<Stamina> for Cast {
    type By = ActorId;
    type Ready = Spelling;
    const CARD: Card = card!("cast", "Cast a spell", "Magic", "dues", "ST-170");
    const NOTHING: Why<'static> = bar!("ST-170", "nothing-known", "nothing of that kind is known");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Spelling, Bar<'t>> {
        may_work(see.table, who)?;
        turn::may(see.book, see.table, who, &cost(Action::Gated))?;
        let SpellAt(spell) = self.spell()?;
        if !see.sheet(who).spells.contains(&spell) {
            return Err(bar!("ST-170", "unknown-spell", "this spell is not known").into());
        }
        let touches = !see.setup.spells[usize::from(spell)].thrown;
        let target = if touches { self.target()? } else { who };
        if touches && !touchable(see, who, target) {
            return Err(bar!("ST-170", "out-of-touch", "it works on the caster or on a neighbour").into());
        }
        let ungated = self.ungated()?;
        turn::may(see.book, see.table, who, &cost(action(ungated)))?;
        Ok(Spelling { who, spell, target, ungated, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-170, ST-174: mind and arcane aptitude against the difficulty, one more if the spell is to grow with the roll.
    fn resolve<O: Oracle<Stamina>>(
        Spelling { who, spell, target, ungated, how }: Spelling,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost(action(ungated)), oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let setup = table.setup.clone();
        let terms = &setup.spells[usize::from(spell)];
        let difficulty = terms.difficulty + u8::from(ungated);
        let name = Named::Action(action(ungated));
        let mut pool = pool_of(table, who, Attribute::Mind, Primary::ArcaneAptitude); // ST-166
        let goal = Goal::Cast(spell);
        use_progress(table, who, goal, &mut pool);
        let (degree, result) = match how {
            How::Roll => {
                let result = arcane_result(book, table, who, name, &pool, oracle)?;
                (Degree::of(&book.house, result, i32::from(difficulty)), result)
            }
            How::Standard | How::TakeTime => {
                let successes = roll_less(&pool, &book.house, how);
                let degree = roll_less_degree(&book.house, successes, i32::from(difficulty));
                (degree, 3 * i32::from(successes))
            }
        };
        let dues = spell_dues(&book.house, terms, ungated, degree, result);
        oracle.tell(Audience::All, || {
            let (face, successes) = ((how == How::Roll).then_some(result), degree.successes());
            let (difficulty, degree) = (Some(difficulty), Some(degree));
            Event::Checked(Checked { who, name, pool, face, how, difficulty, degree, successes })
        });
        let mut effect = terms.effect;
        if let (Degree::Success(more), true) = (degree, ungated) {
            // ST-176, ST-R77: every additional success becomes a power.
            for _ in 0..more {
                let options = terms.powers.iter().copied().map(Some).collect();
                let Some(power) = (WhichPower { options }).ask(Who::Actor(who), table, oracle)? else { break };
                effect = effect.stronger(power);
                oracle.tell(Audience::All, || Event::Powered(Powered { who, power, rule: rule!("ST-176") }));
            }
        }
        if degree.is_success() {
            if terms.thrown {
                keep(table, who, effect, oracle);
            } else {
                activate(book, table, who, target, effect, oracle)?; // ST-171, ST-175
            }
        }
        let rule = match (degree.is_success(), ungated) {
            (true, false) => rule!("ST-172"),
            (false, false) => rule!("ST-173"),
            (true, true) => rule!("ST-177"),
            (false, true) => rule!("ST-178"),
        };
        pay_dues(table, who, dues, rule, oracle)?;
        match degree {
            _ if !table.is_active(who) => Ok(()),
            Degree::NearFailure => progress(table, who, goal, oracle),
            Degree::CriticalFailure => consequence(table, who, oracle), // ST-R12
            Degree::Failure | Degree::Success(_) => Ok(()),
        }
    }
}

/// ST-172, ST-173, ST-177, ST-178, ST-R75: the dues of a cast.
pub fn spell_dues(house: &HouseRules, spell: &Spell, ungated: bool, degree: Degree, result: i32) -> u8 {
    let raw = (result.max(0) / 3) as u8;
    let rolled = match (house.arcane_successes, degree.is_success()) {
        (ArcaneSuccesses::Raw, _) | (ArcaneSuccesses::Mixed, false) => raw,
        (ArcaneSuccesses::Margin, false) => 0,
        (_, true) => degree.successes(),
    };
    match (degree.is_success(), ungated) {
        (true, false) => spell.cost,
        (true, true) => i16::from(rolled).saturating_add(i16::from(spell.cost_modifier)).clamp(0, 255) as u8,
        (false, _) => rolled,
    }
}

impl Value<Stamina> for SpellAt {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.setup.spells.len() as u8).map(SpellAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(see.setup.spells[usize::from(self.0)].name.clone())
    }
}

//! Natural healing: by the hour and by the day (CR-137 to CR-148).

use crate::{
    Crisis, Event,
    check::{self, Check, DIFFICULTY, Named, Sum, Why},
    harm::{self, Blow, HarmEvent},
    house::{NaturalCrit, NaturalCritWound},
    sheet::{Die, Skill},
    table::{Care, Table},
    words::{factors, line, name_to, sum},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Line, Mark, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// CR-137.
pub const HOUR: u64 = 3_600;
/// CR-138.
pub const DAY: u64 = 86_400;

/// CR-R110, CR-R111: the clocks of a creature run while it has the wounds that they are for.
pub fn keep_clocks(table: &mut Table, who: ActorId) {
    let now = table.clock.elapsed;
    let actor = table.actor_mut(who);
    let (lethal, nonlethal) = (actor.lethal.count(), actor.nonlethal.count());
    let keep =
        |clock: Option<u64>, every: u64, runs: bool| (runs && !actor.dead).then_some(clock.unwrap_or(now + every));
    let (hourly, daily) = (keep(actor.hourly, HOUR, nonlethal > 0), keep(actor.daily, DAY, lethal + nonlethal > 0));
    (actor.hourly, actor.daily) = (hourly, daily);
}

/// CR-137, CR-R100, CR-R110: the oldest non-lethal wound heals by itself, at each full hour since the first.
pub fn hour<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    actor.hourly = actor.hourly.map(|at| at + HOUR);
    if actor.nonlethal.remove_oldest() {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, wounds: 1, lethal: false }));
    }
    super::after_healing(book, table, who, oracle);
}

/// How the daily roll comes out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Daily {
    /// CR-140.
    Worse,
    /// CR-141.
    Nothing,
    /// CR-139.
    Heals,
}

/// The daily roll as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyRoll {
    pub check: Check,
    /// What the dice came to.
    pub face: referee_engine::Face,
    pub daily: Daily,
}

/// CR-139 to CR-141, CR-R13: reads the daily roll.
pub fn read(book: &Crisis, dice: i32, modifier: i32) -> Daily {
    let critical = match book.house.natural_crit {
        NaturalCrit::FirstDie1 => dice == 1,
        NaturalCrit::TotalZeroOrLess => dice + modifier <= 0,
    };
    if critical {
        Daily::Worse
    } else if dice + modifier >= DIFFICULTY && !(book.house.nat1_fails_all && dice == 1) {
        Daily::Heals
    } else {
        Daily::Nothing
    }
}

/// CR-138 to CR-148, CR-R111, CR-R158: once a day, an Action roll of everybody who is wounded.
pub fn day<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let actor = table.actor_mut(who);
    actor.daily = actor.daily.map(|at| at + DAY);
    if actor.lethal.count() + actor.nonlethal.count() == 0 {
        return Ok(());
    }
    let mut check = Check::of_action(table, who, Named::NaturalHealing, DIFFICULTY);
    let care = row(book, table, who, oracle)?;
    rows(table, who, care, &mut check.parts);
    let (amount, why) = check::drunk(table, who, None, oracle)?;
    check.parts.add(amount, why);
    let modifier = check.parts.total();
    let throw = Throw::open(Who::Actor(who), Named::NaturalHealing.word());
    let rolled = oracle.roll(throw, check.die.exploding(&book.house), |dice| read(book, dice, modifier))?;
    let (face, daily) = (rolled.face, rolled.value);
    oracle.tell(Audience::All, || Event::Daily(DailyRoll { check: check.clone(), face, daily }));
    match daily {
        Daily::Nothing => {}
        Daily::Worse => worse(book, table, who, oracle)?,
        Daily::Heals => heal(book, table, who, oracle)?,
    }
    Ok(())
}

/// CR-142 to CR-148, CR-R03, CR-R112: the rows of the table that apply: exactly one medical row, and the others.
pub fn rows(table: &Table, who: ActorId, care: Care, parts: &mut check::Parts) {
    let actor = table.actor(who);
    match care {
        Care::None => parts.add(-2, Why::NoCare),
        Care::Own => {}
        Care::Doctor => parts.add(1, Why::Doctor),
        Care::Hospital => parts.add(2, Why::Hospital),
    }
    if actor.rough_travel {
        parts.add(-2, Why::Rough);
    }
    let bad = |at: usize| table.setup.circumstances[at].poor_environment && crate::task::holds(table, who, at as u8);
    if actor.poor_environment || (0..table.setup.circumstances.len()).any(bad) {
        parts.add(-2, Why::PoorEnvironment);
    }
}

/// CR-127, CR-R113, CR-D32: the medical row of the day.
fn row<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<Care> {
    let mut care = table.actor(who).care;
    if table.ask_gm {
        care = WhoCares { who }.ask(Who::Gm, table, oracle)?.unwrap_or(care);
    }
    if book.house.medical_row_needs_check && care != Care::None {
        let carer = table.actor(who).carer.filter(|&carer| table.can_act(carer)).unwrap_or(who);
        if !super::medicine::medicine(book, table, carer, who, None, oracle)? {
            care = Care::None;
        }
    }
    Ok(care)
}

/// CR-140, CR-R115: a critical failure is one more wound, of the graver kind that it has.
fn worse<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let lethal = table.actor(who).lethal.count() > 0 || book.house.natural_crit_wound == NaturalCritWound::Lethal;
    harm::land(book, table, who, Blow { by: None, wounds: 1, lethal, minimum: false }, oracle)?;
    Ok(())
}

/// CR-139, CR-R160, CR-D38: one wound, of any age; the player chooses if there are both kinds.
fn heal<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let actor = table.actor(who);
    let lethal = match (actor.lethal.count(), actor.nonlethal.count()) {
        (0, _) => false,
        (_, 0) => true,
        _ => WhichHeals { who }.ask(Who::Actor(who), table, oracle)?,
    };
    let actor = table.actor_mut(who);
    let wounds = if lethal { &mut actor.lethal } else { &mut actor.nonlethal };
    wounds.remove_oldest();
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, wounds: 1, lethal }));
    super::after_healing(book, table, who, oracle);
    Ok(())
}

/// CR-127, CR-R114: who cares for somebody, and which row that gives: a doctor has Medicine d6 or better.
pub fn care_of(table: &Table, carer: ActorId, patient: ActorId) -> Care {
    let trained = table.sheet(carer).die(Skill::MEDICINE) >= Die::D6;
    if carer != patient && trained { Care::Doctor } else { Care::Own }
}

/// CR-D32, to the GM: the medical row of the day, as it was said or another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhoCares {
    pub who: ActorId,
}

impl Asks<Crisis> for WhoCares {
    type Answer = Option<Care>;
    const KIND: &'static str = "care";
    const RULE: RuleId = rule!("CR-142");

    fn answers(&self) -> Answers<Option<Care>> {
        std::iter::once(None).chain(Care::ALL.map(Some)).collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("Who looks after {} today?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Option<Care>) -> Choice {
        match answer {
            None => Choice::new("as-it-was", "As it was"),
            Some(Care::None) => Choice::new("none", "No medical attention"),
            Some(Care::Own) => Choice::new("own", "First aid or own care"),
            Some(Care::Doctor) => Choice::new("doctor", "A doctor"),
            Some(Care::Hospital) => Choice::new("hospital", "A doctor in a hospital"),
        }
    }
}

/// CR-D38, to the player: a lethal or a non-lethal wound?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhichHeals {
    pub who: ActorId,
}

impl Asks<Crisis> for WhichHeals {
    type Answer = bool;
    const KIND: &'static str = "heal";
    const RULE: RuleId = rule!("CR-R160");

    fn answers(&self) -> Answers<bool> {
        smallvec![true, false]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("Which wound of {} heals?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("lethal", "A lethal wound") } else { Choice::new("nonlethal", "A non-lethal wound") }
    }
}

impl Tells<Crisis> for DailyRoll {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let check = &self.check;
        let (how, rule) = match self.daily {
            Daily::Worse => ("is a critical failure", rule!("CR-140")),
            Daily::Nothing => ("changes nothing", rule!("CR-141")),
            Daily::Heals => ("heals a wound", rule!("CR-139")),
        };
        let text = format!("{}: natural healing {} {how}", table.name(check.who), sum(self.face, check.parts.total()));
        let mut line = line(0, text, [rule!("CR-138"), rule], check.who);
        line.factors = factors(table, &check.parts);
        line
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let (value, word) = match self.daily {
            Daily::Worse => (0, "worse"),
            Daily::Nothing => (1, "nothing"),
            Daily::Heals => (2, "heals"),
        };
        to.push(Mark::word("natural healing", Some(self.check.who), value, word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;
    use referee_dice::Chance;

    #[test]
    fn cr_p16_to_cr_p19_and_cr_p32_the_daily_roll_is_exact() {
        // CR-P16, CR-P17, CR-P18, CR-P19, CR-P32: die, modifier → heals, worse, nothing
        let cases = [
            (Die::D6, 0, "1/2", "1/6", "1/3"),
            (Die::D6, -4, "5/36", "1/6", "25/36"),
            (Die::D6, 2, "5/6", "1/6", "0"),
            (Die::D8, 1, "3/4", "1/8", "1/8"),
            (Die::D6, -1, "1/3", "1/6", "1/2"),
        ];
        let (book, _) = duel();
        for (die, modifier, heals, worse, nothing) in cases {
            let dice = die.exploding(&book.house).distribution();
            for (daily, chance) in [(Daily::Heals, heals), (Daily::Worse, worse), (Daily::Nothing, nothing)] {
                let found = dice.chance_of(|dice| read(&book, dice, modifier) == daily);
                assert_eq!(found, chance.parse::<Chance>().unwrap(), "{die} {modifier} {daily:?}");
            }
        }
    }

    #[test]
    fn cr_r13_a_critical_failure_can_be_a_total_of_0_or_less() {
        let (mut book, _) = duel();
        book.house.natural_crit = NaturalCrit::TotalZeroOrLess;
        assert_eq!(read(&book, 1, 3), Daily::Heals);
        assert_eq!(read(&book, 1, 0), Daily::Nothing);
        assert_eq!(read(&book, 3, -4), Daily::Worse);
    }
}

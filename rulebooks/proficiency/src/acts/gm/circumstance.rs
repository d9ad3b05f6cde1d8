//! What the GM sets for checks to come: a change of the DC, ADV or DIS, another ability (PR-D13 to PR-D15, PR-R66).

use super::{Modifier, known, modifier};
use crate::{
    acts::prelude::*,
    dc::FACTORS,
    table::{Circumstance, Gives},
};

/// The most circumstances of a table.
const MOST: usize = 32;

/// A circumstance that may be set.
pub struct Setting(Circumstance);

told! {
    /// What the GM has set.
    pub enum CircumstanceEvent for Proficiency, |table| {
        Set(set: Circumstance) [set.gives.rule()] by set.who => {
            let why = if set.why.is_empty() { String::new() } else { format!(" ({})", set.why) };
            let when = if set.once { "for the next check" } else { "for all checks" };
            format!("{}: {}{why} {when}", table.name(set.who), set.gives.words())
        };
        Cleared(who: ActorId) "PR-105" by who => format!("{}: circumstances as usual", table.name(who));
        /// Asks before every check, or no longer.
        AskBeforeChecks(asks: bool) "PR-104" => {
            let how = if asks { "is asked before every check" } else { "is asked only where a rule needs it" };
            format!("The GM {how}")
        };
    }
}

impl Gives {
    fn words(self) -> String {
        match self {
            Gives::Dc(points) => format!("DC {points:+}"),
            Gives::Adv => "ADV".to_owned(),
            Gives::Dis => "DIS".to_owned(),
            Gives::Ability(ability) => ability.word().to_owned(),
        }
    }

    const fn rule(self) -> RuleId {
        match self {
            Gives::Dc(_) => rule!("PR-104"),
            Gives::Adv => rule!("PR-066"),
            Gives::Dis => rule!("PR-070"),
            Gives::Ability(_) => rule!("PR-R32"),
        }
    }
}

/// May this be set for somebody?
fn setting(table: &Table, who: ActorId, gives: Gives, why: &str, span: Span) -> Result<Setting, Why<'static>> {
    known(table, who)?;
    if table.circumstances.len() >= MOST {
        return Err(bar!(_, "too-much", "there are too many circumstances"));
    }
    Ok(Setting(Circumstance { who, gives, once: span == Span::Next, why: why.to_owned() }))
}

fn set<O: Oracle<Proficiency>>(Setting(circumstance): Setting, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.circumstances.fill().push(circumstance.clone());
    oracle.tell(Audience::All, || Event::Circumstance(CircumstanceEvent::Set(circumstance)));
    Ok(())
}

named! {
    /// For how many checks.
    pub enum Span for Proficiency {
        Next = "next" / "the next check",
        All = "all" / "all checks",
    }
}

named! {
    /// What the GM would change.
    pub enum On for Proficiency {
        Dc = "dc" / "the DC",
        Check = "check" / "the check",
    }
}

act! {
    /// PR-D13: changes the DC of checks to come.
    pub struct Modify for Proficiency, by Gm {
        who: ActorId = "Who";
        on: On = "On", usual;
        points: Modifier = "Change of the DC";
        r#for: Span = "For", usual;
    }
}

impl Act<Proficiency> for Modify {
    type By = Gm;
    type Ready = Setting;
    const CARD: Card = card!("modify", "Change the DC of checks to come", "GM", "", "PR-D13");

    /// PR-110, PR-111, PR-R67: the GM changes the DC, never a check; what was meant goes there.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Setting, Bar<'t>> {
        let on = self.on()?;
        let points = modifier(self.points()?)?;
        if on == On::Check {
            let words = "the GM changes the DC, never a character's check: on=dc points={}";
            return Err(bar!("PR-110", "not-on-a-check", words, -points).into());
        }
        let (who, span) = (self.who()?, self.r#for()?);
        Ok(setting(see.table, who, Gives::Dc(points), "", span)?)
    }

    fn resolve<O: Oracle<Proficiency>>(
        setting: Setting,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(setting, table, oracle)
    }
}

/// One of the factors of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactorAt(u8);

indexed_values! { Proficiency:
    FactorAt in |_table| FACTORS, |(name, points)| Choice::plain(*name).noting(format!("{points:+}"));
}

act! {
    /// PR-R66: a factor of the situation changes the DC of checks to come.
    pub struct Factor for Proficiency, by Gm {
        who: ActorId = "Who";
        factor: FactorAt = "Which";
        r#for: Span = "For", usual;
    }
}

impl Act<Proficiency> for Factor {
    type By = Gm;
    type Ready = Setting;
    const CARD: Card = card!("factor", "A factor of the situation", "GM", "", "PR-R66");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Setting, Bar<'t>> {
        let Some((name, points)) = FACTORS.get(usize::from(self.factor()?.0)) else {
            return Err(bar!("PR-R66", "unknown-factor", "there is no such factor").into());
        };
        let (who, span) = (self.who()?, self.r#for()?);
        Ok(setting(see.table, who, Gives::Dc(*points), name, span)?)
    }

    fn resolve<O: Oracle<Proficiency>>(
        setting: Setting,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(setting, table, oracle)
    }
}

named! {
    /// PR-066, PR-070.
    pub enum Sway for Proficiency {
        Adv = "adv" / "ADV",
        Dis = "dis" / "DIS",
    }
}

act! {
    /// PR-D14: ADV or DIS on checks to come.
    pub struct Advantage for Proficiency, by Gm {
        who: ActorId = "Who";
        edge: Sway = "Which";
        r#for: Span = "For", usual;
    }
}

impl Act<Proficiency> for Advantage {
    type By = Gm;
    type Ready = Setting;
    const CARD: Card = card!("advantage", "ADV or DIS on checks to come", "GM", "", "PR-D14");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Setting, Bar<'t>> {
        let gives = match self.edge()? {
            Sway::Adv => Gives::Adv,
            Sway::Dis => Gives::Dis,
        };
        let (who, span) = (self.who()?, self.r#for()?);
        Ok(setting(see.table, who, gives, "", span)?)
    }

    fn resolve<O: Oracle<Proficiency>>(
        setting: Setting,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(setting, table, oracle)
    }
}

act! {
    /// PR-D15, PR-R32: another ability for the next check.
    pub struct OtherAbility for Proficiency, by Gm {
        who: ActorId = "Who";
        ability: Ability = "Which";
    }
}

impl Act<Proficiency> for OtherAbility {
    type By = Gm;
    type Ready = Setting;
    const CARD: Card = card!("ability", "Another ability for the next check", "GM", "", "PR-D15");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Setting, Bar<'t>> {
        let (who, ability) = (self.who()?, self.ability()?);
        Ok(setting(see.table, who, Gives::Ability(ability), "", Span::Next)?)
    }

    fn resolve<O: Oracle<Proficiency>>(
        setting: Setting,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(setting, table, oracle)
    }
}

act! {
    /// PR-D13: circumstances as usual.
    pub struct Clear for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

impl Act<Proficiency> for Clear {
    type By = Gm;
    type Ready = ActorId;
    const CARD: Card = card!("clear", "Circumstances as usual", "GM", "", "PR-D13");
    const NOTHING: Why<'static> = bar!("PR-D13", "nothing-fits", "nothing is set for anybody");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ActorId, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        if !see.circumstances.iter().any(|set| set.who == who) {
            return Err(bar!("PR-D13", "nothing-set", "nothing is set for {}", see.table.name(who)).moot().into());
        }
        Ok(who)
    }

    fn resolve<O: Oracle<Proficiency>>(who: ActorId, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        if let Some(all) = table.circumstances.get_mut() {
            all.retain(|circumstance| circumstance.who != who);
        }
        oracle.tell(Audience::All, || Event::Circumstance(CircumstanceEvent::Cleared(who)));
        Ok(())
    }
}

act! {
    /// PR-D13: the GM is asked before every check, or no longer.
    pub struct AskBeforeChecks for Proficiency, by Gm {
        ask: bool = "Ask", usual;
    }
}

impl Act<Proficiency> for AskBeforeChecks {
    type By = Gm;
    type Ready = bool;
    const CARD: Card = card!("ask-before-checks", "Ask me before every check", "GM", "", "PR-D13");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<bool, Bar<'t>> {
        self.ask()
    }

    fn resolve<O: Oracle<Proficiency>>(asks: bool, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.gm_before_every_check = asks;
        oracle.tell(Audience::Gm, || Event::Circumstance(CircumstanceEvent::AskBeforeChecks(asks)));
        Ok(())
    }
}

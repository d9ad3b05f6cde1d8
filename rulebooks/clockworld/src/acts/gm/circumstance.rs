//! Circumstances: what the GM sets for Checks to come (CW-043, CW-049, CW-051, CW-D09, CW-D10).

use super::prelude::*;
use crate::table::{Circumstance, Gives};

/// The most circumstances on the table at once.
const MOST: usize = 64;

act! {
    /// CW-043, CW-D09, CW-D10: from now on, or for the next Check.
    pub struct SetCircumstance for Clockworld, by Gm {
        who: ActorId = "Whose Checks";
        gives: Kind = "What";
        /// CW-R12.
        amount: Within<-10, 10> = "How much";
        /// CW-R16.
        skill: Skill = "With which Skill";
        lasts among spans: Span = "For how long", usual;
        why among no_words: Text<200> = "Why", usual;
        secret: bool = "For the GM alone", usual;
    }
}

named! {
    /// What a circumstance gives.
    pub enum Kind for Clockworld {
        HighRoll = "high-roll" / "high roll",
        LowRoll = "low-roll" / "low roll",
        Fear = "fear",
        Modifier = "modifier",
        Skill = "skill",
    }
}

named! {
    /// For which Checks.
    pub enum Span for Clockworld {
        /// The next one.
        Once = "once",
        /// All, until the GM takes the circumstance away.
        UntilCleared = "until-cleared" / "until cleared",
    }
}

/// CW-051: fear usually weighs on all Checks until it is over; anything else on the next one.
fn spans(act: &SetCircumstance, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Span> {
    match act.gives.value() {
        Some(Kind::Fear) => vec![Span::UntilCleared, Span::Once],
        Some(Kind::HighRoll | Kind::LowRoll | Kind::Modifier | Kind::Skill) | None => {
            vec![Span::Once, Span::UntilCleared]
        }
    }
}

told! {
    /// What the GM has set.
    pub enum CircumstanceEvent for Clockworld, |table| {
        Set { who: ActorId, gives: Gives, once: bool, why: String }
            [if gives == Gives::Fear { rule!("CW-051") } else { rule!("CW-043") }] by who => {
            let what = match gives {
                Gives::HighRoll => "High Roll".to_owned(),
                Gives::LowRoll => "Low Roll".to_owned(),
                Gives::Fear => "Low Roll on all Checks, fear".to_owned(),
                Gives::Modifier(modifier) => format!("{modifier:+}"),
                Gives::Skill(skill) => format!("with {skill}"),
            };
            let when = if once { "the next Check" } else { "until further notice" };
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            format!("{}: {what}, {when}{why}", table.name(who))
        };
        Cleared(who: ActorId) "CW-043" by who => format!("{}: the circumstances are as usual", table.name(who));
        /// CW-D09: asks before every Check, or no longer.
        AskBeforeChecks(ask: bool) "CW-D09"
            => format!("The GM is asked before every Check: {}", if ask { "yes" } else { "no" });
    }
}

impl Act<Clockworld> for SetCircumstance {
    type By = Gm;
    type Ready = (Circumstance, Audience);
    const CARD: Card = card!("circumstance", "Circumstances help or hinder", "GM", "", "CW-D09");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(Circumstance, Audience), Bar<'t>> {
        let table = see.table;
        if table.circumstances.len() >= MOST {
            return Err(bar!(_, "too-many", "there are {} circumstances already; clear some", MOST as i32).into());
        }
        let who = self.who()?;
        known(table, who)?;
        let gives = match self.gives()? {
            Kind::HighRoll => Gives::HighRoll,
            Kind::LowRoll => Gives::LowRoll,
            Kind::Fear => Gives::Fear,
            Kind::Modifier => Gives::Modifier(self.amount()?.number()? as i8),
            Kind::Skill => Gives::Skill(self.skill()?),
        };
        let once = self.lasts()? == Span::Once;
        let why = self.why()?.within()?;
        let to = told(table, self.secret()?, &[who]);
        Ok((Circumstance { who, gives, once, why }, to))
    }

    fn resolve<O: Oracle>(
        (circumstance, to): (Circumstance, Audience),
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Circumstance { who, gives, once, why } = circumstance.clone();
        table.circumstances.push(circumstance);
        oracle.tell(to, || Event::Gm(GmEvent::Circumstance(CircumstanceEvent::Set { who, gives, once, why })));
        Ok(())
    }
}

act! {
    /// Takes circumstances away: all of this Character, or one of them.
    pub struct ClearCircumstance for Clockworld, by Gm {
        who: ActorId = "Whose";
        which of who: Which = "Which", usual;
        secret: bool = "For the GM alone", usual;
    }
}

/// Some of the circumstances of a Character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    All,
    /// By its place among those of the Character.
    At(u8),
}

impl Value<Clockworld> for Which {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let count = whose.map_or(0, |who| see.circumstances.iter().filter(|set| set.who == who).count());
        std::iter::once(Which::All).chain((0..count as u8).map(Which::At)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Which::At(at) = *self else { return Choice::plain("all") };
        let own = see.circumstances.iter().filter(|set| Some(set.who) == whose).nth(usize::from(at));
        own.map_or_else(Choice::default, |set| Choice::new(at.to_string(), set.why.clone()))
    }
}

/// Circumstances that may be taken away: all of this Character, or the one at this place of the list.
pub struct Clearing {
    who: ActorId,
    at: Option<usize>,
    to: Audience,
}

impl Act<Clockworld> for ClearCircumstance {
    type By = Gm;
    type Ready = Clearing;
    const CARD: Card = card!("clear-circumstance", "Circumstances as usual", "GM", "", "CW-D09");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Clearing, Bar<'t>> {
        let table = see.table;
        if table.circumstances.is_empty() {
            return Err(bar!(_, "not-now", "there are no circumstances to clear").moot().into());
        }
        let who = self.who()?;
        known(table, who)?;
        let own = || table.circumstances.iter().enumerate().filter(|(_, set)| set.who == who).map(|(at, _)| at);
        let none = bar!(_, "no-circumstance", "{} has no such circumstance", table.name(who)).moot();
        own().next().ok_or(none)?;
        let at = match self.which()? {
            Which::All => None,
            Which::At(at) => Some(own().nth(usize::from(at)).ok_or(none)?),
        };
        Ok(Clearing { who, at, to: told(table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Clearing { who, at, to }: Clearing,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        match at {
            None => table.circumstances.retain(|set| set.who != who),
            Some(at) => drop(table.circumstances.remove(at)),
        }
        oracle.tell(to, || Event::Gm(GmEvent::Circumstance(CircumstanceEvent::Cleared(who))));
        Ok(())
    }
}

act! {
    /// CW-D09: ask before every Check, or only where a rule needs it.
    pub struct AskBeforeChecks for Clockworld, by Gm {
        ask: YesNo = "Ask?";
        secret: bool = "For the GM alone", usual;
    }
}

impl Act<Clockworld> for AskBeforeChecks {
    type By = Gm;
    type Ready = (bool, Audience);
    const CARD: Card = card!("ask-before-checks", "Ask me before every Check", "GM", "", "CW-D09");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(bool, Audience), Bar<'t>> {
        Ok((self.ask()? == YesNo::Yes, told(see.table, self.secret()?, &[])))
    }

    fn resolve<O: Oracle>((ask, to): (bool, Audience), _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.gm_before_every_check = ask;
        oracle.tell(to, || Event::Gm(GmEvent::Circumstance(CircumstanceEvent::AskBeforeChecks(ask))));
        Ok(())
    }
}

//! The GM calls for a check (PR-039, PR-087, PR-089, PR-D09 to PR-D14, PR-D40, PR-R109).

use super::{Modifier, modifier};
use crate::acts::{
    challenge::{Against, Challenge, Manner, Price, device_legal, feat_legal, meet, using_legal},
    group::helpers_legal,
    prelude::*,
};

act! {
    /// PR-039, PR-R109: the GM calls for a check, at any time. It is no action of the turn, unless the GM says that it is
    /// what the character does with its turn.
    pub struct Call for Proficiency, by Gm {
        who: ActorId = "Who";
        with: Using = "With";
        level: Versus = "Against";
        by: Several<ActorId> = "Opposed by";
        opposing: Using = "With";
        r#mod: Modifier = "GM's modifier", usual;
        edge: Swayed = "ADV or DIS", usual;
        standard: bool = "Takes its Standard check", usual;
        device of who: Option<DeviceAt> = "With", usual;
        feat of who: Option<FeatAt> = "As", usual;
        helpers: Several<ActorId> = "With the help of", usual;
    }
}

/// PR-086: opposed or unopposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Versus {
    /// PR-094.
    Level(Level),
    /// PR-089, PR-D11.
    Opposed,
}

named! {
    /// PR-066, PR-070.
    pub enum Swayed for Proficiency {
        None = "none" / "Neither",
        Adv = "adv" / "ADV",
        Dis = "dis" / "DIS",
    }
}

/// PR-R05, PR-R109, PR-D40: may the check that the GM calls for take the Standard check of this character's turn?
fn may_take<'t>(book: &Proficiency, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    if table.phase == Phase::Free {
        return Err(bar!("PR-R109", "no-turns", "outside of turns no check takes a Standard check").moot());
    }
    table.may_act(who)?;
    turn::may_spend(book, table, who)
}

impl Act<Proficiency> for Call {
    type By = Gm;
    type Ready = Challenge;
    const CARD: Card = card!("call", "Call for a check", "GM", "", "PR-039");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Challenge, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        let actor = self.who()?;
        if !table.has(actor) || !table.is_able(actor) {
            return Err(bar!("PR-039", "not-able", "a check is made by somebody able").moot().into());
        }
        let using = self.with()?;
        using_legal(table, using)?;
        let device = self.device()?;
        device_legal(table, actor, device, using.skill)?;
        let feat = self.feat()?;
        feat_legal(table, actor, feat)?;
        let helpers = self.helpers()?;
        helpers_legal(book, table, actor, &helpers)?;
        let standard = self.standard()?;
        if standard {
            may_take(book, table, actor)?;
        }
        let price = if standard { Price::Standard } else { Price::Free };
        let against = match self.level()? {
            Versus::Level(level) => Against::Level(level),
            Versus::Opposed => {
                let by = self.by()?;
                let fits = |id: &ActorId| table.has(*id) && *id != actor && table.is_able(*id);
                if by.0.is_empty() || !by.is_once() || !by.0.iter().all(fits) {
                    return Err(bar!("PR-087", "nobody-opposes", "somebody else who is able opposes it").moot().into());
                }
                let with = self.opposing()?;
                using_legal(table, with)?;
                Against::Opposed { by: by.0, with }
            }
        };
        let gm_mod = modifier(self.r#mod()?)?;
        let edge = self.edge()?;
        let manner = Manner { device, feat, helpers: helpers.0 };
        Ok(Challenge { actor, using, manner, against, gm_mod, edge, price })
    }

    fn resolve<O: Oracle<Proficiency>>(
        challenge: Challenge,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if challenge.price != Price::Free {
            turn::enter(table, challenge.actor, oracle);
        }
        meet(book, table, &challenge, oracle)?;
        Ok(())
    }
}

impl Value<Proficiency> for Versus {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        Level::all(see, whose).into_iter().map(Versus::Level).chain([Versus::Opposed]).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Versus::Level(level) => level.choice(see, whose),
            Versus::Opposed => Choice::plain("opposed"),
        }
    }

    fn misread(word: &str) -> Option<Why<'static>> {
        no_such_level(word)
    }
}

/// PR-R49: the GM assigns one of the levels and modifies it.
pub fn no_such_level(word: &str) -> Option<Why<'static>> {
    let words = "a number is no level of difficulty; the GM picks a level and modifies its number";
    word.parse::<i32>().is_ok().then(|| bar!("PR-R49", "no-such-level", words))
}

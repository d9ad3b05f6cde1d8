//! Hiding (PR-087, PR-089, PR-R50, PR-R54, PR-R55, PR-R90).

use super::prelude::*;
use crate::{
    conditions::ConditionEvent,
    contest::{self, Contest, Opposing},
    sheet::SkillId,
};

act! {
    /// PR-089, PR-R54, PR-R55, PR-R90: hides from these: an opposed check against their search. Whoever does not reach it
    /// does not find the hider.
    pub struct Hide for Proficiency, by ActorId {
        from among sets: Several<ActorId> = "From", usual;
    }
}

/// Usually one hides from all foes; or from any of those who could search.
fn sets(_: &Hide, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ActorId>> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    let seekers = seekers(see, who);
    let foes: Several<ActorId> = seekers.iter().copied().filter(|id| see.hostile(who, *id)).collect();
    let singles = seekers.iter().map(|id| Several::from_iter([*id])).filter(|one| *one != foes);
    std::iter::once(foes.clone()).chain(singles).collect()
}

/// The skill with this word, as the ledger names them.
pub fn skill(table: &Table, key: &str) -> Option<SkillId> {
    table.setup.skills.iter().position(|skill| skill.key == key).map(|at| SkillId(at as u8))
}

fn using(table: &Table, key: &str, otherwise: Ability) -> Using {
    skill(table, key).map_or(Using::ability(otherwise), |skill| Using::skill(table, skill))
}

/// Stealth, or bare DEX where the table has no such skill.
pub fn stealth(table: &Table) -> Using {
    using(table, "stealth", Ability::Dex)
}

/// Search, or bare WIS.
pub fn searching(table: &Table) -> Using {
    using(table, "search", Ability::Wis)
}

/// What a check with this is called.
pub fn named(using: Using) -> Named {
    using.skill.map_or(Named::Ability, Named::Skill)
}

/// PR-087, PR-089: those from whom one could hide: whoever else is able and could search, foe or not; those that one is
/// hidden from already, or does not know of, need no hiding from.
pub fn seekers(table: &Table, who: ActorId) -> SmallVec<[ActorId; 8]> {
    let hidden = *table.actor(who).hidden_from;
    let knows = |id: ActorId| !hidden.contains(id) && !table.actor(id).hidden_from.contains(who);
    table.ids().filter(|&id| id != who && table.is_able(id) && knows(id)).collect()
}

impl Act<Proficiency> for Hide {
    type By = ActorId;
    type Ready = (ActorId, SmallVec<[ActorId; 4]>, Check);
    const CARD: Card = card!("hide", "Hide", "Standard", "1 check", "PR-089");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let seekers = seekers(table, who);
        if seekers.is_empty() {
            return Err(bar!("PR-R90", "nothing-fits", "there is nobody to hide from").into());
        }
        let from = self.from()?;
        if !from.is_once() || from.0.is_empty() || !from.0.iter().all(|id| seekers.contains(id)) {
            let words = "one hides from somebody able that one is not hidden from";
            return Err(bar!("PR-R90", "nobody-searches", words).into());
        }
        let stealth = stealth(table);
        let check = check::prepare(book, table, who, named(stealth), stealth, 0);
        Ok((who, from.0, check))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, from, check): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        let searching = searching(table);
        let (opposing, answer) = (Opposing::With(searching), named(searching));
        let asked = Contest { check, opponents: &from, opposing, answer, together: true };
        let mut spent = turn::Spent::Nothing;
        let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
        if won.is_withdrawn() {
            return Ok(());
        }
        let blind: ActorSet = won.over.iter().map(|(id, _)| *id).collect();
        if !blind.is_empty() {
            let actor = table.actor_mut(who);
            actor.hidden_from.set(actor.hidden_from.union(blind));
            let seeing = table.ids().filter(|id| !blind.contains(*id)).collect();
            oracle.tell(Audience::Actors(seeing), || Event::Condition(ConditionEvent::Hidden { who, from: blind }));
        }
        let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
        turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
        Ok(())
    }
}

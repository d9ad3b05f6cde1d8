//! Keep Watch, and what a watch or an Alertness Check comes to (ST-250 to ST-270).

use super::prelude::*;
use crate::words::count;

act! {
    /// ST-250.
    pub struct Watch for Stamina, by ActorId {
        how: How = "How", usual;
    }
}

/// A watch that may be kept.
pub struct Watching {
    who: ActorId,
    how: How,
}

/// ST-R104, ST-R120: the opponents who are hidden from this character.
pub fn sneakers(table: &Table, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&foe| table.is_active(foe) && !table.is_aware(who, foe))
}

/// ST-253, ST-264: the lowest stealth result of the group.
pub fn stealth_of(table: &Table, who: ActorId) -> Option<u8> {
    sneakers(table, who).filter_map(|foe| table.actor(foe).stealth).min()
}

const WATCH: Named = Named::Action(Action::KeepWatch);

/// ST-250, ST-260: perception and awareness.
pub fn eyes(table: &Table, who: ActorId) -> Pool {
    pool_of(table, who, Attribute::Perception, Primary::Awareness)
}

/// In rounds it takes the slot.
const COST: Cost = Cost::of(Action::KeepWatch, Need::One);

impl Act<Stamina> for Watch {
    type By = ActorId;
    type Ready = Watching;
    const CARD: Card = card!("watch", "Keep Watch", "Other", "", "ST-250");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Watching, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        let opposed = stealth_of(see, who).is_some(); // ST-R18
        Ok(Watching { who, how: check::how(see, opposed, &self.how, self.how())? })
    }

    /// ST-250 to ST-258: a watch, against the GM's difficulty or a stealth result. Each watcher for itself (ST-252).
    fn resolve<O: Oracle<Stamina>>(
        Watching { who, how }: Watching,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let difficulty = match stealth_of(table, who) {
            Some(stealth) => stealth,
            None => check::difficulty(table, who, WATCH, oracle)?,
        };
        let pool = eyes(table, who);
        let to = Audience::only(who);
        let degree = perform(book, who, WATCH, pool, difficulty, how, to, oracle)?;
        if degree == Degree::CriticalFailure {
            // ST-254, ST-D36; ST-R122: nobody falls asleep in the middle of round-based play.
            let may_sleep = table.clock.mode == Mode::Free;
            let asleep = may_sleep && Nods { who }.ask(Who::Gm, table, oracle)? == Dozing::Asleep;
            table.actor_mut(who).asleep = asleep;
            // Everybody can see somebody sleep; what distracts somebody is the GM's affair.
            let to = if asleep { Audience::All } else { Audience::Gm };
            oracle.tell(to, || Event::Nodded(Nodded { who, asleep }));
            // ST-R102: dangers happen more easily.
            let foes: Vec<ActorId> = table.ids().filter(|&foe| table.hostile(foe, who)).collect();
            for foe in foes {
                table.actor_mut(foe).stealth_bonus = 2;
            }
        }
        learn(table, who, WATCH, degree, true, oracle);
        Ok(())
    }

    /// ST-028: somebody unseen opposes it, so it is rolled whatever was said.
    fn meet_the_unknown<O: Oracle<Stamina>>(
        &self,
        who: ActorId,
        why: Refusal,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if stealth_of(table, who).is_none() {
            return Err(why.into());
        }
        Watch::resolve(Watching { who, how: How::Roll }, book, table, oracle)
    }
}

/// What a watcher knows by this degree, and what that means when rounds begin.
///
/// Critical failure: surprised and flat footed (ST-265, ST-R102). Failure: surprised (ST-255,
/// ST-266, ST-R105). Near failure: not
/// surprised, no warning (ST-256, ST-267); what is no danger goes unnoticed (ST-268). Success: one round, and one more for
/// each additional success, those of alertness included (ST-251, ST-257, ST-258, ST-262, ST-269, ST-270, ST-R103).
pub fn learn<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    check: Named,
    degree: Degree,
    danger: bool,
    oracle: &mut O,
) {
    let rank = table.sheet(who).rank(Secondary::Alertness);
    let warning = match degree {
        Degree::Success(more) => more.saturating_add(rank).saturating_add(1),
        Degree::CriticalFailure | Degree::Failure | Degree::NearFailure => 0,
    };
    let in_rounds = table.clock.mode == Mode::Rounds;
    if danger {
        let actor = table.actor_mut(who);
        actor.surprised = degree <= Degree::Failure;
        actor.flat_footed = degree == Degree::CriticalFailure;
        // ST-R103: whoever is in the fight stays in it.
        actor.warning = if in_rounds { actor.warning.max(warning) } else { warning };
    }
    oracle.tell(Audience::only(who), || Event::Noticed(Noticed { who, check, degree, danger, rounds: warning }));
    if degree.is_success() && danger {
        turn::join(table, who, oracle); // ST-R103
        // ST-257, ST-269: the danger is noticed, and so are those who bring it; by this character alone (ST-R120).
        let found: Vec<ActorId> = sneakers(table, who).collect();
        for foe in found {
            table.notice(who, foe);
        }
    }
}

ask! {
    /// ST-D36, to the GM: asleep or distracted.
    pub struct Nods for Stamina: "nods", "ST-D36" {
        who: ActorId,
    }
    |self, table| format!("What happens to {} on watch?", table.name(self.who));
    pub enum Dozing {
        Asleep = "asleep", "asleep";
        Distracted = "distracted", "distracted";
    }
}

/// ST-254: a watcher sleeps, or looks elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Nodded {
    pub who: ActorId,
    pub asleep: bool,
}

impl Tells<Stamina> for Nodded {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let how = if self.asleep { "falls asleep" } else { "is distracted" };
        Line::new(1, format!("{} {how}", table.name(self.who)), [rule!("ST-254")]).by(self.who)
    }
}

/// What a watcher or listener learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Noticed {
    pub who: ActorId,
    pub check: Named,
    pub degree: Degree,
    pub danger: bool,
    pub rounds: u8,
}

impl Tells<Stamina> for Noticed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let name = table.name(self.who);
        let text = match (self.degree, self.danger) {
            (Degree::Success(_), true) => {
                format!("{name} notices the danger {} ahead", count(self.rounds.into(), "round"))
            }
            (Degree::Success(_), false) => format!("{name} notices it"),
            (Degree::NearFailure, true) => format!("{name} notices the danger too late"),
            (Degree::NearFailure, false) | (Degree::Failure, _) => format!("{name} notices nothing"),
            (Degree::CriticalFailure, _) => format!("{name} notices nothing at all"),
        };
        let is_called_for = self.check == Named::Alertness;
        let rule = match self.degree {
            Degree::Success(_) if is_called_for => rule!("ST-269"),
            Degree::NearFailure if is_called_for && self.danger => rule!("ST-267"),
            Degree::NearFailure if is_called_for => rule!("ST-268"),
            Degree::Failure if is_called_for => rule!("ST-266"),
            Degree::CriticalFailure if is_called_for => rule!("ST-265"),
            Degree::Success(_) => rule!("ST-257"),
            Degree::NearFailure => rule!("ST-256"),
            Degree::Failure => rule!("ST-255"),
            Degree::CriticalFailure => rule!("ST-254"),
        };
        Line::new(1, text, [rule]).by(self.who)
    }
}

//! What additional successes go into (ST-R45, ST-D19).

use super::{Attack, Technique};
use crate::acts::prelude::*;
use referee_engine::RuleId;

/// Successes by their use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    pub damage: u8,
    pub apv: u8,
    /// ST-100: on the target's defense.
    pub defense: u8,
}

/// ST-025, ST-R45: the attacker spends its additional successes. A Disarm has its own use for them (ST-092).
pub(super) fn spend<O: Oracle<Stamina>>(table: &Table, attack: &Attack, more: u8, oracle: &mut O) -> Flow<Spent> {
    if attack.technique == Technique::Disarm {
        return Ok(Spent::default());
    }
    let (by, defense) = (attack.actor, attack.technique == Technique::Distracting);
    let spent = Spend { more, defense }.ask(Who::Actor(by), table, oracle)?;
    oracle.tell(Audience::All, || Event::Spends(Spending { by, spent }));
    Ok(spent)
}

/// ST-D19, to an attacker who has hit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spend {
    /// How many additional successes.
    pub more: u8,
    /// ST-100: on defense as well?
    pub defense: bool,
}

impl Asks<Stamina> for Spend {
    type Answer = Spent;
    const KIND: &'static str = "spend";
    const RULE: RuleId = rule!("ST-D19");

    /// Everything on damage first, then on APV, and what is left on defense where the technique allows it.
    fn answers(&self) -> Answers<Spent> {
        let all = (0..=self.more).rev().flat_map(|damage| {
            let rest = self.more - damage;
            let least = if self.defense { 0 } else { rest };
            (least..=rest).rev().map(move |apv| Spent { damage, apv, defense: rest - apv })
        });
        all.collect()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        format!("What do {} additional successes go into?", self.more)
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, spent: &Spent) -> Choice {
        let parts = [(spent.damage, "damage"), (spent.apv, "apv"), (spent.defense, "defense")];
        let used: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, on)| format!("{on}-{count}")).collect();
        Choice::plain(used.join("-"))
    }
}

/// ST-R45: what the additional successes went into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spending {
    pub by: ActorId,
    pub spent: Spent,
}

impl Tells<Stamina> for Spending {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Spent { damage, apv, defense } = self.spent;
        let parts = [(damage, "damage"), (apv, "APV"), (defense, "defense")];
        let parts: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, on)| format!("{count} on {on}")).collect();
        let text = format!("{} spends {}", table.name(self.by), parts.join(", "));
        Line::new(2, text, [rule!("ST-R45")]).by(self.by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With damage and APV alone there is one way more than successes; with defense it is a triangle number.
    #[test]
    fn st_r45_there_are_as_many_ways_to_spend_as_are_counted() {
        for (more, defense, ways) in [(0, false, 1), (1, false, 2), (4, false, 5), (0, true, 1), (3, true, 10)] {
            assert_eq!(Spend { more, defense }.answers().len(), ways);
        }
    }
}

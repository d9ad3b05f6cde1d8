//! ADV and DIS: their reasons, and the dice they give (PR-063 to PR-070, PR-R37 to PR-R39).

use crate::{
    Proficiency,
    house::{AdvCancel, HouseRules},
};
use referee_dice::Roll;
use referee_engine::{Face, Flow, Oracle, Rolled, Throw};
use serde::{Deserialize, Serialize};

/// PR-066, PR-070: a reason for ADV or DIS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the words below say it")]
pub enum Cause {
    GmAdv,
    OffBalance,
    Exposed,
    Hidden,
    Helped,
    GmDis,
    Exhausted,
    Warded,
}

/// Reasons, as one bit each; the first five are for ADV.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Causes(u8);

/// What the reasons come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// One die.
    Plain,
    /// PR-063.
    Adv,
    /// PR-067.
    Dis,
}

const ADVANTAGES: u8 = 0b1_1111;

impl Causes {
    /// The same with one more.
    #[must_use]
    pub const fn with(self, cause: Cause) -> Causes {
        Causes(self.0 | 1 << cause as u8)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, others: Causes) -> Causes {
        Causes(self.0 | others.0)
    }

    /// Is it among them?
    pub const fn contains(self, cause: Cause) -> bool {
        self.0 >> cause as u8 & 1 == 1
    }

    /// PR-R37: what they come to. ADV does not stack; ADV and DIS cancel.
    pub fn edge(self, house: &HouseRules) -> Edge {
        let (adv, dis) = ((self.0 & ADVANTAGES).count_ones(), (self.0 & !ADVANTAGES).count_ones());
        match house.adv_cancel {
            AdvCancel::Any if adv > 0 && dis > 0 => Edge::Plain,
            AdvCancel::Any | AdvCancel::Surplus if adv > dis => Edge::Adv,
            AdvCancel::Any | AdvCancel::Surplus if dis > adv => Edge::Dis,
            AdvCancel::Any | AdvCancel::Surplus => Edge::Plain,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Cause> {
        use Cause::*;
        [GmAdv, OffBalance, Exposed, Hidden, Helped, GmDis, Exhausted, Warded]
            .into_iter()
            .filter(move |cause| self.contains(*cause))
    }
}

impl Edge {
    /// PR-060: one d20. With ADV two (PR-063), and the higher is used (PR-064); with DIS two (PR-067), and the lower is
    /// used (PR-068). The other die has no effect (PR-065, PR-069, PR-R39). PR-R38: DIS is no penalty point.
    pub fn roll<T: Copy + Ord, O: Oracle<Proficiency>>(
        self,
        throw: Throw,
        read: impl Fn(i32) -> T,
        oracle: &mut O,
    ) -> Flow<Rolled<T>> {
        oracle.roll(throw, self.dice(20), read)
    }

    /// One die of so many sides; with ADV the higher of two, with DIS the lower.
    pub const fn dice(self, sides: u16) -> Roll {
        match self {
            Edge::Plain => Roll::die(sides),
            Edge::Adv => Roll::highest_of(2, sides),
            Edge::Dis => Roll::lowest_of(2, sides),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PR-V08: PR-R37 in both positions.
    #[test]
    fn pr_r37_adv_and_dis_cancel() {
        let usual = HouseRules::default();
        let surplus = HouseRules { adv_cancel: AdvCancel::Surplus, ..usual.clone() };
        let two = Causes::default().with(Cause::GmAdv).with(Cause::Exposed);
        assert_eq!(two.edge(&usual), Edge::Adv);
        let mixed = two.with(Cause::Exhausted);
        assert_eq!((mixed.edge(&usual), mixed.edge(&surplus)), (Edge::Plain, Edge::Adv));
        assert_eq!(Causes::default().with(Cause::GmDis).edge(&usual), Edge::Dis);
    }
}

/// PR-R56, PR-R110: the dice of one roll that is compared with several: one d20, and one more if ADV or DIS holds against
/// some of them and not against others.
#[derive(Clone, Copy, Debug)]
pub struct Naturals {
    one: (i16, Face),
    more: Option<(i16, Face)>,
}

impl Naturals {
    /// Throws them, for these edges, one for each of those that it is compared with.
    pub fn roll<O: Oracle<Proficiency>>(edges: &[Edge], throw: Throw, oracle: &mut O) -> Flow<Naturals> {
        let mut die = |edge: Edge| -> Flow<(i16, Face)> {
            let rolled = edge.roll(throw, |natural| natural as i16, oracle)?;
            Ok((rolled.value, rolled.face))
        };
        match edges.first() {
            Some(&edge) if edges.iter().all(|other| *other == edge) => Ok(Naturals { one: die(edge)?, more: None }),
            _ => Ok(Naturals { one: die(Edge::Plain)?, more: Some(die(Edge::Plain)?) }),
        }
    }

    /// PR-064, PR-068: the die that is used with this edge: the first; with ADV the higher of the two, with DIS the lower.
    pub fn used(&self, edge: Edge) -> (i16, Face) {
        match (edge, self.more) {
            (Edge::Adv, Some(more)) if more.0 > self.one.0 => more,
            (Edge::Dis, Some(more)) if more.0 < self.one.0 => more,
            (Edge::Plain | Edge::Adv | Edge::Dis, _) => self.one,
        }
    }
}

//! Strangle: chokes somebody within Reach (CW-157 to CW-162).

use super::prelude::*;
use crate::{
    check::Cause,
    conditions::{Condition, ConditionKind},
    harm,
    sheet::PartSet,
    table::{Hold, HoldKind},
};

contest! {
    /// CW-157: chokes somebody within Reach.
    pub struct Strangle of Choking: "strangle", "Strangle", "CW-157" {
        target among others: ActorId = "Whom";
        hands: Hands = "With", usual;
    }
}

/// CW-D33: how many hands strangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hands {
    /// CW-158: Low Roll.
    One,
    /// Straight.
    Two,
}

impl Value<Clockworld> for Hands {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Hands::Two, Hands::One]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Hands::Two => Choice::new("two", "Both hands"),
            Hands::One => Choice::new("one", "One hand").noting("Low Roll"),
        }
    }
}

/// Who is to be Strangled, and the arms for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choking {
    target: ActorId,
    hands: Hands,
    arms: PartSet,
}

told! {
    /// CW-160.
    pub struct Strangled for Clockworld { who: ActorId, by: ActorId }
    |table| under "CW-160" by who => format!("{} is Immobilized in the grip of {}", table.name(who), table.name(by));
}

impl Contest for Choking {
    type Act = Strangle;

    fn of<'t>(act: &Strangle, see: See<'_, 't>, who: ActorId) -> Result<Choking, Bar<'t>> {
        let target = act.target()?;
        in_hand(see.table, who, target)?;
        let hands = act.hands()?;
        Ok(Choking { target, hands, arms: arms_for(see.table, who, target, hands)? })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let with = if self.hands == Hands::One { " with one hand" } else { "" };
        (format!("Strangles {}{with}", table.name(self.target)), rule!("CW-157"))
    }

    /// CW-157 to CW-162: Hand-to-Hand against Endure or Escape (CW-D27); with one hand it is Low Rolled. If it wins, the
    /// Target has one failure on a Shock Check, with no die, and is Immobilized for one Round.
    ///
    /// CW-161 is kept by [`Table::can_speak`]. CW-162: one that does not breathe is only Immobilized. CW-R74: Escape costs
    /// no Reaction here, whatever the switch says.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (by, who) = (start.by, self.target);
        let mut initiator = start.initiator(Skill::HandToHand);
        initiator.causes = initiator.causes.and_if(self.hands == Hands::One, Cause::OneHand);
        if initiator.overcomes(book, table, who, &[Guard::Endure, Guard::Escape], oracle)? {
            // CW-160, CW-R92: the grip lasts to the start of the strangler's next Turn, and the hands stay busy.
            let ends = table.one_round(book, Some(by));
            table.impose(who, Condition { kind: ConditionKind::StrangledBy(by), ends });
            table.actor_mut(by).hold = Some(Hold { kind: HoldKind::Strangle, target: who, arms: self.arms });
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Strangled(Strangled { who, by })));
            if table.sheet(who).needs_breath {
                harm::shock_failure(table, who, oracle); // CW-159
            }
        }
        Ok(())
    }
}

/// CW-157, CW-R92: with the hand or hands for it. A grip that is there already goes on with the same
/// hands. Gives the arms.
fn arms_for(table: &Table, actor: ActorId, target: ActorId, hands: Hands) -> Result<PartSet, Why<'_>> {
    let name = table.name(actor);
    let mut free = table.free_arms(actor);
    match table.actor(actor).hold {
        None => {}
        Some(hold) if hold.kind == HoldKind::Strangle && hold.target == target => free = free.union(hold.arms),
        Some(_) => return Err(bar!("CW-R92", "holds-already", "{} holds somebody already", name)),
    }
    let need = if hands == Hands::Two { 2 } else { 1 };
    let arms = free.iter().take(need).fold(PartSet::default(), PartSet::with);
    if arms.len() < need as u32 {
        let hands = if need == 1 { "a hand" } else { "both hands" };
        return Err(bar!("CW-R92", "hands-busy", "{} needs {} free", name, hands));
    }
    Ok(arms)
}

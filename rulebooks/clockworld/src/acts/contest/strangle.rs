//! Strangle: chokes somebody within Reach (CW-157 to CW-162).

use super::{
    ContestName, Start,
    bout::{Defender, Guard, choose, oppose},
    in_hand, may_start, others, warn,
};
use crate::{
    acts::prelude::*,
    check::Cause,
    conditions::{Condition, ConditionKind},
    harm,
    sheet::PartSet,
    table::{Hold, HoldKind},
};

act! {
    /// CW-157: chokes somebody within Reach.
    pub struct Strangle for Clockworld, by ActorId {
        target among others: ActorId = "Whom";
        hands: Hands = "With", usual;
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
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

/// A Strangle that may be tried.
pub struct Choking {
    start: Start,
    target: ActorId,
    hands: Hands,
    arms: PartSet,
}

/// What happened in a Strangle, besides the Checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrangleEvent {
    Tried {
        start: Start,
        target: ActorId,
        hands: Hands,
    },
    /// CW-160.
    Strangled {
        who: ActorId,
        by: ActorId,
    },
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

impl Act<Clockworld> for Strangle {
    type By = ActorId;
    type Ready = Choking;
    const CARD: Card = card!("strangle", "Strangle", "Actions", "1 Action", "CW-157");
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Choking, Bar<'t>> {
        may_start(see, who, ContestName::Strangle)?;
        let target = self.target()?;
        in_hand(see.table, who, target)?;
        let hands = self.hands()?;
        let arms = arms_for(see.table, who, target, hands)?;
        let start = Start::of(see, who, ContestName::Strangle, self.focus()?, self.sneakily()?)?;
        Ok(Choking { start, target, hands, arms })
    }

    /// CW-157 to CW-162: Hand-to-Hand against Endure or Escape (CW-D27); with one hand it is Low Rolled. If it wins, the
    /// Target has one failure on a Shock Check, with no die, and is Immobilized for one Round.
    ///
    /// CW-161 is kept by [`Table::can_speak`]. CW-162: one that does not breathe is only Immobilized. CW-R74: Escape costs
    /// no Reaction here, whatever the switch says.
    fn resolve<O: Oracle<Clockworld>>(
        Choking { start, target, hands, arms }: Choking,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let by = start.by;
        start.spend(book, table);
        oracle.tell(Audience::All, || Event::Strangle(StrangleEvent::Tried { start, target, hands }));
        let guard = choose(table, target, by, ContestName::Strangle, &[Guard::Endure, Guard::Escape], oracle)?;
        let mut initiator = start.initiator(Skill::HandToHand);
        initiator.causes = initiator.causes.and_if(hands == Hands::One, Cause::OneHand);
        if oppose(book, table, initiator, &[Defender::new(target, guard)], oracle)?.contains(target) {
            // CW-160, CW-R92: the grip lasts to the start of the strangler's next Turn, and the hands stay busy.
            let ends = table.one_round(book, Some(by));
            table.impose(target, Condition { kind: ConditionKind::StrangledBy(by), ends });
            table.actor_mut(by).hold = Some(Hold { kind: HoldKind::Strangle, target, arms });
            oracle.tell(Audience::All, || Event::Strangle(StrangleEvent::Strangled { who: target, by }));
            if table.sheet(target).needs_breath {
                harm::shock_failure(table, target, oracle); // CW-159
            }
        }
        start.noticed(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        warn(see, who, offer);
    }
}

impl act::Tells<Clockworld> for StrangleEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match *self {
            StrangleEvent::Tried { start, target, hands } => {
                let with = if hands == Hands::One { " with one hand" } else { "" };
                start.line(table, &format!("Strangles {}{with}", table.name(target)), rule!("CW-157"))
            }
            StrangleEvent::Strangled { who, by } => {
                let text = format!("{} is Immobilized in the grip of {}", table.name(who), table.name(by));
                Line::new(1, text, [rule!("CW-160")]).by(who)
            }
        }
    }
}

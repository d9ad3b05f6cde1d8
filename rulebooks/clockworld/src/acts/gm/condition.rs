//! Conditions that the GM puts on somebody, or takes away (CW-014).

use super::prelude::*;
use crate::{
    conditions::{Condition, ConditionKind},
    rank::Rank,
    sheet::PartSet,
    table::{Hold, HoldKind},
};
use referee_engine::clock::Ends;

act! {
    /// CW-014: a Condition comes, with the hold or the bindings that belong to it.
    pub struct Impose for Clockworld, by Gm {
        who: ActorId = "On whom";
        condition: Kind = "Which";
        by: ActorId = "By whom";
        with: ThingId = "With";
        lasts among spans: Lasts = "For how long", usual;
        secret: bool = "For the GM alone", usual;
    }
}

named! {
    /// A Condition as the GM names it.
    pub enum Kind for Clockworld {
        /// CW-266.
        Staggered = "staggered",
        /// CW-271.
        Immobilized = "immobilized",
        /// CW-125: on Checks against somebody.
        DistractedAgainst = "distracted-against" / "distracted against",
        /// CW-126: on Checks not against somebody.
        DistractedExcept = "distracted-except" / "distracted except",
        /// CW-155: held by hand.
        Pinned = "pinned",
        /// CW-160.
        Strangled = "strangled",
        /// CW-213: tied.
        Bound = "bound",
    }
}

/// A Pin and bindings usually last until something ends them.
fn spans(act: &Impose, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Lasts> {
    match act.condition.value() {
        Some(Kind::Pinned | Kind::Bound) => vec![Lasts::UntilCleared, Lasts::Round],
        Some(
            Kind::Staggered | Kind::Immobilized | Kind::DistractedAgainst | Kind::DistractedExcept | Kind::Strangled,
        )
        | None => vec![Lasts::Round, Lasts::UntilCleared],
    }
}

/// A Condition that may come, with whoever causes it.
#[derive(Clone, Copy)]
enum Imposed {
    Staggered,
    Immobilized,
    DistractedAgainst(ActorId),
    DistractedExcept(ActorId),
    Pinned(ActorId),
    Strangled(ActorId),
    Bound { by: ActorId, thing: ThingId, bindings: Rank },
}

/// A Condition that may be put on somebody.
pub struct Imposing {
    who: ActorId,
    condition: Imposed,
    one_round: bool,
    to: Audience,
}

told! {
    /// Conditions by the GM's word.
    pub enum ConditionEvent for Clockworld, |table| {
        Came {
            who: ActorId,
            condition: Kind,
            /// Who causes it.
            by: Option<ActorId>,
            one_round: bool,
        } "CW-014" by who => {
            let by = by.map_or("somebody", |by| table.name(by));
            let what = match condition {
                Kind::Staggered => "Staggered".to_owned(),
                Kind::Immobilized => "Immobilized".to_owned(),
                Kind::DistractedAgainst => format!("Distracted against {by}"),
                Kind::DistractedExcept => format!("Distracted except against {by}"),
                Kind::Pinned => format!("Pinned by {by}"),
                Kind::Strangled => format!("Strangled by {by}"),
                Kind::Bound => format!("tied by {by}"),
            };
            let when = if one_round { " for one Round" } else { "" };
            format!("{} is {what}{when}", table.name(who))
        };
        Went(who: ActorId) [] by who => format!("{} is rid of a Condition", table.name(who));
    }
}

/// CW-153, CW-158, CW-R87: a hold by hand needs free hands, within Reach.
fn may_hold<'t>(table: &'t Table, by: ActorId, target: ActorId, hands: u32) -> Result<(), Why<'t>> {
    if table.actor(by).hold.is_some() || table.free_arms(by).len() < hands || !table.is_active(by) {
        return Err(bar!("CW-153", "hands-busy", "{} has not the free hands for it", table.name(by)));
    }
    let reach = u32::from(table.sheet(by).reach_ft);
    if !table.within(table.actor(by).place, table.actor(target).place, reach) {
        let (target, by) = (table.name(target), table.name(by));
        return Err(bar!("CW-R87", "out-of-reach", "{} is not within {}'s Reach", target, by));
    }
    Ok(())
}

impl Impose {
    /// Whoever causes it.
    fn causer<'t>(&self, table: &'t Table, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let by = self.by()?;
        known(table, by)?;
        if by == who {
            return Err(bar!(_, "same", "{} cannot do that to itself", table.name(who)).moot().into());
        }
        Ok(by)
    }
}

impl Act<Clockworld> for Impose {
    type By = Gm;
    type Ready = Imposing;
    const CARD: Card = card!("impose", "Put a Condition on somebody", "GM", "", "CW-014");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Imposing, Bar<'t>> {
        let table = see.table;
        let who = self.who()?;
        known(table, who)?;
        let condition = match self.condition()? {
            Kind::Staggered => Imposed::Staggered,
            Kind::Immobilized => Imposed::Immobilized,
            Kind::DistractedAgainst => Imposed::DistractedAgainst(self.causer(table, who)?),
            Kind::DistractedExcept => Imposed::DistractedExcept(self.causer(table, who)?),
            Kind::Pinned => {
                let by = self.causer(table, who)?;
                may_hold(table, by, who, 2)?; // CW-153
                Imposed::Pinned(by)
            }
            Kind::Strangled => {
                let by = self.causer(table, who)?;
                may_hold(table, by, who, 1)?; // CW-158
                Imposed::Strangled(by)
            }
            Kind::Bound => {
                let by = self.causer(table, who)?;
                let thing = self.with()?;
                let bindings = table.setup.things.get(usize::from(thing.0)).and_then(|sheet| sheet.bindings);
                let none = bar!("CW-213", "no-bindings", "that is no rope or binding").moot();
                Imposed::Bound { by, thing, bindings: bindings.ok_or(none)? }
            }
        };
        let one_round = self.lasts()? == Lasts::Round;
        let about: SmallVec<[ActorId; 2]> = std::iter::once(who).chain(condition.by()).collect();
        Ok(Imposing { who, condition, one_round, to: told(table, self.secret()?, &about) })
    }

    fn resolve<O: Oracle>(
        Imposing { who, condition, one_round, to }: Imposing,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let (named, kind) = match condition {
            Imposed::Staggered => (Kind::Staggered, ConditionKind::Staggered),
            Imposed::Immobilized => (Kind::Immobilized, ConditionKind::Immobilized),
            Imposed::DistractedAgainst(by) => (Kind::DistractedAgainst, ConditionKind::DistractedAgainst(by)),
            Imposed::DistractedExcept(by) => (Kind::DistractedExcept, ConditionKind::DistractedExcept(by)),
            Imposed::Pinned(by) => {
                hold(table, by, who, HoldKind::Pin);
                (Kind::Pinned, ConditionKind::PinnedBy(by))
            }
            Imposed::Strangled(by) => {
                hold(table, by, who, HoldKind::Strangle);
                (Kind::Strangled, ConditionKind::StrangledBy(by))
            }
            Imposed::Bound { by, thing, bindings } => (Kind::Bound, bind(table, by, who, thing, bindings)),
        };
        let ends = if one_round { table.one_round(book, condition.by()) } else { Ends::Never }; // CW-R18
        table.impose(who, Condition { kind, ends });
        let came = ConditionEvent::Came { who, condition: named, by: condition.by(), one_round };
        oracle.tell(to, || Event::Gm(GmEvent::Condition(came)));
        Ok(())
    }
}

impl Imposed {
    /// Who causes it.
    fn by(self) -> Option<ActorId> {
        match self {
            Imposed::Staggered | Imposed::Immobilized => None,
            Imposed::DistractedAgainst(by)
            | Imposed::DistractedExcept(by)
            | Imposed::Pinned(by)
            | Imposed::Strangled(by)
            | Imposed::Bound { by, .. } => Some(by),
        }
    }
}

fn hold(table: &mut Table, by: ActorId, target: ActorId, kind: HoldKind) {
    let free = table.free_arms(by);
    let arms = free.iter().take(2).fold(PartSet::default(), PartSet::with);
    table.actor_mut(by).hold = Some(Hold { kind, target, arms });
}

fn bind(table: &mut Table, by: ActorId, who: ActorId, thing: ThingId, bindings: Rank) -> ConditionKind {
    if let Whereabouts::Held(holder) = table.thing(thing).at {
        table.let_go(holder, thing, Whereabouts::Worn(who));
    }
    table.thing_mut(thing).at = Whereabouts::Worn(who);
    let tier = table.skill(by, Skill::HandToHand).rank; // CW-R90
    ConditionKind::Bound { by, tier, bindings, thing }
}

act! {
    /// CW-014: a Condition goes: a hold ends, bindings fall.
    pub struct Relieve for Clockworld, by Gm {
        who: ActorId = "Whose";
        which of who: ConditionAt = "Which";
        secret: bool = "For the GM alone", usual;
    }
}

/// A Condition of somebody, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConditionAt(u8);

impl Value<Clockworld> for ConditionAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let count = whose.filter(|who| see.exists(*who)).map_or(0, |who| see.actor(who).conditions.len());
        (0..count as u8).map(ConditionAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let condition = whose.and_then(|who| see.actor(who).conditions.get(usize::from(self.0)));
        condition.map_or_else(Choice::default, |condition| Choice::new(self.0.to_string(), condition.kind.name()))
    }
}

/// A Condition that may go.
pub struct Relief {
    who: ActorId,
    kind: ConditionKind,
    to: Audience,
}

impl Act<Clockworld> for Relieve {
    type By = Gm;
    type Ready = Relief;
    const CARD: Card = card!("relieve", "Take a Condition away", "GM", "", "CW-014");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Relief, Bar<'t>> {
        let table = see.table;
        if table.actors.iter().all(|actor| actor.conditions.is_empty()) {
            return Err(bar!(_, "not-now", "nobody has a Condition").moot().into());
        }
        let who = self.who()?;
        known(table, who)?;
        let none = bar!(_, "no-condition", "{} has no such Condition", table.name(who)).moot();
        if table.actor(who).conditions.is_empty() {
            return Err(none.into());
        }
        let condition = table.actor(who).conditions.get(usize::from(self.which()?.0)).ok_or(none)?;
        Ok(Relief { who, kind: condition.kind, to: told(table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Relief { who, kind, to }: Relief,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        match kind {
            ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) => {
                table.release(by);
            }
            ConditionKind::Bound { thing, .. } => {
                let place = table.actor(who).place;
                table.thing_mut(thing).at = Whereabouts::Place(place);
            }
            ConditionKind::Staggered
            | ConditionKind::DistractedAgainst(_)
            | ConditionKind::DistractedExcept(_)
            | ConditionKind::Immobilized => {}
        }
        table.relieve(who, |other| *other == kind);
        oracle.tell(to, || Event::Gm(GmEvent::Condition(ConditionEvent::Went(who))));
        Ok(())
    }
}

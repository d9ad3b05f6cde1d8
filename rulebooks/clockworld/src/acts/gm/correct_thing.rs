//! Corrections of things: how whole, open, where (CW-D19).

use super::prelude::*;
use crate::{
    conditions::ConditionKind,
    harm,
    table::{Grip, Hefted, Wholeness},
};
use referee_engine::space::Place;

act! {
    /// CW-D19: sets a thing right.
    pub struct CorrectThing for Clockworld, by Gm {
        thing: ThingId = "Which";
        fact: Fact = "What";
        value among values: Said = "What is so";
        secret: bool = "For the GM alone", usual;
    }
}

worded! {
    pub enum Fact {
        State = "state",
        Open = "open",
        Cracked = "cracked",
        Dismantled = "dismantled",
        Place = "place",
        Held = "held",
        Worn = "worn",
        Hidden = "hidden",
        Gone = "gone",
    }
}

/// What can be so.
fn values(correct: &CorrectThing, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Said> {
    match correct.fact.value() {
        Some(Fact::State) => Said::words(&["intact", "damaged", "destroyed"]),
        Some(Fact::Open | Fact::Cracked | Fact::Dismantled) => Said::yes_or_no(),
        Some(Fact::Place) => Said::cells(see.table),
        Some(Fact::Held | Fact::Worn | Fact::Hidden) => Said::characters(see),
        Some(Fact::Gone) | None => Vec::new(),
    }
}

/// A correction that may be made.
pub struct Correcting {
    thing: ThingId,
    correction: ThingCorrection,
    to: Audience,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingCorrection {
    /// CW-R52, CW-R116: intact, damaged or destroyed.
    State(Wholeness),
    /// Open, for a door; on, for a lever.
    Open(bool),
    /// CW-199.
    Cracked(bool),
    /// CW-196.
    Dismantled(bool),
    /// It lies there.
    Place(Place),
    /// In the free hands of this Character.
    Held(ActorId),
    /// Worn in sight.
    Worn(ActorId),
    /// Carried out of sight.
    Hidden(ActorId),
    /// No longer there.
    Gone,
}

/// A thing was set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThingCorrected {
    pub thing: ThingId,
    pub correction: ThingCorrection,
}

impl Act<Clockworld> for CorrectThing {
    type By = Gm;
    type Ready = Correcting;
    const CARD: Card = card!("correct-thing", "Correct a thing", "GM", "", "CW-D19");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Correcting, Bar<'t>> {
        let table = see.table;
        if table.things.is_empty() {
            return Err(bar!(_, "not-now", "there are no things").moot().into());
        }
        let thing = self.thing()?;
        super::known_thing(table, thing)?;
        let correction = match self.fact()? {
            Fact::State => ThingCorrection::State(match self.value()?.word() {
                "intact" => Wholeness::Intact,
                "damaged" => Wholeness::Damaged,
                "destroyed" => Wholeness::Destroyed,
                _ => return Err(bar!(_, "bad-value", "intact, damaged or destroyed").into()),
            }),
            Fact::Open => ThingCorrection::Open(self.value()?.is_yes()?),
            Fact::Cracked => ThingCorrection::Cracked(self.value()?.is_yes()?),
            Fact::Dismantled => ThingCorrection::Dismantled(self.value()?.is_yes()?),
            Fact::Place => ThingCorrection::Place(self.value()?.place(table)?),
            Fact::Held => {
                let who = self.value()?.character(table)?;
                may_take(table, thing, who)?;
                ThingCorrection::Held(who)
            }
            Fact::Worn => ThingCorrection::Worn(self.value()?.character(table)?),
            Fact::Hidden => ThingCorrection::Hidden(self.value()?.character(table)?),
            Fact::Gone => ThingCorrection::Gone,
        };
        Ok(Correcting { thing, correction, to: super::told_of_thing(table, self.secret()?) })
    }

    fn resolve<O: Oracle>(
        Correcting { thing, correction, to }: Correcting,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        make_so(table, thing, correction);
        oracle.tell(to, || Event::Gm(GmEvent::CorrectThing(ThingCorrected { thing, correction })));
        Ok(())
    }
}

/// CW-R49: are there hands for it, free or holding it already?
fn may_take<'t>(table: &'t Table, thing: ThingId, who: ActorId) -> Result<(), Why<'t>> {
    let need = hands(table, thing);
    if arms_for(table, thing, who).len() < need || !table.is_active(who) {
        return Err(bar!("CW-R49", "hands-busy", "{} has not {} free hands", table.name(who), need as i32));
    }
    Ok(())
}

fn hands(table: &Table, thing: ThingId) -> u32 {
    u32::from(table.thing_sheet(thing).hands.max(1))
}

fn arms_for(table: &Table, thing: ThingId, who: ActorId) -> crate::sheet::PartSet {
    table.free_arms(who).union(table.arms_holding(who, thing))
}

fn make_so(table: &mut Table, thing: ThingId, correction: ThingCorrection) {
    match correction {
        ThingCorrection::State(state) => {
            table.thing_mut(thing).state = state;
            stand(table, thing);
        }
        ThingCorrection::Open(open) => {
            table.thing_mut(thing).open = open;
            let original = table.thing_sheet(thing).piece.clone();
            if let (Some(at), Some(original)) = (table.thing(thing).piece, original) {
                // What was open when the scene began kept its true shape on the sheet only in part, so a door that
                // can be opened blocks when it is shut.
                let operable = table.thing_sheet(thing).operable;
                let piece = &mut table.pieces[usize::from(at)];
                piece.blocks_move = !open && (original.blocks_move || operable);
                piece.blocks_sight = !open && (original.blocks_sight || operable);
            }
        }
        ThingCorrection::Cracked(cracked) => table.thing_mut(thing).cracked = cracked,
        ThingCorrection::Dismantled(dismantled) => table.thing_mut(thing).dismantled = dismantled,
        ThingCorrection::Place(place) => {
            take_away(table, thing);
            table.thing_mut(thing).at = Whereabouts::Place(place);
            if let Some(at) = table.thing(thing).piece {
                table.pieces[usize::from(at)].cells = SmallVec::from_slice(&[place.cell]);
            }
            stand(table, thing);
        }
        ThingCorrection::Held(who) => give(table, thing, who),
        ThingCorrection::Worn(who) => carry(table, thing, Whereabouts::Worn(who)),
        ThingCorrection::Hidden(who) => carry(table, thing, Whereabouts::Hidden(who)),
        ThingCorrection::Gone => {
            take_away(table, thing);
            table.thing_mut(thing).at = Whereabouts::Gone;
            harm::remove_piece(table, thing);
        }
    }
}

/// What is whole and stands on the map counts for Cover and ways.
fn stand(table: &mut Table, thing: ThingId) {
    let state = table.thing(thing);
    let stands = state.state != Wholeness::Destroyed && matches!(state.at, Whereabouts::Place(_));
    if let Some(at) = state.piece {
        table.pieces[usize::from(at)].active = stands;
    }
}

/// Out of whatever hands have it, and off whoever is tied with it.
fn take_away(table: &mut Table, thing: ThingId) {
    for who in table.ids() {
        table.relieve(who, |kind| matches!(kind, ConditionKind::Bound { thing: rope, .. } if *rope == thing));
    }
    for actor in &mut table.actors {
        actor.held.retain(|grip| grip.thing != thing);
        if actor.hefting == Some(Hefted::Thing(thing)) {
            actor.hefting = None;
        }
    }
}

fn carry(table: &mut Table, thing: ThingId, at: Whereabouts) {
    take_away(table, thing);
    table.thing_mut(thing).at = at;
    harm::remove_piece(table, thing);
}

/// Into hands that are free.
fn give(table: &mut Table, thing: ThingId, who: ActorId) {
    let free = arms_for(table, thing, who);
    take_away(table, thing);
    for arm in free.iter().take(hands(table, thing) as usize) {
        table.actor_mut(who).held.push(Grip { arm, thing });
    }
    table.thing_mut(thing).at = Whereabouts::Held(who);
    harm::remove_piece(table, thing);
}

impl Tells<Clockworld> for ThingCorrected {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = |who: ActorId| table.name(who);
        let what = match self.correction {
            ThingCorrection::State(Wholeness::Intact) => "is intact".to_owned(),
            ThingCorrection::State(Wholeness::Damaged) => "is damaged".to_owned(),
            ThingCorrection::State(Wholeness::Destroyed) => "is destroyed".to_owned(),
            ThingCorrection::Open(open) => format!("is {}", if open { "open" } else { "shut" }),
            ThingCorrection::Cracked(done) => format!("is {}", if done { "cracked" } else { "locked" }),
            ThingCorrection::Dismantled(done) => format!("is {}", if done { "taken apart" } else { "together" }),
            ThingCorrection::Place(_) => "lies elsewhere".to_owned(),
            ThingCorrection::Held(by) => format!("is in the hands of {}", name(by)),
            ThingCorrection::Worn(by) => format!("is worn by {}", name(by)),
            ThingCorrection::Hidden(by) => format!("is hidden by {}", name(by)),
            ThingCorrection::Gone => "is gone".to_owned(),
        };
        let text = format!("Correction: {} {what}", table.thing_sheet(self.thing).name);
        Line::new(0, text, [rule!("CW-D19")])
    }
}

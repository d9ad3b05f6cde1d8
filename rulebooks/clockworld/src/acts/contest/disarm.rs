//! Disarm: knocks an object out of a hand or off a belt (CW-147 to CW-151).

use super::{Tool, holds, in_reach, prelude::*};
use crate::{
    acts::{
        attack::{arm, legal_foe},
        value::{cell_key, thing_key},
    },
    sheet::AttackKind,
    table::Grip,
};
use referee_engine::space::{self, Cell, Place};

contest! {
    /// CW-147: takes something out of somebody's hand or off its belt, or knocks it away.
    pub struct Disarm of Snatching: "disarm", "Disarm", "CW-147" {
        target among others: ActorId = "Whom";
        /// CW-D29.
        item of target: Item = "What", usual;
        r#with: Tool = "With", usual;
    }
}

/// Something that somebody holds or carries in plain view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Item(pub ThingId);

impl Value<Clockworld> for Item {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose else { return Vec::new() };
        let shows = |at| at == Whereabouts::Held(who) || at == Whereabouts::Worn(who);
        see.thing_ids().filter(|&thing| shows(see.thing(thing).at)).map(Item).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = whose.filter(|_| usize::from(self.0.0) < see.things.len()) else { return Choice::default() };
        let note = if matches!(see.thing(self.0).at, Whereabouts::Held(_)) { "held" } else { "worn" };
        Choice::new(thing_key(see.table, who, self.0), see.thing_sheet(self.0).name.clone()).noting(note)
    }
}

/// What is to be taken, from whom and with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snatching {
    /// Whose object it is.
    owner: ActorId,
    thing: ThingId,
    with: Option<ThingId>,
    skill: Skill,
    /// CW-148, CW-149: the Skill that keeps hold of it.
    keeps: Skill,
}

told! {
    /// What became of the object.
    pub enum Disarmed for Clockworld, |table| {
        /// CW-150: knocked away.
        Knocked { thing: ThingId, from: ActorId, place: Place } under "CW-150" by from => {
            let (what, to) = (&table.thing_sheet(thing).name, cell_key(table, place.cell));
            format!("{what} of {} flies to {to}", table.name(from))
        };
        /// CW-151: taken.
        Wielded { thing: ThingId, from: ActorId, by: ActorId } under "CW-151" by by => {
            let what = &table.thing_sheet(thing).name;
            format!("{} now wields {what} of {}", table.name(by), table.name(from))
        };
    }
}

impl Contest for Snatching {
    type Act = Disarm;

    const NOTHING: Why<'static> = bar!("CW-147", "nothing-there", "nobody here shows anything that could be taken");

    fn of<'t>(act: &Disarm, see: See<'_, 't>, who: ActorId) -> Result<Snatching, Bar<'t>> {
        let owner = act.target()?;
        legal_foe(see.table, who, owner)?;
        let shows = |at| at == Whereabouts::Held(owner) || at == Whereabouts::Worn(owner);
        if !see.things.iter().any(|thing| shows(thing.at)) {
            let name = see.table.name(owner);
            return Err(bar!("CW-147", "nothing-there", "{} shows nothing that could be taken", name).into());
        }
        let Item(thing) = act.item()?;
        let Tool(with) = act.with()?;
        let (skill, keeps) = legal(see.table, who, owner, thing, with)?;
        Ok(Snatching { owner, thing, with, skill, keeps })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let with = self.with.map_or(String::new(), |with| format!(" with {}", table.thing_sheet(with).name));
        (format!("goes for {}{with}", table.thing_sheet(self.thing).name), rule!("CW-147"))
    }

    /// CW-148, CW-149, CW-150, CW-151: against the Skill of a held Reach Weapon, or Hand-to-Hand. If it wins, the initiator
    /// wields the object or picks where it flies (CW-D30).
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        if start.initiator(self.skill).overcomes(book, table, self.owner, &[Guard::Grip(self.keeps)], oracle)? {
            knock(table, start.by, self.owner, self.thing, oracle)?;
        }
        Ok(())
    }
}

/// CW-150: as far as an object is knocked away.
pub const KNOCK_FT: u32 = 10;

/// CW-147, CW-148, CW-149, CW-R86: an object within Reach that somebody holds or carries in plain view. The initiator uses its hands,
/// or a Reach Weapon with the Skill and the Reach of that weapon. Gives its Skill,
/// and the one that keeps hold of the object.
fn legal(
    table: &Table,
    actor: ActorId,
    owner: ActorId,
    thing: ThingId,
    with: Option<ThingId>,
) -> Result<(Skill, Skill), Why<'_>> {
    let Some(state) = table.things.get(usize::from(thing.0)) else {
        return Err(bar!("CW-147", "unknown-thing", "there is no such thing"));
    };
    let what = &table.thing_sheet(thing).name;
    if state.at != Whereabouts::Held(owner) && state.at != Whereabouts::Worn(owner) {
        return Err(bar!("CW-147", "not-held", "{} neither holds nor shows {}", table.name(owner), what));
    }
    if holds::in_use(table, thing) {
        return Err(bar!("CW-147", "in-use", "{} holds {} fast", what, table.name(owner)));
    }
    let (skill, bonus) = match with {
        None => (Skill::HandToHand, 0),
        Some(weapon) => {
            let arm = arm(table, actor, WeaponRef::Thing(weapon))?;
            if arm.kind != AttackKind::Reach {
                let name = &table.thing_sheet(weapon).name;
                return Err(bar!("CW-147", "no-reach-weapon", "{} is no Reach Weapon", name));
            }
            (arm.skill, arm.reach_bonus_ft)
        }
    };
    in_reach(table, actor, owner, u32::from(table.sheet(actor).reach_ft) + u32::from(bonus))?;
    let wielded = matches!(state.at, Whereabouts::Held(_)).then(|| table.thing_sheet(thing).weapon.as_ref()).flatten();
    let keeps = match wielded {
        Some(weapon) if weapon.kind == AttackKind::Reach => weapon.skill, // CW-148
        _ => Skill::HandToHand,                                           // CW-149
    };
    Ok((skill, keeps))
}

/// CW-150, CW-151: what becomes of an object that is knocked away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Wielded,
    FliesTo(Cell),
}

/// CW-D30, to the initiator: wield it, or where does it fly?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knock {
    thing: ThingId,
    /// CW-151: is there a free hand for it? Then wielding it is the first option.
    wield: bool,
    /// Where it may land.
    cells: SmallVec<[Cell; 8]>,
}

impl Asks<Clockworld> for Knock {
    type Answer = Fate;
    const KIND: &'static str = "disarmed";
    const RULE: RuleId = rule!("CW-150");

    fn answers(&self) -> Answers<Fate> {
        self.wield
            .then_some(Fate::Wielded)
            .into_iter()
            .chain(self.cells.iter().map(|&cell| Fate::FliesTo(cell)))
            .collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("What becomes of {}?", table.thing_sheet(self.thing).name)
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &Fate) -> Choice {
        match answer {
            Fate::Wielded => Choice::new("wield", "Wield it"),
            Fate::FliesTo(cell) => {
                let key = cell_key(table, *cell);
                Choice::new(key.clone(), format!("It flies to {key}"))
            }
        }
    }
}

/// CW-150, CW-151, CW-D30: the initiator wields the object, or picks where it flies.
fn knock<O: Oracle>(table: &mut Table, by: ActorId, owner: ActorId, thing: ThingId, oracle: &mut O) -> Flow<()> {
    let (wield, cells) = (has_hands_for(table, by, thing), landing(table, owner));
    match (Knock { thing, wield, cells }).ask(Who::Actor(by), table, oracle)? {
        Fate::Wielded => {
            table.let_go(owner, thing, Whereabouts::Held(by));
            take_up(table, by, thing);
            oracle.tell(Audience::All, || disarmed(Disarmed::Wielded { thing, from: owner, by }));
        }
        Fate::FliesTo(cell) => {
            let place = table.setup.space.on_ground(cell);
            table.let_go(owner, thing, Whereabouts::Place(place));
            oracle.tell(Audience::All, || disarmed(Disarmed::Knocked { thing, from: owner, place }));
        }
    }
    Ok(())
}

fn disarmed(event: Disarmed) -> Event {
    Event::Contest(ContestEvent::Disarmed(event))
}

/// CW-151, CW-R86: a hand free for it, two for a two-handed object.
fn has_hands_for(table: &Table, who: ActorId, thing: ThingId) -> bool {
    table.free_arms(who).len() >= u32::from(table.thing_sheet(thing).hands.max(1))
}

/// Fills as many free hands as the object needs.
fn take_up(table: &mut Table, who: ActorId, thing: ThingId) {
    let free = table.free_arms(who);
    let need = usize::from(table.thing_sheet(thing).hands.max(1));
    let grips: SmallVec<[Grip; 2]> = free.iter().take(need).map(|arm| Grip { arm, thing }).collect();
    table.actor_mut(who).held.extend(grips);
}

/// CW-150: the places within 10 feet of the owner where an object can land, its own first. Nothing flies through walls.
fn landing(table: &Table, owner: ActorId) -> SmallVec<[Cell; 8]> {
    let (space, from) = (&table.setup.space, table.actor(owner).place);
    let open = |cell: Cell| {
        let place = cell.at_height(from.z);
        let walled = table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
        table.within(from, place, KNOCK_FT)
            && !walled
            && (table.pieces.is_empty() || !space::sight(space, &table.pieces, from, place).blocked)
    };
    let others = space.cells().filter(|&cell| cell != from.cell && open(cell));
    std::iter::once(from.cell).chain(others).collect()
}

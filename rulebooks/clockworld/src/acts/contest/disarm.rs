//! Disarm: knocks an object out of a hand or off a belt (CW-147 to CW-151).

use super::{
    Contest, ContestEvent, ContestName, ContestQuestion,
    bout::{Defender, Guard, Initiator, choose, oppose},
    declare, holds, in_reach,
};
use crate::{
    Clockworld, Event, Question,
    actions::attack::{arm, legal_foe},
    check::Named,
    sheet::{AttackKind, Skill, ThingId, WeaponRef},
    table::{Grip, Table, Whereabouts},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Refusal, Who, rule,
    space::{self, Cell},
};
use smallvec::SmallVec;

/// CW-150: as far as an object is knocked away.
pub const KNOCK_FT: u32 = 10;

/// What a Disarm is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disarm {
    /// Whose object it is.
    pub owner: ActorId,
    /// The initiator's Skill.
    pub skill: Skill,
    /// CW-148, CW-149: the Skill that keeps hold of it.
    pub keeps: Skill,
}

/// CW-147, CW-R86: an object within Reach that somebody holds or carries in plain view. The initiator uses its hands,
/// or a Reach Weapon with the Skill and the Reach of that weapon.
pub fn legal(table: &Table, actor: ActorId, thing: ThingId, with: Option<ThingId>) -> Result<Disarm, Refusal> {
    let refuse = |code: &str, why: String| Err(Refusal::by(rule!("CW-147"), code, why));
    let Some(state) = table.things.get(usize::from(thing.0)) else {
        return refuse("unknown-thing", "there is no such thing".into());
    };
    let what = &table.thing_sheet(thing).name;
    let owner = match state.at {
        Whereabouts::Held(owner) | Whereabouts::Worn(owner) => owner,
        Whereabouts::Hidden(_) => return refuse("out-of-sight", "nobody holds or shows that".into()),
        Whereabouts::Place(_) | Whereabouts::Gone => {
            return refuse("not-held", format!("nobody holds or wears {what}"));
        }
    };
    if holds::in_use(table, thing) {
        return refuse("in-use", format!("{what} holds {} fast", table.name(owner)));
    }
    legal_foe(table, actor, owner)?;
    let (skill, bonus) = match with {
        None => (Skill::HandToHand, 0),
        Some(weapon) => {
            let arm = arm(table, actor, WeaponRef::Thing(weapon))?;
            if arm.kind != AttackKind::Reach {
                return refuse("no-reach-weapon", format!("{} is no Reach Weapon", table.thing_sheet(weapon).name));
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
    Ok(Disarm { owner, skill, keeps })
}

/// CW-148, CW-149, CW-150, CW-151: against the Skill of a held Reach Weapon, or Hand-to-Hand. If it wins, the initiator
/// wields the object or picks where it flies (CW-D30).
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    thing: ThingId,
    with: Option<ThingId>,
    oracle: &mut O,
) -> Flow<()> {
    let by = contest.actor;
    let Disarm { owner, skill, keeps } = legal(table, by, thing, with)?;
    declare(book, table, contest, oracle);
    let guard = choose(table, owner, by, ContestName::Disarm, &[Guard::Grip(keeps)], oracle)?;
    let initiator = Initiator { who: by, name: Named::Disarm, skill, causes: contest.causes() };
    let beaten = oppose(book, table, initiator, &[Defender::new(owner, guard)], oracle)?;
    if !beaten.contains(owner) {
        return Ok(());
    }
    let wield = has_hands_for(table, by, thing);
    let cells = landing(table, owner);
    let question = Question::Contest(ContestQuestion::Knock { thing, from: owner, wield, cells });
    let answer = oracle.ask(table, Who::Actor(by), &question)?;
    let Question::Contest(ContestQuestion::Knock { cells, .. }) = question else { unreachable!("made above") };
    match answer.checked_sub(usize::from(wield)) {
        None => {
            table.let_go(owner, thing, Whereabouts::Held(by));
            take_up(table, by, thing);
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Wielded { thing, from: owner, by }));
        }
        Some(at) => {
            let place = table.setup.space.on_ground(cells[at]);
            table.let_go(owner, thing, Whereabouts::Place(place));
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Knocked { thing, from: owner, place }));
        }
    }
    Ok(())
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

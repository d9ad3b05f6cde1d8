//! Reactions: Free attacks and Take cover (ST-227 to ST-234).

use crate::{
    Event, Stamina,
    acts::{
        attack::{Arm, Attack, Technique, arm, may_strike, reaches, strike},
        movement::{is_blocked, is_water, put},
        value::{weapon_key, weapon_name},
    },
    defense::{covers_at, is_out_of_sight, is_within, stack, stack_at},
    reach::weapons,
    table::{Mode, Table, WeaponRef},
    words::cell,
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Line, Oracle, RuleId, Who,
    act::{Answers, Asks, Tells},
    key_of, rule,
    space::{Cell, Piece},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// ST-231: one way to make a Free attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreeWay {
    /// Basic attack, Off-hand attack, Loose or Throw.
    pub technique: Technique,
    pub weapon: WeaponRef,
}

impl FreeWay {
    fn attack(self, actor: ActorId, target: ActorId) -> Attack {
        Attack::of(actor, self.technique, self.weapon, target)
    }
}

/// ST-227, ST-228, ST-R94, ST-R96: may this character react now at all? Not on its own turn, once between turns, and not
/// asleep (ST-R122).
pub fn can_react(table: &Table, who: ActorId) -> bool {
    table.is_awake(who)
        && !table.actor(who).turn.reacted
        && table.clock.mode == Mode::Rounds
        && table.acting() != Some(who)
}

/// ST-231 to ST-233, ST-200: the Free attacks that `who` could make on `on` now, with what is ready and loaded (ST-232). The
/// stamina is that of the action.
pub fn free_ways(table: &Table, who: ActorId, on: ActorId) -> impl Iterator<Item = FreeWay> {
    const ALL: [Technique; 4] = [Technique::Basic, Technique::OffHand, Technique::Loose, Technique::Throw];
    let actor = table.actor(who);
    let may = can_react(table, who) && !actor.turn.no_attack && table.is_aware(who, on) && table.is_active(on);
    let ready = may.then(|| weapons(table, who)).into_iter().flatten();
    let all = ready.flat_map(|weapon| ALL.map(|technique| FreeWay { technique, weapon }));
    all.filter(move |way| {
        way.technique.action().stamina() <= actor.stamina && may_strike(table, &way.attack(who, on)).is_ok()
    })
}

/// Could `who` make a Free attack on `on` now?
pub fn has_free_attack(table: &Table, who: ActorId, on: ActorId) -> bool {
    free_ways(table, who, on).next().is_some()
}

/// ST-230, ST-D16, ST-D21: offers a Free attack and makes it. True if it was made.
pub fn free_attack<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    on: ActorId,
    oracle: &mut O,
) -> Flow<bool> {
    let ways: SmallVec<[FreeWay; 6]> = free_ways(table, who, on).collect();
    if ways.is_empty() {
        return Ok(false);
    }
    let Some(way) = (FreeAttack { on, ways }).ask(Who::Actor(who), table, oracle)? else { return Ok(false) };
    let actor = table.actor_mut(who);
    actor.turn.reacted = true;
    actor.stamina = actor.stamina.saturating_sub(way.technique.action().stamina()); // ST-233
    oracle.tell(Audience::All, || Event::FreeStrike(FreeStrike { by: who, at: on }));
    let attack = way.attack(who, on);
    let Some(arm) = arm(table, &attack) else { return Ok(false) };
    strike(book, table, &attack, &arm, true, oracle)?;
    Ok(true)
}

/// ST-D16, ST-D21, to somebody who may strike at an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreeAttack {
    pub on: ActorId,
    pub ways: SmallVec<[FreeWay; 6]>,
}

impl Asks<Stamina> for FreeAttack {
    type Answer = Option<FreeWay>;
    const KIND: &'static str = "free-attack";
    const RULE: RuleId = rule!("ST-D21");

    fn answers(&self) -> Answers<Option<FreeWay>> {
        std::iter::once(None).chain(self.ways.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Stamina, table: &Table, _: Who) -> String {
        format!("Strike at {}?", table.name(self.on))
    }

    fn choice(&self, _: &Stamina, table: &Table, who: Who, way: &Option<FreeWay>) -> Choice {
        let (Some(FreeWay { technique, weapon }), Who::Actor(me)) = (way, who) else {
            return Choice::plain("decline");
        };
        let key = format!("{}-{}", key_of(technique.word()), weapon_key(table, me, *weapon));
        Choice::new(key, format!("{} with {}", technique.word(), weapon_name(table, me, *weapon)))
    }
}

/// ST-230: somebody strikes as a reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreeStrike {
    pub by: ActorId,
    pub at: ActorId,
}

impl Tells<Stamina> for FreeStrike {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} strikes at {} as a reaction", table.name(self.by), table.name(self.at));
        Line::new(1, text, [rule!("ST-230")]).by(self.by)
    }
}

/// ST-R97: where one can take cover: here, behind a piece beside one, or in a neighbouring hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shelter {
    /// Behind this piece, from here.
    Behind(u16),
    /// In this hex.
    At(Cell),
}

/// ST-234's cost.
const TAKE_COVER: u8 = 2;

/// ST-234, ST-R97, ST-D17: before the roll the target may get behind cover that counts against this attack.
pub fn take_cover<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, arm: &Arm, oracle: &mut O) -> Flow<()> {
    let who = attack.target;
    if !can_react(table, who) || table.actor(who).stamina < TAKE_COVER || !table.is_aware(who, attack.actor) {
        return Ok(());
    }
    let shelters = shelters(table, attack, arm);
    if shelters.is_empty() {
        return Ok(());
    }
    let asked = TakeCover { by: attack.actor, shelters };
    let Some(shelter) = asked.ask(Who::Actor(who), table, oracle)? else { return Ok(()) };
    let actor = table.actor_mut(who);
    actor.turn.reacted = true;
    actor.stamina -= TAKE_COVER;
    match shelter {
        Shelter::Behind(piece) => actor.behind = Some(piece),
        Shelter::At(cell) => {
            let place = table.setup.space.on_ground(cell);
            put(table, who, place);
        }
    }
    oracle.tell(Audience::All, || Event::TookCover(TookCover { who, shelter }));
    Ok(())
}

/// ST-D17, to the target of an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeCover {
    pub by: ActorId,
    pub shelters: SmallVec<[Shelter; 6]>,
}

impl Asks<Stamina> for TakeCover {
    type Answer = Option<Shelter>;
    const KIND: &'static str = "take-cover";
    const RULE: RuleId = rule!("ST-D17");

    fn answers(&self) -> Answers<Option<Shelter>> {
        std::iter::once(None).chain(self.shelters.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Stamina, table: &Table, _: Who) -> String {
        format!("{} attacks. Take cover?", table.name(self.by))
    }

    fn choice(&self, _: &Stamina, table: &Table, _: Who, shelter: &Option<Shelter>) -> Choice {
        match shelter {
            None => Choice::plain("decline"),
            Some(Shelter::Behind(at)) => {
                let piece = &table.pieces[usize::from(*at)];
                Choice::new(format!("behind-{}", piece.key), table.setup.scenery[usize::from(*at)].name.clone())
            }
            Some(Shelter::At(to)) => Choice::new(cell(table, *to), format!("Move to {}", cell(table, *to))),
        }
    }
}

/// ST-R97: somebody has got behind cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TookCover {
    pub who: ActorId,
    pub shelter: Shelter,
}

impl Tells<Stamina> for TookCover {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let name = table.name(self.who);
        let text = match self.shelter {
            Shelter::Behind(at) => format!("{name} takes cover behind {}", table.setup.scenery[usize::from(at)].name),
            Shelter::At(to) => format!("{name} takes cover at {}", cell(table, to)),
        };
        Line::new(1, text, [rule!("ST-234")]).by(self.who)
    }
}

/// The shelters that would raise the bonus of cover against this attack, and leave the target within its range.
fn shelters(table: &Table, attack: &Attack, arm: &Arm) -> SmallVec<[Shelter; 6]> {
    let (who, space) = (attack.target, &table.setup.space);
    let (here, from) = (table.actor(who).place, table.actor(attack.actor).place);
    let mut shelters = SmallVec::new();
    // Where no cover is near there is none to get behind. The line to a neighbouring hex is one step longer at most.
    let farthest = space.steps(from, here).saturating_add(1);
    let may_shelter = |piece: &Piece| piece.active && piece.cover > 0 && is_within(table, piece, from, farthest);
    if !table.pieces.iter().any(may_shelter) {
        return shelters;
    }
    let now = stack(table, attack.actor, who).bonus;
    for (at, piece) in table.pieces.iter().enumerate() {
        let beside =
            piece.active && piece.cover > 0 && piece.cells.iter().any(|&cell| space.is_adjacent(here, cell.into()));
        let behind = Some(at as u16);
        if beside && table.actor(who).behind != behind && stack_at(table, attack.actor, who, here, behind).bonus > now {
            shelters.push(Shelter::Behind(at as u16));
        }
    }
    for cell in space.neighbours(here.cell) {
        let place = space.on_ground(cell);
        let covered = stack_at(table, attack.actor, who, place, None);
        if covered.bonus <= now || place.z.abs_diff(here.z) > 1 {
            continue;
        }
        // ST-R97: a cover stands in between; a shield that would face the attacker there is none.
        if covers_at(table, from, place, None).next().is_none() {
            continue;
        }
        let free = !is_blocked(table, cell) && !table.is_taken(cell) && !is_water(table, cell);
        if free && !is_out_of_sight(table, from, place) && reaches(table, from, place, arm) {
            shelters.push(Shelter::At(cell));
        }
    }
    shelters
}

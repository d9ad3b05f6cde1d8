//! Overwatch: the own turn for Attacks in somebody else's (CR-182 to CR-184).

use super::{
    attack::{self, Aim, AttackAction, AttackEvent},
    prelude::*,
};
use crate::{
    house::OverwatchTiming,
    loss::{self, Loss},
    sheet::Weapon,
    words::{creature, name_to, square},
};
use referee_engine::{
    RuleId, Who,
    act::{Answers, Asks},
    space::Cell,
};

act! {
    /// CR-182, CR-184, CR-R133: in place of the own turn, all AP are kept for Attacks. It ends the turn at once.
    pub struct Overwatch for Crisis, by ActorId {}
}

told! {
    /// Somebody who may go on Overwatch, or has.
    pub struct Watching for Crisis { who: ActorId }
    |table| "CR-182" by who => format!("{} goes on Overwatch", table.name(who));
}

impl Act<Crisis> for Overwatch {
    type By = ActorId;
    type Ready = Watching;
    const CARD: Card = card!("overwatch", "Overwatch", "Combat", "ends the turn", "CR-182");

    /// CR-R133: only before any other Action of the turn, unless the table plays it otherwise.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Watching, Bar<'t>> {
        see.table.may_act_in_crisis(who)?;
        if see.actor(who).acted && !see.book.house.overwatch_mid_turn {
            return Err(bar!("CR-R133", "too-late", "{} has acted in this turn already", see.table.name(who)).into());
        }
        Ok(Watching { who })
    }

    fn resolve<O: Oracle<Crisis>>(watching: Watching, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let who = watching.who;
        oracle.tell(Audience::All, || Event::Watches(watching));
        turn::spend(book, table, who, 0, true, oracle); // CR-R36: a long Action is cancelled; CR-R139: the aim is kept
        if !before(book, table, who, oracle)? {
            return Ok(());
        }
        table.actor_mut(who).overwatch = true;
        after(book, table, who, oracle)?;
        turn::pass_on(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::warned(see, who, offer);
    }
}

/// What a watcher's Attack Action can begin with: a weapon, and what its first Attack is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    pub weapon: u8,
    /// At whom; nobody for an area at a square.
    pub target: Option<ActorId>,
}

/// CR-R134: before a declared Action takes effect. False if the active creature can no longer act: its Action is lost with
/// its AP.
pub fn before<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<bool> {
    let goes_on = interrupt(book, table, active, oracle)?;
    if !goes_on {
        loss::tell(Loss::Action { who: active }, oracle);
    }
    Ok(goes_on)
}

/// CR-R134: after a square of movement, or before an Action. False if the active creature can no longer act.
pub fn interrupt<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<bool> {
    if book.house.overwatch_timing == OverwatchTiming::Interrupt && anybody_watches(table, active) {
        watch(book, table, active, During::Action, oracle)?;
        return Ok(table.can_act(active));
    }
    Ok(true)
}

/// CR-R134, the other way: when an Action is done.
pub fn after<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<()> {
    if book.house.overwatch_timing == OverwatchTiming::AfterAction && anybody_watches(table, active) {
        watch(book, table, active, During::Action, oracle)?;
    }
    Ok(())
}

/// CR-182, CR-R134: any turn of somebody else will do, also one in which nothing is done: at its end at the latest.
pub fn at_end<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<()> {
    if anybody_watches(table, active) && !table.actor(active).dead {
        watch(book, table, active, During::EndOfTurn, oracle)?;
    }
    Ok(())
}

/// CR-R134: is there anybody on Overwatch against whoever acts?
pub fn anybody_watches(table: &Table, active: ActorId) -> bool {
    let watches = |&who: &ActorId| who != active && table.actor(who).overwatch;
    table.clock.mode == Mode::Crisis && table.order.iter().any(watches)
}

/// When watchers are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum During {
    /// Around an Action, or a square of a movement.
    Action,
    /// Nothing more is done in this turn.
    EndOfTurn,
}

/// CR-R136, CR-D26: each watcher in turn order, as often as its AP allow. Nobody interrupts an Overwatch Attack.
fn watch<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    active: ActorId,
    during: During,
    oracle: &mut O,
) -> Flow<()> {
    let order = table.order.clone();
    for who in order.iter().copied().filter(|&who| who != active) {
        loop {
            // With whoever is stopped, the Action to interrupt is over; the others are asked at the end of the turn.
            let is_over = during == During::Action && !table.can_act(active);
            if !table.actor(who).overwatch || !table.can_react(who) || is_over {
                break;
            }
            let Some(attack) = choose(book, table, who, active, oracle)? else { break };
            shoot(book, table, &attack, oracle)?;
        }
    }
    Ok(())
}

/// CR-D26, to a watcher: hold, or one of these.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Watch {
    pub who: ActorId,
    pub active: ActorId,
    pub shots: SmallVec<[Shot; 4]>,
}

impl Asks<Crisis> for Watch {
    type Answer = Option<Shot>;
    const KIND: &'static str = "overwatch";
    const RULE: RuleId = rule!("CR-182");

    fn answers(&self) -> Answers<Option<Shot>> {
        std::iter::once(None).chain(self.shots.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("It is the turn of {}. Attack now?", name_to(table, who, self.active))
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Option<Shot>) -> Choice {
        let Some(shot) = answer else { return Choice::plain("hold") };
        let weapon = table.weapon(self.who, shot.weapon);
        let Some(target) = shot.target else {
            return Choice::new(format!("{}-square", weapon.key), format!("{} at a square", weapon.name));
        };
        let there = table.sheet(target);
        let label = format!("{} at {}", weapon.name, there.name);
        Choice::new(format!("{}-{}", weapon.key, there.key), label).of_actor(target)
    }
}

/// CR-D15, to a watcher: plain ammunition, or one of these items.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ammunition {
    pub of: SmallVec<[u8; 2]>,
}

impl Asks<Crisis> for Ammunition {
    type Answer = Option<u8>;
    const KIND: &'static str = "ammunition";
    const RULE: RuleId = rule!("CR-113");

    fn answers(&self) -> Answers<Option<u8>> {
        std::iter::once(None).chain(self.of.iter().copied().map(Some)).collect()
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "With which ammunition?".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Option<u8>) -> Choice {
        let item = answer.map(|item| &table.setup.items[usize::from(item)]);
        item.map_or_else(|| Choice::plain("plain"), |item| Choice::new(item.key.clone(), item.name.clone()))
    }
}

/// CR-D16, CR-R40, to a watcher: no more, or a further Attack of the burst on one of these, the first target first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Further {
    pub attacks: u8,
    pub of: SmallVec<[ActorId; 4]>,
}

impl Asks<Crisis> for Further {
    type Answer = Option<ActorId>;
    const KIND: &'static str = "burst";
    const RULE: RuleId = rule!("CR-064");

    fn answers(&self) -> Answers<Option<ActorId>> {
        std::iter::once(None).chain(self.of.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        format!("Attack {} of the burst: at whom?", self.attacks)
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Option<ActorId>) -> Choice {
        answer.map_or_else(|| Choice::new("no-more", "No more Attacks"), |id| creature(table, id))
    }
}

/// CR-D17, to a watcher: where to aim the area?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AimedAt {
    pub cells: Vec<Cell>,
}

impl Asks<Crisis> for AimedAt {
    type Answer = Cell;
    const KIND: &'static str = "square";
    const RULE: RuleId = rule!("CR-R55");

    fn answers(&self) -> Answers<Cell> {
        self.cells.iter().copied().collect()
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "At which square?".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Cell) -> Choice {
        square(table, *answer)
    }
}

/// CR-D15 to CR-D17, CR-D26: hold, or an Attack Action: weapon, ammunition, the targets of a burst one after the other, or the
/// square that an area is aimed at. All of it before the first roll (CR-065).
fn choose<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    who: ActorId,
    active: ActorId,
    oracle: &mut O,
) -> Flow<Option<AttackAction>> {
    let shots = shots(book, table, who);
    // Those who are down are no reason to ask; who is asked may shoot at them.
    let is_worth_asking = |shot: &Shot| shot.target.is_none_or(|target| !table.actor(target).incapacitated);
    if !shots.iter().any(is_worth_asking) {
        return Ok(None);
    }
    let Some(shot) = Watch { who, active, shots }.ask(Who::Actor(who), table, oracle)? else { return Ok(None) };
    let ammo = choose_ammunition(table, who, shot.weapon, oracle)?;
    let weapon = table.weapon(who, shot.weapon);
    let aim = match shot.target {
        None => Aim::Square(choose_square(book, table, who, weapon, oracle)?),
        Some(target) if weapon.radius.is_some() => Aim::At(smallvec![target]),
        Some(target) => Aim::At(choose_targets(book, table, who, shot.weapon, target, ammo, oracle)?),
    };
    Ok(Some(AttackAction { actor: who, weapon: shot.weapon, ammo, aim }))
}

/// CR-113, CR-D15: the plain ammunition, or what else fits.
fn choose_ammunition<O: Oracle<Crisis>>(table: &Table, who: ActorId, at: u8, oracle: &mut O) -> Flow<Option<u8>> {
    let of = attack::ammunition(table, who, at);
    if of.is_empty() {
        return Ok(None);
    }
    Ammunition { of }.ask(Who::Actor(who), table, oracle)
}

/// CR-D17, CR-R55: the square that an area is aimed at.
fn choose_square<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    who: ActorId,
    weapon: &Weapon,
    oracle: &mut O,
) -> Flow<Cell> {
    let cells = attack::squares(book, table, who, weapon);
    AimedAt { cells }.ask(Who::Actor(who), table, oracle)
}

/// CR-063 to CR-065, CR-R40, CR-D16: after the first target, each further Attack of the burst, or no more.
fn choose_targets<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    who: ActorId,
    at: u8,
    first: ActorId,
    ammo: Option<u8>,
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 3]>> {
    let weapon = table.weapon(who, at);
    let mut of: SmallVec<[ActorId; 4]> = smallvec![first];
    of.extend(foes(book, table, who, weapon).filter(|&foe| foe != first));
    let mut targets: SmallVec<[ActorId; 3]> = smallvec![first];
    while (targets.len() as u8) < weapon.rof {
        let attacks = targets.len() as u8 + 1;
        let has_ammo = ammo.is_none_or(|item| table.actor(who).item(item) >= attacks);
        if !has_ammo || !can_make(book, table, who, at, attacks) {
            break;
        }
        let further = Further { attacks, of: of.clone() }.ask(Who::Actor(who), table, oracle)?;
        let Some(target) = further else { break };
        targets.push(target);
    }
    Ok(targets)
}

fn shoot<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, attack: &AttackAction, oracle: &mut O) -> Flow<()> {
    let (who, at) = (attack.actor, attack.weapon);
    let ap = attack::cost(book, table, who, at, table.weapon(who, at), attack::count(attack));
    table.actor_mut(who).ap -= ap;
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Declared { attack: attack.clone(), execute: false, watching: true })
    });
    attack::perform(book, table, attack, oracle)
}

/// CR-184, CR-R44: are the AP there, and is the weapon loaded, for so many Attacks?
fn can_make(book: &Crisis, table: &Table, who: ActorId, at: u8, attacks: u8) -> bool {
    attack::may_use(table, who, at, attacks)
        .is_ok_and(|weapon| attack::cost(book, table, who, at, weapon, attacks) <= table.actor(who).ap)
}

/// The enemies that a weapon can strike, those who are up first.
fn foes<'t>(
    book: &'t Crisis,
    table: &'t Table,
    who: ActorId,
    weapon: &'t Weapon,
) -> impl Iterator<Item = ActorId> + 't {
    let can = move |foe: &ActorId| table.hostile(who, *foe) && attack::pick(book, table, who, weapon, *foe).is_ok();
    let is_down = move |foe: &ActorId| table.actor(*foe).incapacitated;
    let up = table.ids().filter(can).filter(move |foe| !is_down(foe));
    up.chain(table.ids().filter(can).filter(is_down))
}

/// CR-183, CR-184, CR-R55, CR-R137: what the Attack Actions that a watcher can pay for begin with: enemies who are up, squares
/// for areas, and enemies who are down.
pub fn shots(book: &Crisis, table: &Table, who: ActorId) -> SmallVec<[Shot; 4]> {
    let (mut up, mut squares, mut down) = (SmallVec::new(), SmallVec::<[Shot; 4]>::new(), SmallVec::<[Shot; 4]>::new());
    for at in (0..table.actor(who).weapons.len() as u8).filter(|&at| can_make(book, table, who, at, 1)) {
        let weapon = table.weapon(who, at);
        for foe in foes(book, table, who, weapon) {
            let list = if table.actor(foe).incapacitated { &mut down } else { &mut up };
            list.push(Shot { weapon: at, target: Some(foe) });
        }
        if weapon.radius.is_some() && !attack::squares(book, table, who, weapon).is_empty() {
            squares.push(Shot { weapon: at, target: None });
        }
    }
    up.extend(squares);
    up.extend(down);
    up
}

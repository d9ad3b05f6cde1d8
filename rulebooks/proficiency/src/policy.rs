//! How a machine plays: random legal, bold, careful.

use crate::{
    Proficiency, Question,
    acts::{
        Attack, Begin, Cast, Defend, EndScene, EndTurn, EndTurns, Heal, Initiative, Light, Move, Recover, Search,
        Turns, Work,
        attack::{Finesse, Target, apart, can_target, defense, reach_of, situation, strikes, usable},
        challenge::device_legal,
        gm::ending::Winner,
        group::may_help,
        heal, hide,
        light::StockAt,
        movement::{self, Goal},
        value::{DeviceAt, See, SpellAt, WeaponAt},
        work::is_open,
    },
    dc::HIGHEST,
    sheet::Kind,
    table::{Life, Mode, Phase, Table},
    tasks::TaskId,
    turn, view,
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Question as _, Seat, Side,
    act::{self, Gm, Listed, Open, Seen, Several},
    clock::Turn,
    space::Cell,
};
use smallvec::SmallVec;

/// An act that a policy chose.
pub type Planned = act::Planned<Proficiency>;

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Attacks whenever it can, with whatever hits hardest.
    Bold,
    /// Looks after the wounded, uses what effort there is, defends when it is badly hurt.
    Careful,
}

/// What a character is worth to its side.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    let base = match actor.life {
        Life::Able => 1_000,
        Life::Absent => 500,
        Life::Down | Life::Captured => 100,
        Life::Dead => return 0,
    };
    let share = u32::from(actor.hp.max(0) as u16) * 1_000 / u32::from(table.sheet(who).hp_max.max(1) as u16);
    let good = 4 * u32::from(actor.guarded.min(20)) + if actor.hidden_from.is_empty() { 0 } else { 60 };
    let bad = [actor.exposed, actor.held, actor.exhausted, actor.off_balance.is_some()];
    let bad = 60 * bad.iter().filter(|is| **is).count() as u32 + 80 * actor.lasting.len() as u32;
    (base + share + good).saturating_sub(bad)
}

/// What a policy does next.
pub fn choose(book: &Proficiency, table: &Table, policy: Policy, rng: &mut FastRng) -> Planned {
    let see = &Seen::truth(book, table);
    if table.phase == Phase::Free {
        return begin(see);
    }
    match table.clock.turn {
        Turn::Of(who) => in_turn(see, policy, who, rng),
        Turn::OfSide(_) | Turn::Round => match table.beginners().next() {
            Some(who) => begin_or_act(see, policy, who, rng),
            None => end_turns(see),
        },
    }
}

/// What a policy does next for those of `by` who are to act: the characters of a side take their turns in any order.
pub fn choose_for(
    book: &Proficiency,
    table: &Table,
    policy: Policy,
    by: ActorSet,
    rng: &mut FastRng,
) -> Option<Planned> {
    let acting: ActorSet = view::acting(table).collect();
    if acting.except(by).is_empty() {
        return table.over.is_none().then(|| choose(book, table, policy, rng));
    }
    let who = acting.both(by).first()?;
    let see = &Seen::truth(book, table);
    Some(match table.clock.turn {
        Turn::Of(_) => in_turn(see, policy, who, rng),
        Turn::OfSide(_) | Turn::Round => begin_or_act(see, policy, who, rng),
    })
}

/// The next act of somebody whose turn may begin; what lasts is settled by beginning it.
fn begin_or_act(see: See<'_, '_>, policy: Policy, who: ActorId, rng: &mut FastRng) -> Planned {
    if see.actor(who).lasting.is_empty() {
        return in_turn(see, policy, who, rng);
    }
    does(see, who, Begin {}).unwrap_or_else(|| done(see, who))
}

fn in_turn(see: See<'_, '_>, policy: Policy, who: ActorId, rng: &mut FastRng) -> Planned {
    let planned = match policy {
        Policy::Random => anything(see, who, rng),
        Policy::Bold => act(see, who, false),
        Policy::Careful => act(see, who, true),
    };
    planned.unwrap_or_else(|| done(see, who))
}

/// This act of somebody, if it may be done.
fn does<A: Listed<Proficiency, By = ActorId>>(see: See<'_, '_>, who: ActorId, act: A) -> Option<Planned> {
    Planned::of(see, who, act)
}

fn done(see: See<'_, '_>, who: ActorId) -> Planned {
    does(see, who, EndTurn {}).unwrap_or_else(|| end_turns(see))
}

fn end_turns(see: See<'_, '_>) -> Planned {
    Planned::of(see, Gm, EndTurns {}).expect("turns run, so they can be ended")
}

/// Outside of turns the GM begins them: with initiative where sides stand against each other.
fn begin(see: See<'_, '_>) -> Planned {
    let none = || Open::with(Several::<Side>::none());
    let initiative = || {
        let plan = Initiative { adv: none(), dis: none(), surprised: none(), roller: Open::with(None) };
        Planned::of(see, Gm, plan)
    };
    let initiative = if see.clock.mode == Mode::Moment { initiative() } else { None };
    let turns = || Planned::of(see, Gm, Turns { order: none() });
    let over = || Planned::of(see, Gm, EndScene { winner: Winner::Nobody.into() });
    initiative.or_else(turns).or_else(over).expect("a scene that is not over can be ended")
}

/// Any offer of this character, filled at random; its turn ends with a chance, so that scenes end.
fn anything(see: See<'_, '_>, who: ActorId, rng: &mut FastRng) -> Option<Planned> {
    if rng.below(5) == 0 {
        return None;
    }
    let mut all = act::offers(see.book, see.table, Seat::Gm);
    all.retain(|offer| offer.refused.is_none() && offer.actor == Some(who) && offer.verb != "begin");
    // Those who only hide and heal would fight for ever.
    let strikes = |offer: &referee_engine::Offer| offer.verb == "attack" || offer.verb == "task";
    if rng.below(2) == 0 && all.iter().any(strikes) {
        all.retain(strikes);
    }
    act::any_of(see, &all, rng)
}

/// The next act of this character; none if none makes sense.
fn act(see: See<'_, '_>, who: ActorId, careful: bool) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    if !table.is_able(who) {
        return None;
    }
    debug_assert!(table.can_act(who), "whoever is asked has the turn, or may begin it with what it does");
    if let Some(out) = table.areas.iter().position(|area| area.inside.contains(who) && !area.stock.spent)
        && !movement::on_map(book, table)
        && let Some(out) = does(see, who, Move { to: Goal::OutOf(out as u8).into() })
    {
        return Some(out);
    }
    if let Some(light) = light(see, who) {
        return Some(light);
    }
    if !turn::has_check(book, table, who) {
        return None;
    }
    let (actor, sheet) = (table.actor(who), table.sheet(who));
    if careful && let Some(help) = mend(see, who) {
        return Some(help);
    }
    if table.clock.mode == Mode::Period && actor.hp < sheet.hp_max {
        return does(see, who, Recover {});
    }
    let weak = careful && actor.hp * 3 < sheet.hp_max && actor.guarded == 0;
    if weak && table.phase == Phase::Initiative && outnumbered(table, who) {
        return does(see, who, Defend {});
    }
    if let Some(cast) = bolt(see, who) {
        return Some(cast);
    }
    if let Some(attack) = best_attack(see, who) {
        return does(see, who, attack);
    }
    close_in(see, who).or_else(|| look_for(see, who)).or_else(|| work(see, who))
}

/// Foes that were there and are not seen any more are searched for.
fn look_for(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let table = see.table;
    let hides = |id: ActorId| table.hostile(who, id) && table.is_able(id) && table.actor(id).hidden_from.contains(who);
    let seeks = table.phase == Phase::Initiative && table.ids().any(hides);
    seeks.then(|| does(see, who, Search {})).flatten()
}

fn outnumbered(table: &Table, who: ActorId) -> bool {
    let able = |foe: bool| table.ids().filter(|&id| table.hostile(who, id) == foe && table.is_able(id)).count();
    able(true) >= able(false)
}

/// Lights a torch where it is dark.
fn light(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    if see.sheet(who).kind != Kind::Pc || !see.in_the_dark(who, see.book.house.map_use) {
        return None;
    }
    let stocks = &see.actor(who).stocks;
    let burn = |key: &str| {
        let at = stocks.iter().position(|stock| see.resource(stock.kind).key == key)?;
        does(see, who, Light { what: StockAt(at as u8).into() })
    };
    burn("torches").or_else(|| burn("lantern-oil")).or_else(|| cast(see, who, "light", &[]))
}

/// A spell on these, for somebody who has a check left.
fn cast(see: See<'_, '_>, who: ActorId, key: &str, targets: &[ActorId]) -> Option<Planned> {
    let at = see.sheet(who).spells.iter().position(|spell| spell.key == key)?;
    let targets = targets.iter().copied().collect::<Several<_>>();
    does(see, who, Cast { spell: SpellAt(at as u8).into(), targets: targets.into() })
}

/// Heals a friend who is down or badly hurt.
fn mend(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let hurt = |id: &ActorId| {
        let actor = see.actor(*id);
        !see.hostile(who, *id) && actor.life <= Life::Down && actor.hp * 3 <= see.sheet(*id).hp_max
    };
    let worst = see.ids().filter(hurt).min_by_key(|&id| see.actor(id).hp)?;
    cast(see, who, "mend-wounds", &[worst]).or_else(|| treat(see, who, worst))
}

/// Treats a wound, with a kit if there is one.
fn treat(see: See<'_, '_>, who: ActorId, target: ActorId) -> Option<Planned> {
    let devices = &see.sheet(who).devices;
    if devices.is_empty() || heal::wounded(see.book, see.table, who, target).is_err() {
        return None;
    }
    let healing = hide::skill(see, "healing");
    let kit = devices.iter().position(|device| device.key == "healers-kit" && device.skill == healing);
    let kit = kit.map(|at| DeviceAt(at as u8));
    let device = kit.filter(|&kit| device_legal(see, who, Some(kit), healing).is_ok());
    does(see, who, Heal { target: target.into(), device: device.into() })
}

/// A fire bolt at the weakest foe.
fn bolt(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    const BOLT: &str = "fire-bolt";
    if !see.sheet(who).spells.iter().any(|spell| spell.key == BOLT) {
        return None;
    }
    let foes = see.able_foes(who).filter(|&id| reachable_dc(see.book, see.table, id));
    let weakest = foes.min_by_key(|&id| see.actor(id).hp)?;
    cast(see, who, BOLT, &[weakest])
}

/// PR-125: what no mortal can hit is not worth an attack.
fn reachable_dc(book: &Proficiency, table: &Table, target: ActorId) -> bool {
    defense(table, target) + situation(book, table, target) < HIGHEST
}

/// The blow that does most on average, at the foe with the fewest hit points left, for somebody who has a check left.
fn best_attack(see: See<'_, '_>, who: ActorId) -> Option<Attack> {
    let (book, table) = (see.book, see.table);
    let (sheet, here) = (table.sheet(who), table.actor(who).place);
    let farthest = sheet.weapons.iter().map(|weapon| reach_of(weapon.range, weapon.reach)).max()?;
    let (mut best, mut known) = ((i32::MIN, None), None);
    for target in table.able_foes(who) {
        let apart = apart(book, table, here, table.actor(target).place);
        if apart > farthest || !can_target(table, who, target) {
            continue;
        }
        let dc = defense(table, target) + situation(book, table, target);
        if dc >= HIGHEST && !sheet.immortal {
            continue;
        }
        // Foes are often alike; what serves best against one then serves best against the next.
        let foe = (dc, apart, table.sheet(target).undead);
        let found = match known {
            Some((last, found)) if last == foe => found,
            _ => strongest(table, who, target, dc, apart),
        };
        known = Some((foe, found));
        let value = found.map(|(power, at)| (power - i32::from(table.actor(target).hp), at));
        if let Some((value, at)) = value.filter(|(value, _)| *value > best.0) {
            best = (value, Some((at, target)));
        }
    }
    let (weapon, target) = best.1?;
    let ability = Finesse(sheet.weapons[weapon.at()].ability);
    let (weapon, target, feat) = (weapon.into(), Target::Actor(target).into(), Open::with(None));
    Some(Attack { weapon, target, feat, ability: ability.into() })
}

/// The first of somebody's weapons that does most on average against such a foe, so many squares away, and how much.
fn strongest(table: &Table, who: ActorId, target: ActorId, dc: i16, apart: u16) -> Option<(i32, WeaponAt)> {
    let (sheet, target) = (table.sheet(who), table.sheet(target));
    let mut best = (0, None);
    for (at, weapon) in (0u8..).map(WeaponAt).zip(&sheet.weapons) {
        let chance = (21 - i32::from(dc) - i32::from(weapon.moved) + i32::from(weapon.bonus)).clamp(1, 19);
        let harm = 2 * i32::from(weapon.rating) + chance;
        let power = chance * harm * 4; // more than nothing, whatever the weapon
        if power > best.0 && strikes(weapon, target, apart) && usable(table, who, at).is_ok() {
            best = (power, Some(at));
        }
    }
    Some((best.0, best.1?))
}

/// On the map: as near as it can to the nearest foe.
fn close_in(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    if !movement::on_map(see.book, see.table) {
        return None;
    }
    let foes = see.able_foes(who).map(|id| see.actor(id)).filter(|foe| !foe.hidden_from.contains(who));
    let goals: SmallVec<[Cell; 16]> = foes.map(|foe| foe.place.cell).collect();
    let (to, going) = Move::towards(see, who, &goals)?;
    Some(Planned::with(who, to, going))
}

/// Works on the first task that is open, with help if it needs it.
fn work(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    if see.sheet(who).kind != Kind::Pc {
        return None;
    }
    let with = |task: TaskId, helpers: Several<ActorId>| {
        let (device, feat) = (Open::with(None), Open::with(None));
        does(see, who, Work { task: task.into(), device, feat, helpers: helpers.into() })
    };
    let mut open = (0..see.tasks.len() as u8).map(TaskId).filter(|&task| is_open(see, task));
    open.find_map(|task| {
        let helper = || see.ids().find(|&id| may_help(see.book, see.table, who, id).is_ok());
        with(task, Several::none()).or_else(|| with(task, Several::from_iter([helper()?])))
    })
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, question: &Question, rng: &mut FastRng) -> usize {
    match policy {
        Policy::Random => rng.below(question.options() as u32) as usize,
        // Only a bold one risks what it has for sure.
        Policy::Bold if let Question::Odds(odds) = question => usize::from(table.sheet(odds.who).proficiency > 1),
        Policy::Bold | Policy::Careful => question.usual(),
    }
}

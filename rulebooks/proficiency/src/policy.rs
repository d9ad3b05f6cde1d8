//! How a machine plays: random legal, bold, careful.

use crate::{
    Intent, Proficiency, Question,
    actions::{
        attack::{Attack, Target, apart, can_target, defense, misses, reach_of, situation, unusable},
        cast::{Cast, can_cast},
        defend,
        gear::{self, Handling},
        heal, hide,
        movement::{self, Way},
        task::{self, Manner, Work, device_legal},
    },
    dc::HIGHEST,
    gm::GmIntent,
    offers, recovery,
    sheet::Kind,
    table::{Life, Mode, Phase, Table},
    tasks::TaskId,
    turn::{self, TurnIntent, initiative::Plan},
    view,
};
use referee_dice::FastRng;
use referee_engine::{ActorId, ActorSet, Question as _, Seat, clock::Turn, conformance, space::Cell};
use smallvec::SmallVec;

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
pub fn choose(book: &Proficiency, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    if table.phase == Phase::Free {
        return begin(book, table);
    }
    match table.clock.turn {
        Turn::Of(who) => in_turn(book, table, policy, who, rng),
        _ => match table.beginners().next() {
            Some(who) => begin_or_act(book, table, policy, who, rng),
            None => Intent::Gm(GmIntent::EndTurns),
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
) -> Option<Intent> {
    let acting: ActorSet = view::acting(table).collect();
    if acting.except(by).is_empty() {
        return table.over.is_none().then(|| choose(book, table, policy, rng));
    }
    let who = acting.both(by).first()?;
    Some(match table.clock.turn {
        Turn::Of(_) => in_turn(book, table, policy, who, rng),
        _ => begin_or_act(book, table, policy, who, rng),
    })
}

/// The next act of somebody whose turn may begin; what lasts is settled by beginning it.
fn begin_or_act(book: &Proficiency, table: &Table, policy: Policy, who: ActorId, rng: &mut FastRng) -> Intent {
    match table.actor(who).lasting.is_empty() {
        true => in_turn(book, table, policy, who, rng),
        false => Intent::Turn(TurnIntent::Begin(who)),
    }
}

fn in_turn(book: &Proficiency, table: &Table, policy: Policy, who: ActorId, rng: &mut FastRng) -> Intent {
    match policy {
        Policy::Random => anything(book, table, who, rng).unwrap_or(Intent::Turn(TurnIntent::End(who))),
        Policy::Bold => act(book, table, who, false),
        Policy::Careful => act(book, table, who, true),
    }
}

/// Outside of turns the GM begins them: with initiative where sides stand against each other.
#[cold]
fn begin(book: &Proficiency, table: &Table) -> Intent {
    let plan = Plan::default();
    if turn::initiative::legal(table, &plan).is_ok() && table.clock.mode == Mode::Moment {
        return Intent::Gm(GmIntent::Initiative(plan));
    }
    let turns = GmIntent::Turns { order: Default::default() };
    if crate::gm::legal(book, table, &turns).is_ok() {
        return Intent::Gm(turns);
    }
    Intent::Gm(GmIntent::EndScene { winner: None })
}

/// Any offer of this character, filled at random; its turn ends with a chance, so that scenes end.
fn anything(book: &Proficiency, table: &Table, who: ActorId, rng: &mut FastRng) -> Option<Intent> {
    if rng.below(5) == 0 {
        return None;
    }
    let seat = Seat::Gm;
    let mut all = offers::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none() && offer.actor == Some(who) && offer.verb != "begin");
    // Those who only hide and heal would fight for ever.
    let strikes = |offer: &referee_engine::Offer| offer.verb == "attack" || offer.verb == "task";
    if rng.below(2) == 0 && all.iter().any(strikes) {
        all.retain(strikes);
    }
    for _ in 0..4 {
        let offer = all.get(rng.below(all.len().max(1) as u32) as usize)?;
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = offers::intent(book, table, seat, &filled)
        {
            return Some(intent);
        }
    }
    None
}

/// The next act of this character; where none makes sense it ends its turn.
fn act(book: &Proficiency, table: &Table, who: ActorId, careful: bool) -> Intent {
    let done = || Intent::Turn(TurnIntent::End(who));
    if !table.is_able(who) {
        return done();
    }
    debug_assert!(table.can_act(who), "whoever is asked has the turn, or may begin it with what it does");
    if let Some(out) = table.areas.iter().position(|area| area.inside.contains(who) && !area.stock.spent)
        && !movement::on_map(book, table)
        && movement::can_move(table, who)
    {
        return Intent::Move { actor: who, way: Way::OutOf(out as u8) };
    }
    if let Some(light) = light(book, table, who) {
        return light;
    }
    if !turn::has_check(book, table, who) {
        return done();
    }
    let (actor, sheet) = (table.actor(who), table.sheet(who));
    if careful && let Some(help) = mend(book, table, who) {
        return help;
    }
    if table.clock.mode == Mode::Period && actor.hp < sheet.hp_max {
        return if recovery::legal(book, table, who).is_ok() { Intent::Recover(who) } else { done() };
    }
    let weak = careful && actor.hp * 3 < sheet.hp_max && actor.guarded == 0;
    if weak && table.phase == Phase::Initiative && outnumbered(table, who) {
        return if defend::legal(book, table, who).is_ok() { Intent::Defend(who) } else { done() };
    }
    if let Some(cast) = bolt(book, table, who) {
        return cast;
    }
    if let Some(attack) = best_attack(book, table, who) {
        return Intent::Attack(attack);
    }
    close_in(book, table, who).or_else(|| look_for(table, who)).or_else(|| work(book, table, who)).unwrap_or_else(done)
}

/// Foes that were there and are not seen any more are searched for.
fn look_for(table: &Table, who: ActorId) -> Option<Intent> {
    let hides = |id: ActorId| table.hostile(who, id) && table.is_able(id) && table.actor(id).hidden_from.contains(who);
    (table.phase == Phase::Initiative && table.ids().any(hides)).then_some(Intent::Search(who))
}

fn outnumbered(table: &Table, who: ActorId) -> bool {
    let able = |foe: bool| table.ids().filter(|&id| table.hostile(who, id) == foe && table.is_able(id)).count();
    able(true) >= able(false)
}

/// Lights a torch where it is dark.
#[inline]
fn light(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if table.sheet(who).kind != Kind::Pc || !table.in_the_dark(who, book.house.map_use) {
        return None;
    }
    let stocks = &table.actor(who).stocks;
    let burn = |key: &str| {
        let at = stocks.iter().position(|stock| table.resource(stock.kind).key == key)?;
        let handling = Handling::Light(at as u8);
        gear::legal(table, who, handling).is_ok().then_some(Intent::Handle { actor: who, handling })
    };
    let spell = || turn::has_check(book, table, who).then(|| cast(book, table, who, "light", &[])).flatten();
    burn("torches").or_else(|| burn("lantern-oil")).or_else(spell)
}

/// A spell on these, for somebody who has a check left.
fn cast(book: &Proficiency, table: &Table, who: ActorId, key: &str, targets: &[ActorId]) -> Option<Intent> {
    let spells = &table.sheet(who).spells;
    let at = spells.iter().position(|spell| spell.key == key)?;
    let cast = || Intent::Cast(Cast { actor: who, spell: at as u8, targets: targets.into() });
    can_cast(book, table, who, &spells[at], targets).then(cast)
}

/// Heals a friend who is down or badly hurt.
fn mend(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    let hurt = |id: &ActorId| {
        let actor = table.actor(*id);
        !table.hostile(who, *id) && actor.life <= Life::Down && actor.hp * 3 <= table.sheet(*id).hp_max
    };
    let worst = table.ids().filter(hurt).min_by_key(|&id| table.actor(id).hp)?;
    cast(book, table, who, "mend-wounds", &[worst]).or_else(|| treat(book, table, who, worst))
}

/// Treats a wound, with a kit if there is one.
fn treat(book: &Proficiency, table: &Table, who: ActorId, target: ActorId) -> Option<Intent> {
    let devices = &table.sheet(who).devices;
    if devices.is_empty() || !heal::fits(book, table, who, target) {
        return None;
    }
    let healing = hide::skill(table, "healing");
    let kit = devices.iter().position(|device| device.key == "healers-kit" && device.skill == healing);
    let device = kit.map(|at| at as u8).filter(|&at| device_legal(table, who, Some(at), healing).is_ok());
    Some(Intent::Heal { actor: who, target, device })
}

/// A fire bolt at the weakest foe.
#[inline]
fn bolt(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    const BOLT: &str = "fire-bolt";
    if !table.sheet(who).spells.iter().any(|spell| spell.key == BOLT) {
        return None;
    }
    let foes = table.able_foes(who).filter(|&id| reachable_dc(book, table, id));
    let weakest = foes.min_by_key(|&id| table.actor(id).hp)?;
    cast(book, table, who, BOLT, &[weakest])
}

/// PR-125: what no mortal can hit is not worth an attack.
fn reachable_dc(book: &Proficiency, table: &Table, target: ActorId) -> bool {
    defense(table, target) + situation(book, table, target) < HIGHEST
}

/// The blow that does most on average, at the foe with the fewest hit points left, for somebody who has a check left.
fn best_attack(book: &Proficiency, table: &Table, who: ActorId) -> Option<Attack> {
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
    Some(Attack { actor: who, weapon, target: Target::Actor(target), feat: None, ability: None })
}

/// The first of somebody's weapons that does most on average against such a foe, so many squares away, and how much.
#[inline(never)] // once for all foes that are alike
fn strongest(table: &Table, who: ActorId, target: ActorId, dc: i16, apart: u16) -> Option<(i32, u8)> {
    let (sheet, target) = (table.sheet(who), table.sheet(target));
    let mut best = (0, None);
    for (at, weapon) in (0u8..).zip(&sheet.weapons) {
        let chance = (21 - i32::from(dc) - i32::from(weapon.moved) + i32::from(weapon.bonus)).clamp(1, 19);
        let harm = 2 * i32::from(weapon.rating) + chance;
        let power = chance * harm * 4; // more than nothing, whatever the weapon
        if power > best.0 && misses(weapon, target, apart).is_none() && unusable(table, who, at, weapon).is_none() {
            best = (power, Some(at));
        }
    }
    Some((best.0, best.1?))
}

/// On the map: as near as it can to the nearest foe.
fn close_in(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if !movement::on_map(book, table) || !movement::can_move(table, who) {
        return None;
    }
    let foes = table.able_foes(who).map(|id| table.actor(id)).filter(|foe| !foe.hidden_from.contains(who));
    let goals: SmallVec<[Cell; 16]> = foes.map(|foe| foe.place.cell).collect();
    let cell = movement::towards(table, who, &goals)?;
    Some(Intent::Move { actor: who, way: Way::To(cell) })
}

/// Works on the first task that is open, with help if it needs it.
fn work(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if table.sheet(who).kind != Kind::Pc {
        return None;
    }
    let with = |task: TaskId, helpers: &[ActorId]| {
        let work = Work { actor: who, task, manner: Manner { helpers: helpers.into(), ..Manner::default() } };
        task::work_legal(book, table, &work).is_ok().then_some(Intent::Work(work))
    };
    let open = (0..table.tasks.len() as u8).map(TaskId).filter(|&task| task::is_open(table, task));
    open.into_iter().find_map(|task| {
        let helper = || table.ids().find(|&id| task::may_help(book, table, who, id));
        with(task, &[]).or_else(|| with(task, &[helper()?]))
    })
}

/// What a policy answers.
#[inline]
pub fn answer(table: &Table, policy: Policy, question: &Question, rng: &mut FastRng) -> usize {
    match question {
        _ if policy == Policy::Random => rng.below(question.options() as u32) as usize,
        // Only a bold one risks what it has for sure.
        Question::Odds { who } => usize::from(policy == Policy::Bold && table.sheet(*who).proficiency > 1),
        _ => question.usual(),
    }
}

//! How a machine plays: random legal, bold, careful.

use crate::{
    Intent, Proficiency, Question,
    actions::attack::{Attack, Target, aim_legal, defense, situation, usable},
    dc::HIGHEST,
    gm::GmIntent,
    offers,
    sheet::{Kind, Weapon},
    table::{Life, Mode, Phase, Table},
    tasks::TaskId,
    turn::{self, TurnIntent, initiative::Plan},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Filled, Question as _, Seat, clock::Turn, conformance, space::Cell};
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
    let who = match table.clock.turn {
        Turn::Of(who) => who,
        _ => match table.ids().find(|&who| table.may_begin(who)) {
            Some(who) if !table.actor(who).lasting.is_empty() => return Intent::Turn(TurnIntent::Begin(who)),
            Some(who) => who,
            None => return Intent::Gm(GmIntent::EndTurns),
        },
    };
    let chosen = match policy {
        Policy::Random => anything(book, table, who, rng),
        Policy::Bold => act(book, table, who, false),
        Policy::Careful => act(book, table, who, true),
    };
    chosen.unwrap_or(Intent::Turn(TurnIntent::End(who)))
}

/// Outside of turns the GM begins them: with initiative where sides stand against each other.
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

/// A command of this character, if it is legal.
fn say(book: &Proficiency, table: &Table, who: ActorId, command: &str) -> Option<Intent> {
    let mut filled = Filled::parse(command).ok()?;
    filled.actor = Some(who);
    offers::intent(book, table, Seat::Gm, &filled).ok()
}

/// The next act of this character, if it has one that makes sense.
fn act(book: &Proficiency, table: &Table, who: ActorId, careful: bool) -> Option<Intent> {
    let say = |command: &str| say(book, table, who, command);
    if let Some(out) = table.areas.iter().position(|area| area.inside.contains(who) && !area.stock.spent)
        && let Some(intent) = say(&format!("move to=out-of-{}", out + 1))
    {
        return Some(intent);
    }
    if let Some(light) = light(book, table, who) {
        return Some(light);
    }
    if !turn::has_check(book, table, who) {
        return None;
    }
    if careful && let Some(help) = mend(book, table, who) {
        return Some(help);
    }
    if table.clock.mode == Mode::Period && table.actor(who).hp < table.sheet(who).hp_max {
        return say("recover");
    }
    let weak = table.actor(who).hp * 3 < table.sheet(who).hp_max;
    if careful && weak && table.actor(who).guarded == 0 && table.phase == Phase::Initiative && outnumbered(table, who) {
        return say("defend");
    }
    if let Some(cast) = bolt(book, table, who) {
        return Some(cast);
    }
    best_attack(book, table, who)
        .map(Intent::Attack)
        .or_else(|| close_in(book, table, who))
        .or_else(|| look_for(table, who))
        .or_else(|| work(book, table, who))
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
fn light(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if !table.in_the_dark(who, book.house.map_use) || table.sheet(who).kind != Kind::Pc {
        return None;
    }
    say(book, table, who, "light what=torches")
        .or_else(|| say(book, table, who, "light what=lantern-oil"))
        .or_else(|| say(book, table, who, "cast spell=light"))
}

/// Heals a friend who is down or badly hurt.
fn mend(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    let hurt = |id: &ActorId| {
        let actor = table.actor(*id);
        !table.hostile(who, *id) && actor.life <= Life::Down && actor.hp * 3 <= table.sheet(*id).hp_max
    };
    let worst = table.ids().filter(hurt).min_by_key(|&id| table.actor(id).hp)?;
    let key = &table.sheet(worst).key;
    let skilled = !table.sheet(who).devices.is_empty();
    say(book, table, who, &format!("cast spell=mend-wounds targets={key}"))
        .or_else(|| say(book, table, who, &format!("heal target={key} device=healers-kit")))
        .or_else(|| skilled.then(|| say(book, table, who, &format!("heal target={key}"))).flatten())
}

/// A fire bolt at the weakest foe.
fn bolt(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if table.sheet(who).spells.is_empty() {
        return None;
    }
    let foes = table.ids().filter(|&id| table.hostile(who, id) && table.is_able(id));
    let weakest = foes.filter(|&id| reachable_dc(book, table, id)).min_by_key(|&id| table.actor(id).hp)?;
    let key = &table.sheet(weakest).key;
    say(book, table, who, &format!("cast spell=fire-bolt targets={key}"))
}

/// PR-125: what no mortal can hit is not worth an attack.
fn reachable_dc(book: &Proficiency, table: &Table, target: ActorId) -> bool {
    defense(table, target) + situation(book, table, target) < HIGHEST
}

/// The blow that does most on average, at the foe with the fewest hit points left, for somebody who has a check left.
fn best_attack(book: &Proficiency, table: &Table, who: ActorId) -> Option<Attack> {
    table.may_act(who).ok()?;
    let sheet = table.sheet(who);
    let usable: SmallVec<[(u8, &Weapon); 16]> =
        (0..sheet.weapons.len() as u8).filter_map(|at| Some((at, usable(table, who, at).ok()?))).collect();
    let mut best = (i32::MIN, None);
    for target in table.able_foes(who) {
        let dc = defense(table, target) + situation(book, table, target);
        if dc >= HIGHEST && !sheet.immortal {
            continue;
        }
        let hp = i32::from(table.actor(target).hp);
        for &(at, weapon) in &usable {
            let chance = (21 - i32::from(dc) - i32::from(weapon.moved) + i32::from(weapon.bonus)).clamp(1, 19);
            let harm = 2 * i32::from(weapon.rating) + chance;
            let value = chance * harm * 4 - hp;
            if value > best.0 && aim_legal(book, table, who, weapon, Target::Actor(target)).is_ok() {
                best = (value, Some((at, target)));
            }
        }
    }
    let (weapon, target) = best.1?;
    Some(Attack { actor: who, weapon, target: Target::Actor(target), feat: None, ability: None })
}

/// On the map: as near as it can to the nearest foe.
fn close_in(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if !book.house.map_use || !table.is_mapped() || crate::actions::movement::may_move(table, who).is_err() {
        return None;
    }
    let knows = |id: ActorId| !table.actor(id).hidden_from.contains(who);
    let foes = table.ids().filter(|&id| table.hostile(who, id) && table.is_able(id) && knows(id));
    let goals: SmallVec<[Cell; 16]> = foes.map(|id| table.actor(id).place.cell).collect();
    let cell = crate::actions::movement::towards(table, who, &goals)?;
    Some(Intent::Move { actor: who, way: crate::actions::movement::Way::To(cell) })
}

/// Works on the first task that is open, with help if it needs it.
fn work(book: &Proficiency, table: &Table, who: ActorId) -> Option<Intent> {
    if table.sheet(who).kind != Kind::Pc {
        return None;
    }
    let open = (0..table.tasks.len()).filter(|&at| crate::actions::task::open(table, TaskId(at as u8)).is_ok());
    for at in open {
        let key = &table.setup.tasks[at].key;
        let helpers = table.ids().filter(|&id| crate::actions::task::may_help(book, table, who, id));
        let helpers = helpers.map(|id| table.sheet(id).key.as_str()).next();
        let alone = say(book, table, who, &format!("task task={key}"));
        let joint = helpers.and_then(|helper| say(book, table, who, &format!("task task={key} helpers={helper}")));
        if let Some(intent) = alone.or(joint) {
            return Some(intent);
        }
    }
    None
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

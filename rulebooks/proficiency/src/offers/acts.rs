//! What a character can do, on offer (PR-D08).

use super::{actors, joint, named, of_actor, offer, place_of};
use crate::{
    Intent, Proficiency,
    actions::{
        attack::{self, Attack, Target},
        cast::{self, Cast},
        defend,
        gear::{self, Handling},
        heal, hide, maneuver,
        movement::{self, Way},
        task::{self, Try, Work},
    },
    gm::LONGEST,
    recovery,
    sheet::{Ability, FeatBase, SpellDc, Swing},
    table::{Phase, Table},
    tasks::{TaskId, TaskType},
    turn::{self, TurnIntent},
    words,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, RuleId, Slot, rule};

/// Word, label, group, cost and rule of each act.
const ACTS: [(&str, &str, &str, &str, RuleId); 15] = [
    ("attack", "Attack", "Standard", "1 check", rule!("PR-045")),
    ("defend", "Defend", "Standard", "1 check", rule!("PR-046")),
    ("maneuver", "Maneuver", "Standard", "1 check", rule!("PR-047")),
    ("cast", "Cast a spell", "Standard", "1 check", rule!("PR-048")),
    ("task", "Work on a task", "Standard", "1 check", rule!("PR-050")),
    ("try", "Try something", "Standard", "1 check", rule!("PR-049")),
    ("hide", "Hide", "Standard", "1 check", rule!("PR-089")),
    ("search", "Search", "Standard", "1 check", rule!("PR-R90")),
    ("heal", "Treat a wound", "Standard", "1 check", rule!("PR-R73")),
    ("recover", "Rest for this unit of time", "Standard", "1 check", rule!("PR-R74")),
    ("move", "Move", "Mundane", "the move", rule!("PR-R91")),
    ("draw", "Take in hand", "Mundane", "", rule!("PR-R18")),
    ("light", "Light, or put out", "Mundane", "", rule!("PR-140")),
    ("begin", "Begin the turn", "Turn", "", rule!("PR-028")),
    ("end-turn", "End the turn", "Turn", "", rule!("PR-R05")),
];

/// Is this one of them?
pub fn is_verb(verb: &str) -> bool {
    ACTS.iter().any(|(known, ..)| *known == verb)
}

/// Every act of a character that could come up now; those that cannot be done say why.
pub fn offers(book: &Proficiency, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    let has_turn = table.has_turn(who);
    for (verb, label, group, cost, rule) in ACTS {
        let shown = match verb {
            "begin" => table.may_begin(who),
            "end-turn" => table.phase != Phase::Free && has_turn,
            "cast" => has_turn && !table.sheet(who).spells.is_empty(),
            "task" => has_turn && !table.setup.tasks.is_empty(),
            "light" => has_turn && !lights(table, who).is_empty(),
            "recover" => has_turn && table.clock.mode >= crate::table::Mode::Period,
            _ => has_turn,
        };
        if shown {
            let refused = slots(book, table, who, &Filled::of(verb, Some(who))).err();
            all.push(offer(verb, Some(who), label, group, cost, rule, refused));
        }
    }
}

fn nothing(rule: RuleId, why: &str) -> Refusal {
    Refusal::by(rule, "nothing-fits", why)
}

/// The slots of an act.
pub fn slots(book: &Proficiency, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    match verb {
        "begin" => return turn::may_begin(table, who).map(|()| Vec::new()),
        "end-turn" => return turn::may_end(table, who).map(|()| Vec::new()),
        _ => table.may_act(who)?,
    }
    if !matches!(verb, "move" | "draw" | "light") {
        turn::may_spend(book, table, who)?;
    }
    let mut slots = Vec::new();
    match verb {
        "attack" => attack_slots(book, table, who, filled, &mut slots)?,
        "maneuver" => {
            let of = actors(table, |id| maneuver::legal(book, table, who, id).is_ok());
            if of.is_empty() {
                return Err(nothing(rule!("PR-R78"), "there is no foe within reach"));
            }
            slots.push(Slot::one("target", "Against", of));
        }
        "cast" => cast_slots(book, table, who, filled, &mut slots)?,
        "task" => task_slots(book, table, who, filled, &mut slots)?,
        "try" => {
            slots.push(Slot::one("with", "With", joint::using_choices(table)));
            let domain = Domain::Text { longest: LONGEST };
            slots.push(Slot::of("words", "What", domain).or("something"));
            if let Some(using) = joint::using(table, filled.get("with")) {
                joint::manner_slots(book, table, who, using, &mut slots);
            }
        }
        "hide" => {
            let of: Vec<Choice> = hide::seekers(table, who).iter().map(|&id| of_actor(table, id)).collect();
            if of.is_empty() {
                return Err(nothing(rule!("PR-R90"), "there is nobody to hide from"));
            }
            let most = of.len();
            let slot = Slot::of("from", "From", Domain::Several { of: of.into(), least: 1, most });
            let foes: Vec<&str> = hide::foes(table, who).iter().map(|&id| table.sheet(id).key.as_str()).collect();
            slots.push(if foes.is_empty() { slot } else { slot.or(foes.join(",")) });
        }
        "heal" => {
            let of = actors(table, |id| heal::fits(book, table, who, id));
            if of.is_empty() {
                return Err(nothing(rule!("PR-R73"), "there is nobody hurt within reach"));
            }
            slots.push(Slot::one("target", "Whom", of));
            let healing = hide::skill(table, "healing");
            let sheet = table.sheet(who);
            let fits = |at: usize| {
                sheet.devices[at].skill == healing && task::device_legal(table, who, Some(at as u8), healing).is_ok()
            };
            let devices = (0..sheet.devices.len()).filter(|&at| fits(at)).map(|at| &sheet.devices[at]);
            let mut of: Vec<Choice> = devices.map(|it| Choice::new(it.key.clone(), it.name.clone())).collect();
            if !of.is_empty() {
                of.insert(0, Choice::plain("none"));
                slots.push(Slot::one("device", "With", of).or("none"));
            }
        }
        "recover" => recovery::legal(book, table, who)?,
        "move" => slots.push(way_slot(book, table, who)?),
        "draw" => {
            let fits = |at: &usize| gear::legal(table, who, Handling::Draw(*at as u8)).is_ok();
            let weapons = &table.sheet(who).weapons;
            let of = (0..weapons.len()).filter(fits).map(|at| &weapons[at]);
            let of: Vec<Choice> = of.map(|weapon| Choice::new(weapon.key.clone(), weapon.name.clone())).collect();
            if of.is_empty() {
                return Err(nothing(rule!("PR-R18"), "there is nothing else to take in hand"));
            }
            slots.push(Slot::one("weapon", "What", of));
        }
        "light" => {
            let of = lights(table, who);
            if of.is_empty() {
                return Err(nothing(rule!("PR-140"), "there is nothing to light"));
            }
            slots.push(Slot::one("what", "What", of));
        }
        _ => {}
    }
    Ok(slots)
}

fn lights(table: &Table, who: ActorId) -> Vec<Choice> {
    let fits = |at: &usize| gear::legal(table, who, Handling::Light(*at as u8)).is_ok();
    let stocks = &table.actor(who).stocks;
    let of = (0..stocks.len()).filter(fits).map(|at| table.resource(stocks[at].kind));
    of.map(|resource| Choice::new(resource.key.clone(), resource.name.clone())).collect()
}

/// Whom and what this weapon can strike, foes first.
fn aims(book: &Proficiency, table: &Table, who: ActorId, weapon: u8) -> Vec<(Target, Choice)> {
    let fits = |target: Target| {
        attack::legal(book, table, &Attack { actor: who, weapon, target, feat: None, ability: None }).is_ok()
    };
    let mut others: Vec<ActorId> = table.ids().filter(|&id| id != who).collect();
    others.sort_by_key(|&id| (!table.hostile(who, id), !table.is_able(id)));
    let people = others.into_iter().map(|id| (Target::Actor(id), of_actor(table, id)));
    let objects = table
        .setup
        .objects
        .iter()
        .enumerate()
        .map(|(at, object)| (Target::Object(at as u8), Choice::new(object.key.clone(), object.name.clone())));
    people.chain(objects).filter(|(target, _)| fits(*target)).collect()
}

fn attack_slots(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    filled: &Filled,
    slots: &mut Vec<Slot>,
) -> Result<(), Refusal> {
    let weapons = &table.sheet(who).weapons;
    let in_hand = usize::from(table.actor(who).in_hand);
    let mut usable: Vec<usize> =
        (0..weapons.len()).filter(|&at| !aims(book, table, who, at as u8).is_empty()).collect();
    usable.sort_by_key(|&at| at != in_hand);
    let Some(&first) = usable.first() else {
        // Say what is wrong with the weapon in hand, if it is the weapon.
        attack::usable(table, who, in_hand as u8)?;
        return Err(nothing(rule!("PR-R91"), "nobody and nothing can be struck from here"));
    };
    let of = usable.iter().map(|&at| {
        let weapon = &weapons[at];
        Choice::new(weapon.key.clone(), weapon.name.clone())
            .noting(format!("{:+}, rating {}", weapon.bonus, weapon.rating))
    });
    slots.push(Slot::one("weapon", "With", of.collect()).or(weapons[first].key.clone()));
    let at = match filled.get("weapon") {
        None => first,
        Some(key) => match weapons.iter().position(|weapon| weapon.key == key) {
            Some(at) if usable.contains(&at) => at,
            Some(at) => return attack::usable(table, who, at as u8).map(drop),
            None => return Ok(()),
        },
    };
    slots.push(Slot::one(
        "target",
        "At",
        aims(book, table, who, at as u8).into_iter().map(|(_, choice)| choice).collect(),
    ));
    joint::feat_slot(table, who, FeatBase::Attack, weapons[at].range > 0, slots);
    if weapons[at].swing == Swing::Finesse {
        slots.push(finesse_slot(table, who, weapons[at].ability));
    }
    Ok(())
}

/// PR-D15: with a finesse weapon whoever strikes chooses STR or DEX; the better one unless said otherwise.
fn finesse_slot(table: &Table, who: ActorId, better: Ability) -> Slot {
    let note = |ability: Ability| format!("{:+}", table.sheet(who).modifier(ability));
    let of = attack::FINESSE.map(|ability| Choice::new(ability.key(), ability.word()).noting(note(ability)));
    Slot::one("ability", "Ability", of.into()).or(better.key())
}

fn cast_slots(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    filled: &Filled,
    slots: &mut Vec<Slot>,
) -> Result<(), Refusal> {
    let spells = &table.sheet(who).spells;
    let on = |at: usize| actors(table, |id| cast::target_fits(book, table, who, &spells[at], id));
    let castable = |at: usize| {
        let spell = &spells[at];
        let effort = !spell.effort.is_some_and(|kind| table.is_spent(who, kind));
        effort && (!cast::needs_target(spell) || !on(at).is_empty())
    };
    let of: Vec<usize> = (0..spells.len()).filter(|&at| castable(at)).collect();
    if of.is_empty() {
        return Err(nothing(rule!("PR-136"), "no spell can be cast: no effort is left, or there is no target"));
    }
    let choices = of.iter().map(|&at| {
        let note = match spells[at].dc {
            SpellDc::Defense => "against Defense",
            SpellDc::OpposedSave(_) => "against a Save",
            SpellDc::Difficulty(level) => level.word(),
            SpellDc::Mundane => "no check",
        };
        Choice::new(spells[at].key.clone(), spells[at].name.clone()).noting(note)
    });
    slots.push(Slot::one("spell", "Which", choices.collect()));
    let Some(at) = place_of(spells, filled.get("spell"), |spell| spell.key.as_str()).map(usize::from) else {
        return Ok(());
    };
    if let Some(kind) = spells[at].effort.filter(|kind| table.is_spent(who, *kind)) {
        let why = format!("{} is spent: {}", table.resource(kind).name, table.resource(kind).on_spent);
        return Err(Refusal::by(rule!("PR-136"), "spent", why));
    }
    if of.contains(&at) && cast::needs_target(&spells[at]) {
        let of = on(at);
        let most = of.len().min(usize::from(spells[at].targets.max(1)));
        slots.push(Slot::of("targets", "On", Domain::Several { of: of.into(), least: 1, most }));
    }
    Ok(())
}

fn task_slots(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    filled: &Filled,
    slots: &mut Vec<Slot>,
) -> Result<(), Refusal> {
    let tasks = &table.setup.tasks;
    let helpers = table.ids().any(|id| task::may_help(book, table, who, id));
    let fits =
        |at: &usize| task::open(table, TaskId(*at as u8)).is_ok() && (tasks[*at].of_type != TaskType::Group || helpers);
    if let Some(at) = place_of(tasks, filled.get("task"), |task| task.key.as_str()) {
        task::open(table, TaskId(at))?;
    }
    let of: Vec<Choice> = (0..tasks.len())
        .filter(fits)
        .map(|at| Choice::new(tasks[at].key.clone(), tasks[at].name.clone()).noting(tasks[at].level.word()))
        .collect();
    if of.is_empty() {
        return Err(nothing(rule!("PR-R81"), "there is no task to work on now"));
    }
    slots.push(Slot::one("task", "Which", of));
    let Some(at) = place_of(tasks, filled.get("task"), |task| task.key.as_str()) else { return Ok(()) };
    joint::manner_slots(book, table, who, task::using_of(table, TaskId(at)), slots);
    if tasks[usize::from(at)].of_type == TaskType::Group {
        for slot in slots.iter_mut().filter(|slot| slot.name == "helpers") {
            if let Domain::Several { least, .. } = &mut slot.domain {
                (*least, slot.default) = (1, None);
            }
        }
    }
    Ok(())
}

fn way_slot(book: &Proficiency, table: &Table, who: ActorId) -> Result<Slot, Refusal> {
    movement::may_move(table, who)?;
    if book.house.map_use && table.is_mapped() {
        let space = &table.setup.space;
        let of = movement::reachable(table, who).into_iter();
        let of: Vec<CellChoice> = of.map(|(cell, steps)| CellChoice::of(space, cell, steps, "")).collect();
        if of.is_empty() {
            return Err(nothing(rule!("PR-R91"), "there is nowhere to go"));
        }
        return Ok(Slot::of("to", "To", Domain::Cell { of }));
    }
    let of = table.areas.iter().enumerate().map(|(at, area)| {
        let way = if area.inside.contains(who) { "out-of" } else { "into" };
        let label = format!("{} the {}", way.replace('-', " "), words::area(table, at as u8));
        Choice::new(format!("{way}-{}", at + 1), label)
    });
    let of: Vec<Choice> = of.collect();
    if of.is_empty() {
        return Err(nothing(rule!("PR-R91"), "without a map all are within reach; there is nowhere else"));
    }
    Ok(Slot::one("to", "To", of))
}

/// The intent of an act whose slots fit.
pub fn intent(book: &Proficiency, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let sheet = table.sheet(who);
    let one = |slot: &str| table.find(filled.get(slot).unwrap_or_default());
    let missing = || Refusal::plain("slot-missing", "something is left out");
    Ok(match filled.verb.as_str() {
        "attack" => {
            let default = attack_default(book, table, who);
            let key = filled.get("weapon").or(default.as_deref());
            let weapon = place_of(&sheet.weapons, key, |weapon| weapon.key.as_str()).ok_or_else(missing)?;
            let aims = aims(book, table, who, weapon);
            let aim = aims.into_iter().find(|(_, choice)| Some(choice.key.as_str()) == filled.get("target"));
            let target = aim.ok_or_else(missing)?.0;
            let feat = place_of(&sheet.feats, filled.get("feat"), |feat| feat.key.as_str());
            let ability = attack::FINESSE.into_iter().find(|ability| Some(ability.key()) == filled.get("ability"));
            let attack = Attack { actor: who, weapon, target, feat, ability };
            attack::legal(book, table, &attack)?;
            Intent::Attack(attack)
        }
        "defend" => {
            defend::legal(book, table, who)?;
            Intent::Defend(who)
        }
        "maneuver" => Intent::Maneuver { actor: who, target: one("target")? },
        "cast" => {
            let spell = place_of(&sheet.spells, filled.get("spell"), |spell| spell.key.as_str()).ok_or_else(missing)?;
            let cast = Cast { actor: who, spell, targets: named(table, filled, "targets")?.into_iter().collect() };
            cast::legal(book, table, &cast)?;
            Intent::Cast(cast)
        }
        "task" => {
            let at = place_of(&table.setup.tasks, filled.get("task"), |task| task.key.as_str()).ok_or_else(missing)?;
            let work = Work { actor: who, task: TaskId(at), manner: joint::manner(table, who, filled)? };
            task::work_legal(book, table, &work)?;
            Intent::Work(work)
        }
        "try" => {
            let using = joint::using(table, filled.get("with")).ok_or_else(missing)?;
            let words = filled.get("words").unwrap_or("something").to_owned();
            let tried = Try { actor: who, using, manner: joint::manner(table, who, filled)?, words };
            task::try_legal(book, table, &tried)?;
            Intent::Try(tried)
        }
        "hide" => {
            let from = match filled.get("from") {
                None => hide::foes(table, who).into_iter().collect(),
                Some(_) => named(table, filled, "from")?,
            };
            hide::legal(book, table, who, &from)?;
            Intent::Hide { actor: who, from: from.into_iter().collect() }
        }
        "search" => Intent::Search(who),
        "heal" => {
            let device = place_of(&sheet.devices, filled.get("device"), |device| device.key.as_str());
            Intent::Heal { actor: who, target: one("target")?, device }
        }
        "recover" => Intent::Recover(who),
        "move" => Intent::Move { actor: who, way: way(book, table, filled.get("to").unwrap_or_default())? },
        "draw" => {
            let at = place_of(&sheet.weapons, filled.get("weapon"), |weapon| weapon.key.as_str());
            Intent::Handle { actor: who, handling: Handling::Draw(at.ok_or_else(missing)?) }
        }
        "light" => {
            let stocks = &table.actor(who).stocks;
            let at = stocks.iter().position(|it| Some(table.resource(it.kind).key.as_str()) == filled.get("what"));
            Intent::Handle { actor: who, handling: Handling::Light(at.ok_or_else(missing)? as u8) }
        }
        "begin" => Intent::Turn(TurnIntent::Begin(who)),
        _ => Intent::Turn(TurnIntent::End(who)),
    })
}

fn attack_default(book: &Proficiency, table: &Table, who: ActorId) -> Option<String> {
    let slots = slots(book, table, who, &Filled::of("attack", Some(who))).ok()?;
    slots.first()?.default.clone()
}

fn way(book: &Proficiency, table: &Table, word: &str) -> Result<Way, Refusal> {
    let wrong = || Refusal::plain("slot-value", "there is no such place");
    if book.house.map_use && table.is_mapped() {
        return table.setup.space.find_cell(word).map(Way::To).ok_or_else(wrong);
    }
    let area = |text: &str| text.parse::<u8>().ok().and_then(|at| at.checked_sub(1)).ok_or_else(wrong);
    match (word.strip_prefix("into-"), word.strip_prefix("out-of-")) {
        (Some(at), _) => Ok(Way::Into(area(at)?)),
        (_, Some(at)) => Ok(Way::OutOf(area(at)?)),
        _ => Err(wrong()),
    }
}

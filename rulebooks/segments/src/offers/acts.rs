//! Movement, skills, Recover, things, and anything else, on offer.

use super::{
    offer,
    slots::{cell, cell_of, find_thing, get, need, need_text, of_actor, of_thing, one, one_or, only, optional, text},
};
use crate::{
    Intent, Segments,
    actions::{
        movement::{self, Move},
        plain,
        ready::{self, Handle, Handling},
        recover::{self, Recover},
        skill::{self, Use},
    },
    sheet::{SkillEffect, SkillId, ThingId},
    table::{Speed, Table},
    turn::{self, Intention, Needs},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, key_of, rule};

pub const VERBS: [&str; 15] = [
    "move", "dash", "use", "recover", "do", "stand", "unpack", "draw", "reload", "raise", "stow", "pick-up", "drop",
    "lower", "light",
];

/// A Dash is the action itself; every other movement comes with one.
fn move_verb(table: &Table, who: ActorId) -> &'static str {
    let dash = table.clock.mode == Speed::Segmented && table.actor(who).part.intention == Some(Intention::Dash);
    if dash { "dash" } else { "move" }
}

fn ways(book: &Segments, table: &Table, who: ActorId) -> Vec<u8> {
    if movement::may_move(book, table, who).is_err() {
        return Vec::new();
    }
    (0..table.sheet(who).moves.len() as u8).filter(|&way| movement::can_step(book, table, who, way)).collect()
}

fn handled(book: &Segments, table: &Table, who: ActorId, handling: Handling) -> Vec<ThingId> {
    let fits = |thing: &ThingId| ready::legal(book, table, &Handle { actor: who, handling, thing: *thing }).is_ok();
    table.thing_ids().filter(fits).collect()
}

fn recoveries(book: &Segments, table: &Table, who: ActorId) -> Vec<Recover> {
    let of = |of: ActorId| table.actor(of).statuses.iter().map(move |status| Recover { actor: who, of, status });
    table.ids().flat_map(of).filter(|recover| recover::legal(book, table, recover).is_ok()).collect()
}

/// Every way to use a skill: with which thing in hand, on whom or what.
fn uses(book: &Segments, table: &Table, who: ActorId, id: SkillId) -> Vec<Use> {
    let Some(skill) = table.skill(id) else { return Vec::new() };
    let tools = table.held(who).filter(|&thing| table.thing_sheet(thing).helps.is_some_and(|(helped, _)| helped == id));
    let tools: Vec<Option<ThingId>> = std::iter::once(None).chain(tools.map(Some)).collect();
    let aims: Vec<(Option<ActorId>, Option<ThingId>)> = match (skill.opposed, skill.effect) {
        (Some(_), _) | (_, SkillEffect::Bind) => table.ids().map(|target| (Some(target), None)).collect(),
        (_, SkillEffect::Open) => {
            let things = table.thing_ids().filter(|&thing| skill::can_be_opened(table, who, thing));
            std::iter::once((None, None)).chain(things.map(|thing| (None, Some(thing)))).collect()
        }
        _ => vec![(None, None)],
    };
    let mut all = Vec::new();
    for &with in &tools {
        all.extend(aims.iter().map(|&(target, on)| Use { actor: who, skill: id, target, on, with }));
    }
    all.retain(|used| skill::legal(book, table, used).is_ok());
    all
}

fn skills(book: &Segments, table: &Table, who: ActorId) -> Vec<SkillId> {
    (0..table.setup.skills.len() as u8).map(SkillId).filter(|&id| !uses(book, table, who, id).is_empty()).collect()
}

pub fn offers(book: &Segments, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if turn::may_free(table, who).is_err() || table.sheet(who).trap {
        return;
    }
    if !ways(book, table, who).is_empty() {
        let verb = move_verb(table, who);
        let (label, rule) = if verb == "dash" { ("Dash", rule!("SE-062")) } else { ("Move", rule!("SE-075")) };
        all.push(offer(verb, Some(who), label, "Movement", rule));
    }
    if !skills(book, table, who).is_empty() {
        all.push(offer("use", Some(who), "Use a skill", "Actions", rule!("SE-066")));
    }
    if !recoveries(book, table, who).is_empty() {
        all.push(offer("recover", Some(who), "Recover", "Actions", rule!("SE-064")));
    }
    if plain::legal(book, table, who).is_ok() {
        all.push(offer("do", Some(who), "Do something else", "Actions", rule!("SE-067")));
    }
    if ready::may_stand(book, table, who).is_ok() {
        all.push(offer("stand", Some(who), "Stand up", "Ready", rule!("SE-054")));
    }
    let may_ready = |slow| turn::may(book, table, who, Needs::Ready { stand: false, slow }).is_ok();
    let may_use = turn::may(book, table, who, Needs::Use { slow: false }).is_ok();
    for handling in Handling::ALL {
        let open = handling.is_free() || handling == Handling::Light && may_use || may_ready(false) || may_ready(true);
        if open && !handled(book, table, who, handling).is_empty() {
            let group = if handling.is_free() { "Free" } else { "Ready" };
            all.push(offer(handling.key(), Some(who), handling.label(), group, handling.rule()));
        }
    }
}

pub fn slots(book: &Segments, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    table.may_act(who)?;
    let mut slots = Vec::new();
    match filled.verb.as_str() {
        "move" | "dash" => {
            movement::may_move(book, table, who)?;
            let ways = ways(book, table, who);
            let name = |way: u8| key_of(&table.sheet(who).moves[usize::from(way)].name);
            let first = ways.first().copied().unwrap_or(0);
            if ways.len() > 1 {
                slots.push(one_or(
                    "way",
                    "How",
                    ways.iter().map(|&way| Choice::plain(name(way))).collect(),
                    name(first),
                ));
            }
            let way = match filled.get("way") {
                Some(key) => find_way(table, who, key)?,
                None => first,
            };
            let places = movement::places(book, table, who, way);
            slots.push(optional(cell(table, "through", "By way of", places.iter().copied())));
            let through = filled.get("through").and_then(|text| table.setup.space.find_cell(text));
            let ends = through.map_or(places, |through| movement::places_through(book, table, who, way, through));
            slots.push(cell(table, "to", "Where to", ends));
        }
        "use" => {
            let skills = skills(book, table, who);
            let name = |id: &SkillId| table.skill(*id).map(|skill| Choice::plain(&*skill.name));
            slots.push(one("skill", "Which", skills.iter().filter_map(name).collect()));
            let Some(id) = filled.get("skill").and_then(|key| find_skill(table, key).ok()) else { return Ok(slots) };
            let mut left = uses(book, table, who, id);
            let tools: Vec<ThingId> = distinct(left.iter().filter_map(|used| used.with));
            if !tools.is_empty() {
                let bare = left.iter().any(|used| used.with.is_none());
                let slot = one("with", "With what", tools.iter().map(|&thing| of_thing(table, who, thing)).collect());
                slots.push(if bare { optional(slot) } else { slot });
                let with = filled.get("with").and_then(|key| find_thing(table, who, key).ok());
                left.retain(|used| used.with == with);
            }
            let targets: Vec<ActorId> = distinct(left.iter().filter_map(|used| used.target));
            if !targets.is_empty() {
                let of = targets.iter().map(|&target| of_actor(table, target)).collect();
                let binds =
                    table.skill(id).is_some_and(|skill| skill.effect == SkillEffect::Bind) && targets.contains(&who);
                let own = table.sheet(who).key.clone();
                slots.push(if binds { one_or("target", "On whom", of, own) } else { one("target", "On whom", of) });
            }
            let things: Vec<ThingId> = distinct(left.iter().filter_map(|used| used.on));
            if !things.is_empty() {
                slots.push(optional(one(
                    "on",
                    "On what",
                    things.iter().map(|&thing| of_thing(table, who, thing)).collect(),
                )));
            }
        }
        "recover" => {
            let all = recoveries(book, table, who);
            let of: Vec<ActorId> = distinct(all.iter().map(|recover| recover.of));
            let default = if of.contains(&who) { who } else { of.first().copied().unwrap_or(who) };
            let choices = of.iter().map(|&of| of_actor(table, of)).collect();
            slots.push(one_or("of", "Whose status", choices, table.sheet(default).key.clone()));
            let whose = filled.get("of").and_then(|key| table.find(key).ok()).unwrap_or(default);
            let mine = all.iter().filter(|recover| recover.of == whose);
            slots.push(one(
                "status",
                "Which",
                mine.map(|recover| Choice::plain(table.status_name(recover.status))).collect(),
            ));
        }
        "do" => {
            plain::legal(book, table, who)?;
            slots.push(text("what", "What"));
        }
        "stand" => ready::may_stand(book, table, who)?,
        verb => {
            if let Some(handling) = Handling::ALL.into_iter().find(|handling| handling.key() == verb) {
                let things = handled(book, table, who, handling);
                slots.push(one("thing", "Which", things.iter().map(|&thing| of_thing(table, who, thing)).collect()));
            }
        }
    }
    Ok(slots)
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for each in all {
        if !found.contains(&each) {
            found.push(each);
        }
    }
    found
}

fn find_way(table: &Table, who: ActorId, key: &str) -> Result<u8, Refusal> {
    let found = table.sheet(who).moves.iter().position(|way| key_of(&way.name) == key);
    found
        .map(|at| at as u8)
        .ok_or_else(|| Refusal::plain("no-way", format!("{} does not move by {key:?}", table.name(who))))
}

fn find_skill(table: &Table, key: &str) -> Result<SkillId, Refusal> {
    let found = table.setup.skills.iter().position(|skill| key_of(&skill.name) == key);
    found.map(|at| SkillId(at as u8)).ok_or_else(|| Refusal::plain("no-skill", format!("there is no skill {key:?}")))
}

pub fn intent(table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let known: &[&str] = match filled.verb.as_str() {
        "move" | "dash" => &["to", "through", "way"],
        "use" => &["skill", "with", "target", "on"],
        "recover" => &["of", "status"],
        "do" => &["what"],
        "stand" => &[],
        _ => &["thing"],
    };
    only(filled, known)?;
    Ok(match filled.verb.as_str() {
        "move" | "dash" => {
            if table.clock.mode == Speed::Segmented && filled.verb != move_verb(table, who) {
                let why = format!(
                    "{} was not declared",
                    if filled.verb == "dash" { "a Dash" } else { "that kind of movement" }
                );
                return Err(Refusal::by(rule!("SE-R27"), "declared-otherwise", why));
            }
            let way = get(filled, "way").map_or(Ok(0), |key| find_way(table, who, key))?;
            let through = get(filled, "through").map(|text| cell_of(table, text)).transpose()?;
            Intent::Move(Move { actor: who, to: cell_of(table, need(filled, "to")?)?, through, way })
        }
        "use" => {
            let thing = |name: &str| get(filled, name).map(|key| find_thing(table, who, key)).transpose();
            Intent::Use(Use {
                actor: who,
                skill: find_skill(table, need(filled, "skill")?)?,
                target: get(filled, "target").map(|key| table.find(key)).transpose()?,
                on: thing("on")?,
                with: thing("with")?,
            })
        }
        "recover" => {
            let key = need(filled, "status")?;
            let status = table.find_status(key);
            let status = status
                .ok_or_else(|| Refusal::by(rule!("SE-R45"), "no-status", format!("there is no status {key:?}")))?;
            let of = match get(filled, "of") {
                Some(key) => table.find(key)?,
                None if table.actor(who).statuses.iter().any(|status| recover::way_out(table, status).is_some()) => who,
                None => {
                    let near = |of: &ActorId| {
                        table.allied(who, *of) && table.between(who, *of) <= 5 && table.actor(*of).statuses.has(status)
                    };
                    table.ids().find(near).unwrap_or(who)
                }
            };
            Intent::Recover(Recover { actor: who, of, status })
        }
        "do" => Intent::Do { who, what: need_text(filled, "what", "What")? },
        "stand" => Intent::Stand(who),
        verb => {
            let handling = Handling::ALL.into_iter().find(|handling| handling.key() == verb).unwrap_or(Handling::Drop);
            Intent::Handle(Handle { actor: who, handling, thing: find_thing(table, who, need(filled, "thing")?)? })
        }
    })
}

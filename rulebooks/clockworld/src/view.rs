//! What a seat sees of the table, and the table as plain data.

use crate::{
    Clockworld,
    conditions::ConditionKind,
    sheet::{PLAYERS, Skill, THREATS, ThingId},
    table::{Ending, Mode, Out, Severity, Table, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{
    ActorId, ActorSet, ActorView, ClockView, ConditionView, MapView, ObjectView, Seat, Section, SideView, Track, View,
    act::Seen,
    clock::Ends,
    fact::{self, Corrects},
    space::Grid,
};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Everything that `seat` may see.
pub fn view(table: &Table, seat: Seat) -> View {
    let space = &table.setup.space;
    let visible = |who: ActorId| knows(table, seat, who);
    View {
        book: "clockworld".into(),
        clock: ClockView {
            mode: match table.clock.mode {
                Mode::Opening => "opening".into(),
                Mode::Turns => "turns".into(),
                Mode::Aftermath => "aftermath".into(),
            },
            turn: format!("{} Turn {}", Clockworld::side_word(table.side), table.turns[usize::from(table.side.0)]),
            round: table.clock.round,
            elapsed: table.clock.elapsed,
            acting: table.ids().filter(|&who| table.has_turn(who) && table.is_active(who) && visible(who)).collect(),
        },
        sides: [(PLAYERS, "Players"), (THREATS, "Threats")]
            .map(|(side, name)| SideView {
                side,
                name: name.into(),
                acting: table.side == side && table.over.is_none(),
            })
            .into(),
        actors: table.ids().filter(|&who| visible(who)).map(|who| actor(table, seat, who)).collect(),
        objects: objects(table, seat),
        map: Some(MapView {
            grid: match space.grid() {
                Grid::Square => "square".into(),
                Grid::Hex(_) => "hex".into(),
                Grid::Zones => "zones".into(),
            },
            width: space.columns(),
            height: space.rows(),
            cell: space.cell_size(),
            unit: space.unit().into(),
            zones: space.cells().filter_map(|cell| space.zone_name(cell).map(str::to_owned)).collect(),
        }),
        over: table.over.as_ref().map(Ending::in_words),
    }
}

/// CW-273: a seat knows of a Character if one of those it plays does. A spectator sees what all the Players see.
pub fn knows(table: &Table, seat: Seat, who: ActorId) -> bool {
    let side = table.side_of(who);
    match seat {
        Seat::Gm => true,
        Seat::Player(mine) => {
            mine.contains(who)
                || mine
                    .iter()
                    .any(|me| me.index() < table.actors.len() && (table.side_of(me) == side || notices(table, me, who)))
        }
        Seat::Spectator => table.ids().all(|other| table.side_of(other) == side || notices(table, other, who)),
    }
}

/// The table without those of whom the seat does not know, and without the things that it does not see.
pub fn known_to<'t>(table: &'t Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Table> {
    let hidden: Vec<ThingId> = table.thing_ids().filter(|&thing| !knows_thing(table, seat, thing)).collect();
    if unknown.is_empty() && hidden.is_empty() {
        return Cow::Borrowed(table);
    }
    let mut known = table.clone();
    unknown.iter().for_each(|who| known.take_off(who));
    for thing in hidden {
        known.thing_mut(thing).at = Whereabouts::Gone;
        known.actors.iter_mut().for_each(|actor| actor.held.retain(|grip| grip.thing != thing));
    }
    Cow::Owned(known)
}

/// Does a seat know of this thing?
pub fn knows_thing(table: &Table, seat: Seat, thing: ThingId) -> bool {
    let is_seen = match table.thing(thing).at {
        Whereabouts::Place(_) => true,
        Whereabouts::Held(by) | Whereabouts::Worn(by) => knows(table, seat, by),
        Whereabouts::Hidden(by) => seat.plays(by),
        Whereabouts::Gone => false,
    };
    is_seen && !tells_of_unknown(table, seat, table.thing_sheet(thing))
}

/// Does this foe know where that Character is? In the middle of a Sneaky Movement only one with a clear view does; the
/// others learn it when the Sneak Check is made (CW-182).
fn notices(table: &Table, foe: ActorId, who: ActorId) -> bool {
    match table.actor(who).turn.moving {
        Some(moving) if moving.sneakily => moving.seen_by.contains(foe),
        _ => !table.actor(foe).unaware_of.contains(who),
    }
}

fn actor(table: &Table, seat: Seat, who: ActorId) -> ActorView {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let open = seat.plays(who);
    let track = |name: &str, now: usize, max: usize| Track { name: name.into(), now: now as i32, max: max as i32 };
    let left = if actor.turn.focused { 0 } else { turn::ACTIONS.saturating_sub(actor.turn.taken.len()) };
    let mut tracks = vec![
        track("Actions", left, turn::ACTIONS),
        track("Reactions", usize::from(actor.reactions), usize::from(actor.reactions.max(turn::REACTIONS))),
    ];
    if open || actor.shock_failures > 0 {
        tracks.push(track("Shock failures", usize::from(actor.shock_failures), usize::from(sheet.shock_limit)));
    }
    ActorView {
        id: who,
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        side: sheet.side,
        place: (actor.out != Out::Fled).then_some(actor.place),
        facing: Some(actor.facing),
        stance: if actor.prone { "prone".into() } else { "standing".into() },
        health: health(table, who),
        well: well(table, who),
        active: actor.out == Out::Active,
        tracks,
        conditions: conditions(table, seat, who),
        sheet: if open { sections(table, who) } else { Vec::new() },
    }
}

/// How well a Character is, in a word.
pub fn health(table: &Table, who: ActorId) -> String {
    let actor = table.actor(who);
    if actor.out != Out::Active {
        return actor.out.word().into();
    }
    match actor.injuries.iter().map(|injury| injury.severity).max() {
        None => "unhurt".into(),
        Some(worst) => format!("{} Injury", worst.word()),
    }
}

/// The same for a bar. The worst Injury decides, as it does for the word: nothing finer is told by it.
fn well(table: &Table, who: ActorId) -> u8 {
    let actor = table.actor(who);
    if matches!(actor.out, Out::Unconscious | Out::Dead) {
        return 0;
    }
    match actor.injuries.iter().map(|injury| injury.severity).max() {
        None => 100,
        Some(Severity::Mild) => 75,
        Some(Severity::Serious) => 45,
        Some(Severity::Critical) => 15,
    }
}

fn conditions(table: &Table, seat: Seat, who: ActorId) -> Vec<ConditionView> {
    // A Condition does not give away somebody whom this seat does not know of.
    let of = |id: ActorId| if knows(table, seat, id) { table.name(id).to_owned() } else { "somebody".to_owned() };
    table
        .actor(who)
        .conditions
        .iter()
        .map(|condition| ConditionView {
            name: condition.kind.name().into(),
            effect: match condition.kind {
                ConditionKind::Staggered => "one Action, no focus".into(),
                ConditionKind::DistractedAgainst(foe) => format!("Low Roll on Checks against {}", of(foe)),
                ConditionKind::DistractedExcept(foe) => format!("Low Roll on Checks not against {}", of(foe)),
                ConditionKind::PinnedBy(by) => format!("held fast by {}", of(by)),
                ConditionKind::Bound { by, thing, .. } => {
                    format!("tied by {} with {}", of(by), table.thing_sheet(thing).name)
                }
                ConditionKind::StrangledBy(by) => format!("Immobilized by {}", of(by)),
                ConditionKind::Immobilized => "no Move, Dodge or Take Cover".into(),
            },
            ends: match condition.ends {
                Ends::At { turn: referee_engine::clock::Turn::OfSide(side), .. } => {
                    format!("at the start of the next {} Turn", Clockworld::side_word(side))
                }
                Ends::At { .. } | Ends::When(_) | Ends::Never if condition.kind.pins() => {
                    "when released or escaped from".into()
                }
                Ends::At { .. } | Ends::When(_) | Ends::Never => "when something ends it".into(),
            },
            rule: condition.kind.rule(),
        })
        .chain(actor_demand(table, who, of))
        .collect()
}

/// CW-129: what a Persuaded Character must do, shown beside its Conditions.
fn actor_demand(table: &Table, who: ActorId, of: impl Fn(ActorId) -> String) -> Option<ConditionView> {
    let demand = table.actor(who).demand.as_ref()?;
    Some(ConditionView {
        name: "Persuaded".into(),
        effect: format!("must {} ({} demands it)", demand.what.words(table), of(demand.by)),
        ends: "when it is done, or with the Round".into(),
        rule: referee_engine::rule!("CW-129"),
    })
}

fn sections(table: &Table, who: ActorId) -> Vec<Section> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let skills = Skill::ALL
        .iter()
        .map(|&skill| (skill, sheet.skill(skill)))
        .filter(|(_, trained)| trained.rank > crate::rank::SkillRank::Layman || trained.bonus != 0)
        .map(|(skill, trained)| (skill.to_string(), format!("{} {:+}", trained.rank, trained.bonus)))
        .collect();
    let injuries = actor
        .injuries
        .iter()
        .map(|injury| {
            let how = if injury.stabilized { "stabilized" } else { "" };
            (sheet.part(injury.part).part.clone(), format!("{} {how}", injury.severity.word()).trim().to_owned())
        })
        .collect();
    let gear = table
        .thing_ids()
        .filter_map(|thing| {
            let how = match table.thing(thing).at {
                Whereabouts::Held(by) if by == who => "held",
                Whereabouts::Worn(by) if by == who => "worn",
                Whereabouts::Hidden(by) if by == who => "hidden",
                Whereabouts::Held(_)
                | Whereabouts::Worn(_)
                | Whereabouts::Hidden(_)
                | Whereabouts::Place(_)
                | Whereabouts::Gone => return None,
            };
            Some((table.thing_sheet(thing).name.clone(), how.to_owned()))
        })
        .collect();
    let maimed = crate::harm::maimed(table, who);
    let body = sheet
        .body
        .iter()
        .enumerate()
        .filter(|(at, _)| maimed.contains(*at as u8))
        .map(|(_, part)| (part.part.clone(), "does not work".to_owned()))
        .collect();
    let numbers = vec![
        ("Speed".to_owned(), format!("{} feet", sheet.speed_ft)),
        ("Reach".to_owned(), format!("{} feet", sheet.reach_ft)),
        ("Size".to_owned(), format!("{:?}", sheet.size)),
    ];
    [("Skills", skills), ("Gear", gear), ("Injuries", injuries), ("Body", body), ("Numbers", numbers)]
        .into_iter()
        .filter(|(_, lines): &(&str, Vec<(String, String)>)| !lines.is_empty())
        .map(|(title, lines)| Section { title: title.into(), lines })
        .collect()
}

fn objects(table: &Table, seat: Seat) -> Vec<ObjectView> {
    table
        .thing_ids()
        .filter(|&thing| knows_thing(table, seat, thing))
        .map(|thing| {
            let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
            let piece = state.piece.map(|at| &table.pieces[usize::from(at)]).filter(|piece| piece.active);
            let gives = piece.map_or_else(Vec::new, |piece| {
                let given = [(piece.cover > 0, "cover"), (piece.concealment > 0, "concealment")];
                given.into_iter().filter(|(gives, _)| *gives).map(|(_, word)| word.to_owned()).collect()
            });
            ObjectView {
                key: sheet.key.clone(),
                name: sheet.name.clone(),
                place: match state.at {
                    Whereabouts::Place(place) => Some(place),
                    Whereabouts::Held(_) | Whereabouts::Worn(_) | Whereabouts::Hidden(_) | Whereabouts::Gone => None,
                },
                state: wholeness(state.state).into(),
                gives,
                cells: piece.map_or_else(Vec::new, |piece| ObjectView::spread_over(&piece.cells)),
            }
        })
        .collect()
}

/// Does the word for this thing name its first owner, and does this seat not know of that one?
fn tells_of_unknown(table: &Table, seat: Seat, thing: &crate::sheet::ThingSheet) -> bool {
    table.ids().any(|who| {
        let rest = thing.key.strip_prefix(table.sheet(who).key.as_str());
        rest.is_some_and(|rest| rest.starts_with('-')) && !knows(table, seat, who)
    })
}

pub fn wholeness(state: Wholeness) -> &'static str {
    match state {
        Wholeness::Intact => "intact",
        Wholeness::Damaged => "damaged",
        Wholeness::Destroyed => "destroyed",
    }
}

/// The table as plain data, for cases: `bandit.reactions`, `things.mudo-revolver.at`, `turn.side`.
pub fn facts(book: &Clockworld, table: &Table) -> Value {
    let mut all = Map::new();
    let see = Seen::truth(book, table);
    for who in table.ids() {
        all.insert(table.sheet(who).key.clone(), fact::of(<Clockworld as Corrects<ActorId>>::FACTS, &see, who));
    }
    let thing = |thing| {
        let facts = fact::of(<Clockworld as Corrects<ThingId>>::FACTS, &see, thing);
        (table.thing_sheet(thing).label.clone(), facts)
    };
    let things: Map<String, Value> = table.thing_ids().map(thing).collect();
    all.insert("things".into(), Value::Object(things));
    all.insert(
        "turn".into(),
        json!({
            "side": Clockworld::side_key(table.side),
            "number": table.turns[usize::from(table.side.0)],
            "elapsed": table.clock.elapsed,
            "mode": table.clock.mode,
        }),
    );
    all.insert("over".into(), table.over.as_ref().map_or(Value::Null, |ending| json!(ending.why)));
    let winner = table.over.as_ref().and_then(|ending| ending.winner).map(Clockworld::side_key);
    all.insert("winner".into(), json!(winner));
    Value::Object(all)
}

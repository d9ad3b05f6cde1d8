//! What a seat sees, and the facts for cases.

use crate::{
    Segments,
    sheet::{Attribute, PLAYERS, ThingId},
    table::{Out, Speed, Table, Thing, Whereabouts},
    time::abilities_left,
    turn::{Phase, declare, next_waiter},
};
use referee_engine::{
    ActorId, ActorView, ClockView, ConditionView, MapView, ObjectView, Seat, Section, SideView, Track, View,
    act::Seen,
    fact::{self, Corrects},
    hundredths, key_of, rule,
};
use serde_json::{Map, Value, json};

/// A seat knows of somebody unless it is hidden and nobody of the seat is on its side. A spectator sees what the players see.
pub fn knows(table: &Table, seat: Seat, who: ActorId) -> bool {
    if !table.actor(who).hidden {
        return true;
    }
    let side = table.side_of(who);
    match seat {
        Seat::Gm => true,
        Seat::Player(mine) => mine.iter().any(|me| me.index() < table.actors.len() && table.side_of(me) == side),
        Seat::Spectator => side == PLAYERS,
    }
}

/// Who may act now.
fn acting(book: &Segments, table: &Table) -> Vec<ActorId> {
    match referee_engine::System::status(book, table) {
        referee_engine::Status::Acting(who) => who.to_vec(),
        referee_engine::Status::Over(_) => Vec::new(),
    }
}

/// What is going on, in words.
fn situation(book: &Segments, table: &Table) -> String {
    match (table.clock.mode, table.round.phase) {
        (Speed::Open, _) => format!("Open, {} min", table.minutes()),
        (Speed::Journeying, _) => {
            let passed = table.passage.as_ref().map_or(0, |passage| passage.turns / 6);
            format!("Journeying, hour {passed} of {}", table.passage.as_ref().map_or(0, |passage| passage.hours))
        }
        (Speed::Segmented, Phase::Declaring) if !declare::somebody_has_to_declare(table) => {
            format!("Round {}: for the GM to begin", table.clock.round)
        }
        (Speed::Segmented, Phase::Declaring) => format!("Round {}: declaring", table.clock.round),
        (Speed::Segmented, Phase::Acting) => match (next_waiter(book, table), table.segment()) {
            (Some(_), _) => format!("Round {}: a point to step in", table.clock.round),
            (None, Some(_)) => format!("Round {}: a segment", table.clock.round),
            (None, None) => format!("Round {}", table.clock.round),
        },
    }
}

/// Everything that `seat` may see.
pub fn view(book: &Segments, table: &Table, seat: Seat) -> View {
    let visible = |who: &ActorId| knows(table, seat, *who);
    let acting: Vec<ActorId> = acting(book, table).into_iter().filter(visible).collect();
    View {
        book: "segments".into(),
        clock: ClockView {
            mode: table.clock.mode.word().to_lowercase(),
            turn: situation(book, table),
            round: table.clock.round,
            elapsed: table.clock.elapsed,
            acting: acting.clone(),
        },
        sides: SideView::all(&table.setup.sides, |side| acting.iter().any(|&who| table.side_of(who) == side)),
        actors: table.ids().filter(visible).map(|who| actor(book, table, seat, who)).collect(),
        objects: objects(table, seat),
        map: Some(MapView::of(&table.setup.space)),
        over: table.over.as_ref().map(|ending| ending.why.to_string()),
    }
}

fn actor(book: &Segments, table: &Table, seat: Seat, who: ActorId) -> ActorView {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let open = seat.plays(who);
    let mut tracks = Vec::new();
    if open {
        tracks.push(Track { name: "Health".into(), now: actor.health.into(), max: sheet.health_max.into() });
    }
    // SE-R26: what others have declared is not to be seen before all have.
    let declared = actor.part.intention.filter(|_| open || !declare::is_hidden(book, table, who));
    let mut conditions: Vec<ConditionView> = actor
        .statuses
        .iter()
        .map(|status| {
            ConditionView::new(table.status_name(status), "a status", "by Recover, or as it says", rule!("SE-118"))
        })
        .collect();
    if actor.down {
        conditions.push(ConditionView::new("Down", "the next action must be Ready", "with the Ready", rule!("SE-110")));
    }
    if table.in_the_dark(who) && table.is_here(who) {
        conditions.push(ConditionView::new("In the dark", "as if Blinded", "with light", rule!("SE-R06")));
    }
    if actor.part.owed > 0 {
        conditions.push(ConditionView::new(
            "Owes an action",
            "the next action is forfeited",
            "when it is lost",
            rule!("SE-104"),
        ));
    }
    if let Some(intention) = declared {
        conditions.push(ConditionView::new(intention.word(), "declared", "with the round", rule!("SE-041")));
    }
    ActorView {
        id: who,
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        side: sheet.side,
        place: (actor.out != Out::Away).then_some(actor.place),
        facing: None,
        stance: if actor.down { "Down".into() } else { "standing".into() },
        health: health(table, who),
        well: well(table, who, open),
        active: actor.out == Out::Active,
        tracks,
        conditions,
        sheet: if open { sections(table, who) } else { Vec::new() },
    }
}

/// How well somebody is for a bar: those who may read the sheet see the health, others only what the word says.
fn well(table: &Table, who: ActorId, open: bool) -> u8 {
    let (actor, most) = (table.actor(who), table.sheet(who).health_max);
    match actor.out {
        Out::Dying | Out::Dead => 0,
        _ if open || actor.health == most => hundredths(actor.health.into(), most.into()),
        _ if actor.health * 2 > most => 66,
        Out::Active | Out::Helpless | Out::Away => 33,
    }
}

/// How well somebody is, in a word.
fn health(table: &Table, who: ActorId) -> String {
    let (actor, most) = (table.actor(who), table.sheet(who).health_max);
    match actor.out {
        Out::Active | Out::Helpless if actor.health == most => "unhurt".into(),
        Out::Active | Out::Helpless if actor.health * 2 > most => "hurt".into(),
        Out::Active | Out::Helpless => "badly hurt".into(),
        Out::Dying | Out::Dead | Out::Away => actor.out.word().into(),
    }
}

fn sections(table: &Table, who: ActorId) -> Vec<Section> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let attributes =
        Attribute::ALL.map(|attribute| (attribute.word().to_owned(), sheet.attribute(attribute).to_string())).into();
    let numbers = vec![
        ("Pain Threshold".to_owned(), sheet.pain_threshold.to_string()),
        ("Defense".to_owned(), format!("{} and {} otherworldly", actor.defense, actor.ward)),
        ("Food".to_owned(), format!("d{}, {} h", actor.food.die, actor.food_hours)),
        ("Water".to_owned(), format!("d{}, {} h", actor.water.die, actor.water_hours)),
    ];
    let skills = sheet
        .skills
        .iter()
        .filter_map(|(skill, rank)| Some((table.skill(*skill)?.name.clone(), rank.to_string())))
        .collect();
    let abilities = abilities_left(table, who)
        .filter_map(|(id, left)| Some((table.ability(id)?.name.clone(), format!("{left} left"))))
        .collect();
    let gear = table.carried(who).map(|thing| (table.thing_sheet(thing).name.clone(), carried(table, thing))).collect();
    let moves = sheet.moves.iter().map(|way| (way.name.clone(), format!("{} / {} ft", way.full, way.lowest))).collect();
    Section::all([
        ("Attributes", attributes),
        ("Numbers", numbers),
        ("Skills", skills),
        ("Abilities", abilities),
        ("Gear", gear),
        ("Moves", moves),
    ])
}

fn carried(table: &Table, thing: crate::sheet::ThingId) -> String {
    let state = table.thing(thing);
    let at = match state.at {
        Whereabouts::Held(_) => "held",
        Whereabouts::Worn(_) => "worn",
        Whereabouts::Sheathed(_) => "at hand",
        Whereabouts::Packed(_) => "packed",
        Whereabouts::Place(_) => "lying",
        Whereabouts::Gone => "gone",
    };
    let lit = if state.lit { format!(", lit, {} turns left", state.turns_left) } else { String::new() };
    let count = if state.count == 1 { String::new() } else { format!(", {}", state.count) };
    format!("{at}{count}{lit}")
}

/// Does the word for this thing name its first owner, and does this seat not know of that one?
fn tells_of_unknown(table: &Table, seat: Seat, key: &str) -> bool {
    table.ids().any(|who| {
        let rest = key.strip_prefix(table.sheet(who).key.as_str());
        rest.is_some_and(|rest| rest.starts_with('-')) && !knows(table, seat, who)
    })
}

/// What the word of a thing would tell to this seat: things that name somebody of whom it does not know.
pub fn unknown_things(table: &Table, seat: Seat) -> impl Iterator<Item = ThingId> + '_ {
    table.thing_ids().filter(move |&thing| tells_of_unknown(table, seat, &table.thing_sheet(thing).key))
}

fn objects(table: &Table, seat: Seat) -> Vec<ObjectView> {
    let mut all = Vec::new();
    for thing in table.thing_ids() {
        let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
        let Whereabouts::Place(place) = state.at else { continue };
        if tells_of_unknown(table, seat, &sheet.key) {
            continue;
        }
        let stands = state.piece.map(|at| &table.pieces[usize::from(at)]);
        let piece = stands.filter(|piece| piece.active && piece.cover > 0);
        all.push(ObjectView {
            key: sheet.key.clone(),
            name: sheet.name.clone(),
            place: Some(place),
            state: if state.open {
                "open".into()
            } else if state.lit {
                "lit".into()
            } else {
                "intact".into()
            },
            gives: piece.map(|piece| format!("cover {}", piece.cover)).into_iter().collect(),
            cells: stands.map_or_else(Vec::new, |piece| ObjectView::spread_over(&piece.cells)),
        });
    }
    all
}

/// The table as plain data, for cases: `scout.health`, `clock.minutes`, `order`.
pub fn facts(book: &Segments, table: &Table) -> Value {
    let key = |who: ActorId| table.sheet(who).key.clone();
    let mut all = Map::new();
    let see = Seen::truth(book, table);
    for who in table.ids() {
        all.insert(key(who), fact::of(Segments::FACTS, &see, who));
    }
    let mut things = Map::new();
    for thing in table.thing_ids() {
        let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
        let at = match state.at {
            Whereabouts::Place(place) => table.setup.space.cell_key(place.cell),
            Whereabouts::Gone => "gone".into(),
            Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Sheathed(by) | Whereabouts::Packed(by) => {
                format!("{} by {}", carried(table, thing).split(',').next().unwrap_or(""), key(by))
            }
        };
        let Thing { count, loaded, lit, turns_left: turns, health, open, .. } = *state;
        let facts = json!({ "at": at, "count": count, "loaded": loaded, "lit": lit, "turns": turns, "health": health, "open": open });
        things.insert(sheet.key.clone(), facts);
    }
    all.insert("things".into(), Value::Object(things));
    let clocks: Map<String, Value> =
        table.clocks.iter().map(|clock| (key_of(&clock.name), json!(clock.filled))).collect();
    all.insert("clocks".into(), Value::Object(clocks));
    let works: Map<String, Value> = table
        .works
        .iter()
        .map(|work| (format!("{}-{}", key(work.who), work.activity.key()), json!(work.done)))
        .collect();
    all.insert("works".into(), Value::Object(works));
    all.insert(
        "clock".into(),
        json!({
            "speed": table.clock.mode,
            "minutes": table.minutes(),
            "turns": table.minutes() / 10,
            "round": table.clock.round,
            "phase": table.round.phase,
            "open_actions": table.open_actions,
            "mark_due": table.open_actions >= book.house.open_actions_per_mark,
            "wander_counter": table.wander_counter,
            "encounters": table.encounters,
        }),
    );
    let order = &table.round.order;
    all.insert("order".into(), json!(order.iter().map(|&who| key(who)).collect::<Vec<_>>()));
    all.insert("values".into(), json!(order.iter().map(|&who| table.actor(who).part.order).collect::<Vec<_>>()));
    all.insert("acting".into(), json!(acting(book, table).into_iter().map(key).collect::<Vec<_>>()));
    all.insert("over".into(), table.over.as_ref().map_or(Value::Null, |ending| json!(ending.why)));
    Value::Object(all)
}

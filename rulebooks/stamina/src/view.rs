//! What a seat sees of the table, and the table as plain data.

use crate::{
    Stamina,
    action::Action,
    acts::movement::distance,
    acts::value::item_key,
    defense::{Coming, defenses},
    sheet::{Attribute, Primary, Secondary},
    system::health,
    table::{ClueState, Mode, Out, Table, Whereabouts},
};
use referee_engine::{
    ActorId, ActorView, ClockView, ConditionView, MapView, ObjectView, RuleId, Seat, Section, SideView, Track, View,
    hundredths, rule,
};
use serde_json::{Map, Value, json};

/// Everything that `seat` may see.
pub fn view(book: &Stamina, table: &Table, seat: Seat) -> View {
    let space = &table.setup.space;
    let visible = |who: ActorId| knows(table, seat, who);
    let acting: Vec<ActorId> = table.ids().filter(|&who| table.has_turn(who) && visible(who)).collect();
    View {
        book: "stamina".into(),
        clock: ClockView {
            mode: if table.clock.mode == Mode::Rounds { "rounds".into() } else { "free".into() },
            turn: match table.acting().filter(|&who| visible(who)) {
                Some(who) => format!("{}'s turn", table.name(who)),
                None => String::new(),
            },
            round: table.clock.round,
            elapsed: table.clock.elapsed,
            acting: acting.clone(),
        },
        sides: table
            .setup
            .sides
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let side = referee_engine::Side(at as u8);
                SideView { side, name: name.clone(), acting: acting.iter().any(|&who| table.side_of(who) == side) }
            })
            .collect(),
        actors: table.ids().filter(|&who| visible(who)).map(|who| actor(book, table, seat, who)).collect(),
        objects: objects(table, seat),
        map: Some(MapView {
            grid: "hex".into(),
            width: space.columns(),
            height: space.rows(),
            cell: space.cell_size(),
            unit: space.unit().into(),
            zones: Vec::new(),
        }),
        over: table.over.as_ref().map(|ending| match ending.winner {
            Some(side) => format!("Only {} still stand", table.setup.sides[usize::from(side.0)]),
            None => "Nobody is left standing".into(),
        }),
    }
}

/// A seat knows of a character unless it is hidden from everybody whom the seat plays.
pub fn knows(table: &Table, seat: Seat, who: ActorId) -> bool {
    match seat {
        Seat::Gm => true,
        Seat::Player(mine) => {
            mine.contains(who) || mine.iter().any(|me| me.index() < table.actors.len() && table.is_aware(me, who))
        }
        Seat::Spectator => !table.actor(who).hidden,
    }
}

fn actor(book: &Stamina, table: &Table, seat: Seat, who: ActorId) -> ActorView {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let open = seat.plays(who);
    let track = |name: &str, now: u8, max: u8| Track { name: name.into(), now: i32::from(now), max: i32::from(max) };
    let mut tracks = vec![track("Defense", actor.defense, sheet.max_defense)];
    if open {
        tracks.push(track("Health", actor.health, sheet.max_health));
        tracks.push(track("Stamina", actor.stamina, table.stamina_limit(who)));
        tracks.push(track("Stun", actor.stun, sheet.max_stamina));
    }
    ActorView {
        id: who,
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        side: sheet.side,
        place: Some(actor.place),
        facing: Some(table.setup.space.side_deg(actor.facing)),
        stance: actor.posture.word().into(),
        health: health(table, who).into(),
        well: well(table, who, open),
        active: actor.out == Out::Active,
        tracks,
        conditions: conditions(table, seat, who),
        sheet: if open { sections(book, table, who) } else { Vec::new() },
    }
}

/// How well somebody is for a bar: those who may read the sheet see the health, others only what the word says.
fn well(table: &Table, who: ActorId, open: bool) -> u8 {
    let (actor, most) = (table.actor(who), table.sheet(who).max_health);
    match actor.out {
        Out::Out | Out::Dying | Out::Dead => 0,
        Out::Active if open || actor.health == most => hundredths(actor.health.into(), most.into()),
        Out::Active if 2 * actor.health >= most => 66,
        Out::Active => 33,
    }
}

fn conditions(table: &Table, seat: Seat, who: ActorId) -> Vec<ConditionView> {
    let actor = table.actor(who);
    let mut all = Vec::new();
    let mut add = |name: &str, effect: String, ends: &str, rule: RuleId| {
        all.push(ConditionView { name: name.into(), effect, ends: ends.into(), rule });
    };
    let turn = "when its next turn begins";
    if actor.surprised && table.clock.mode == Mode::Rounds {
        add("Surprised", "no bonuses of equipment".into(), "with the first round", rule!("ST-220"));
    }
    if actor.asleep {
        let ends = "when somebody wakes or attacks it";
        add("Asleep", "no turn and no reaction, and surprised".into(), ends, rule!("ST-254"));
    }
    if actor.turn.penalty > 0 {
        add("Lowered actions", format!("{} penalty dice on every check", actor.turn.penalty), turn, rule!("ST-R29"));
    }
    if actor.turn.disengaged {
        add("Disengaged", "+10 against free attacks".into(), turn, rule!("ST-194"));
    }
    if actor.turn.dodging {
        add("Dodging", "ranged defense for metres moved".into(), turn, rule!("ST-196"));
    }
    if actor.turn.no_attack {
        add("Composed", "no attacks".into(), turn, rule!("ST-200"));
    }
    if let Some((bonus, _)) = actor.guard.as_ref() {
        add("Guarded", format!("+{bonus} defense"), "after some rounds", rule!("ST-R41"));
    }
    if let Some(aim) = actor.aim.as_ref() {
        // An aim does not give away somebody whom this seat does not know of.
        let of = if knows(table, seat, aim.target) { table.name(aim.target) } else { "somebody" };
        add("Aiming", format!("bonus dice against {of}"), "with its next turn", rule!("ST-148"));
    }
    if actor.craft.stored > 0 {
        add("Energy", format!("{} successes stored", actor.craft.stored), "when released or lost", rule!("ST-180"));
    }
    if actor.kept.is_some() {
        add("Effect", "kept ready to throw".into(), "after some rounds", rule!("ST-187"));
    }
    if actor.behind.is_some() {
        add("In cover", "behind a piece beside it".into(), "when it moves", rule!("ST-R97"));
    }
    all
}

fn sections(book: &Stamina, table: &Table, who: ActorId) -> Vec<Section> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let attributes = Attribute::ALL.map(|of| (of.word().to_owned(), sheet.attribute(of).to_string())).into();
    let ranks = |word: &str, rank: u8| (rank > 0).then(|| (word.to_owned(), rank.to_string()));
    let primary = Primary::ALL.iter().filter_map(|of| ranks(of.word(), sheet.skill(*of))).collect();
    let secondary = Secondary::ALL.iter().filter_map(|of| ranks(of.word(), sheet.rank(*of))).collect();
    let gear = table
        .item_ids()
        .filter_map(|item| {
            let how = match table.item(item).at {
                Whereabouts::Held(by) if by == who => "readied",
                Whereabouts::Carried(by) if by == who => "carried",
                Whereabouts::Held(_) | Whereabouts::Carried(_) | Whereabouts::Ground(_) => return None,
            };
            Some((table.item_sheet(item).name.clone(), how.to_owned()))
        })
        .collect();
    let dash = distance(&book.house, table, who, Action::Dash).unwrap_or(0);
    let numbers = vec![
        ("Dash".to_owned(), format!("{dash} m")),
        ("Armour".to_owned(), sheet.av.to_string()),
        ("Size".to_owned(), sheet.size.to_string()),
        ("Ammunition".to_owned(), format!("{} at hand, {} more", actor.ready_ammo, actor.ammo)),
    ];
    let clues = table
        .setup
        .clues
        .iter()
        .zip(table.clues.iter())
        .filter(|(_, clue)| clue.found.contains(who))
        .map(|(sheet, clue)| {
            let damaged = if clue.state == ClueState::Damaged { " (damaged)" } else { "" };
            (sheet.key.clone(), format!("{}{damaged}", sheet.information))
        })
        .collect();
    [
        ("Attributes", attributes),
        ("Skills", primary),
        ("Secondary skills", secondary),
        ("Gear", gear),
        ("Numbers", numbers),
        ("Found", clues),
    ]
    .into_iter()
    .filter(|(_, lines): &(&str, Vec<(String, String)>)| !lines.is_empty())
    .map(|(title, lines)| Section { title: title.into(), lines })
    .collect()
}

fn objects(table: &Table, seat: Seat) -> Vec<ObjectView> {
    let pieces = table.pieces.iter().zip(&table.setup.scenery).zip(&table.durability).map(|((piece, terms), left)| {
        let gives = [(piece.cover, "cover"), (piece.concealment, "concealment")];
        let gives = gives.iter().filter(|(bonus, _)| piece.active && *bonus > 0);
        ObjectView {
            key: piece.key.to_string(),
            name: terms.name.clone(),
            place: piece.cells.first().map(|&cell| table.setup.space.on_ground(cell)),
            state: if *left == 0 { "broken".into() } else { "whole".into() },
            gives: gives.map(|(bonus, of)| format!("+{bonus} {of}")).collect(),
            cells: ObjectView::spread_over(&piece.cells),
        }
    });
    let items = table.item_ids().filter_map(|item| {
        let (sheet, state) = (table.item_sheet(item), table.item(item));
        let place = match state.at {
            Whereabouts::Ground(cell) => Some(table.setup.space.on_ground(cell)),
            Whereabouts::Held(by) if knows(table, seat, by) => None,
            Whereabouts::Carried(by) if seat.plays(by) => None,
            Whereabouts::Held(_) | Whereabouts::Carried(_) => return None,
        };
        // The word for an item names its first owner, whom this seat may not know of.
        let owner = table.ids().find(|&who| {
            sheet.key.strip_prefix(table.sheet(who).key.as_str()).is_some_and(|rest| rest.starts_with('-'))
        });
        if owner.is_some_and(|owner| !knows(table, seat, owner)) {
            return None;
        }
        let word = if state.loaded { "loaded" } else { "" };
        Some(ObjectView {
            key: sheet.key.clone(),
            name: sheet.name.clone(),
            place,
            state: word.into(),
            gives: Vec::new(),
            cells: Vec::new(),
        })
    });
    pieces.chain(items).collect()
}

/// The table as plain data, for cases: `fighter.defense`, `fighter.against.archer.ranged`, `turn.who`.
pub fn facts(book: &Stamina, table: &Table) -> Value {
    let mut all = Map::new();
    for who in table.ids() {
        all.insert(table.sheet(who).key.clone(), actor_facts(book, table, who));
    }
    let key = |who: ActorId| table.sheet(who).key.clone();
    let items: Map<String, Value> = table
        .item_ids()
        .map(|item| {
            let state = table.item(item);
            let at = match state.at {
                Whereabouts::Held(by) => format!("held by {}", key(by)),
                Whereabouts::Carried(by) => format!("carried by {}", key(by)),
                Whereabouts::Ground(cell) => table.setup.space.cell_key(cell),
            };
            let of = json!({ "at": at, "loaded": state.loaded, "durability": state.durability });
            (table.item_sheet(item).key.clone(), of)
        })
        .collect();
    let pieces: Map<String, Value> = table
        .pieces
        .iter()
        .zip(&table.durability)
        .map(|(piece, left)| {
            let of = json!({ "durability": left, "cover": piece.cover, "concealment": piece.concealment, "active": piece.active });
            (piece.key.to_string(), of)
        })
        .collect();
    let clues: Map<String, Value> = table
        .setup
        .clues
        .iter()
        .zip(table.clues.iter())
        .map(|(sheet, clue)| {
            let found: Vec<String> = clue.found.iter().map(key).collect();
            (sheet.key.clone(), json!({ "state": clue.state, "found": found }))
        })
        .collect();
    all.insert("items".into(), Value::Object(items));
    all.insert("scenery".into(), Value::Object(pieces));
    all.insert("clues".into(), Value::Object(clues));
    let order: Vec<String> = table.order.iter().map(|&who| key(who)).collect();
    all.insert(
        "turn".into(),
        json!({
            "mode": table.clock.mode,
            "round": table.clock.round,
            "who": table.acting().map(key),
            "order": order,
            "warning": table.warning,
            "elapsed": table.clock.elapsed,
            "wind": table.wind,
        }),
    );
    let winner = table.over.as_ref().and_then(|ending| ending.winner);
    all.insert("over".into(), json!(table.over.is_some()));
    all.insert("winner".into(), json!(winner.map(|side| table.setup.sides[usize::from(side.0)].clone())));
    Value::Object(all)
}

fn actor_facts(book: &Stamina, table: &Table, who: ActorId) -> Value {
    let actor = table.actor(who);
    let held: Vec<String> = actor.held.iter().map(|held| item_key(table, who, held.item)).collect();
    let mut against = Map::new();
    for other in table.ids().filter(|&other| other != who) {
        let of = |melee, free, trip| defenses(book, table, other, who, Coming { melee, free, trip });
        let (melee, ranged) = (of(true, false, false), of(false, false, false));
        let facts = json!({
            "melee": melee.total,
            "ranged": ranged.total,
            "trip": of(true, false, true).total,
            "free": of(true, true, false).total,
            "cover": ranged.cover,
            "complete": ranged.complete,
            "settled": actor.settled.contains(other),
        });
        against.insert(table.sheet(other).key.clone(), facts);
    }
    json!({
        "at": table.setup.space.cell_key(actor.place.cell),
        "height": actor.place.z,
        "facing": actor.facing,
        "posture": actor.posture,
        "out": actor.out,
        "health": actor.health,
        "stamina": actor.stamina,
        "defense": actor.defense,
        "stun": actor.stun,
        "held": held,
        "ammo": actor.ammo,
        "ready_ammo": actor.ready_ammo,
        "slot_used": actor.turn.slot_used,
        "penalty": actor.turn.penalty,
        "metres": actor.turn.metres,
        "spent": actor.turn.spent,
        "reacted": actor.turn.reacted,
        "aim": actor.aim.as_ref().map(|aim| table.sheet(aim.target).key.clone()),
        "stored": actor.craft.stored,
        "shaped": actor.craft.shaped(),
        "kept": actor.kept.is_some(),
        "guard": actor.guard.as_ref().map_or(0, |(bonus, _)| *bonus),
        "working": actor.work.is_some(),
        "surprised": actor.surprised,
        "asleep": actor.asleep,
        "flat_footed": actor.flat_footed,
        "warning": actor.warning,
        "hidden": actor.hidden,
        "stealth": actor.stealth,
        "noticed_by": actor.noticed_by.iter().map(|by| table.sheet(by).key.clone()).collect::<Vec<_>>(),
        "hurrying": actor.hurrying,
        "questions": actor.questions,
        "progress": table.retry.iter().any(|(of, _)| *of == who),
        "materials_lost": table.spoiled.contains(who),
        "against": against,
    })
}

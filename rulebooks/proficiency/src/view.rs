//! What a seat sees of the table, and the table as plain data.

use crate::{
    Proficiency,
    resource::{Left, outlook},
    sheet::Ability,
    table::{Actor, Life, Phase, Table},
};
use referee_engine::{
    ActorId, ActorView, ClockView, ConditionView, MapView, ObjectView, RuleId, Seat, Section, SideView, Track, View,
    act::Seen,
    clock::Turn,
    fact::{self, Corrects},
    hundredths, rule,
};
use serde_json::{Map, Value, json};

/// PR-R90: a seat knows of a character if one of those it plays does. A spectator sees what everybody sees.
pub fn knows(table: &Table, seat: Seat, who: ActorId) -> bool {
    let hidden = *table.actor(who).hidden_from;
    let sees = |me: ActorId| !hidden.contains(me);
    match seat {
        Seat::Gm => true,
        Seat::Player(mine) => mine.iter().any(|me| table.has(me) && sees(me)),
        Seat::Spectator => hidden.is_empty(),
    }
}

/// Those who may act now.
pub fn acting(table: &Table) -> impl Iterator<Item = ActorId> {
    let own = match table.clock.turn {
        Turn::Of(who) if table.phase != Phase::Free && table.is_able(who) => Some(who),
        Turn::Of(_) | Turn::OfSide(_) | Turn::Round => None,
    };
    own.into_iter().chain(table.beginners()).filter(|_| table.over.is_none())
}

/// Everything that `seat` may see.
pub fn view(book: &Proficiency, table: &Table, seat: Seat) -> View {
    let turn = match (table.phase, table.clock.turn) {
        (Phase::Free, _) => "no turns".to_owned(),
        (_, Turn::Of(who)) if knows(table, seat, who) => format!("{}'s turn", table.name(who)),
        (_, Turn::Of(_)) => "somebody's turn".to_owned(),
        (_, Turn::OfSide(_) | Turn::Round) => {
            format!("the {} choose who acts", table.side_name(table.acting_sides().first()))
        }
    };
    View {
        book: "proficiency".into(),
        clock: ClockView {
            mode: table.clock.mode.word().into(),
            turn,
            round: table.clock.round,
            elapsed: table.clock.elapsed,
            acting: acting(table).filter(|&who| knows(table, seat, who)).collect(),
        },
        sides: SideView::all(&table.setup.sides, |side| {
            table.phase != Phase::Free && table.over.is_none() && table.acting_sides().contains(side)
        }),
        actors: table
            .ids()
            .filter(|&who| knows(table, seat, who) && (seat.is_gm() || table.actor(who).life != Life::Absent))
            .map(|who| actor(book, table, seat, who))
            .collect(),
        objects: objects(table),
        map: table.is_mapped().then(|| MapView::of(&table.setup.space)),
        over: table.over.as_ref().map(|ending| ending.words(table)),
    }
}

fn objects(table: &Table) -> Vec<ObjectView> {
    let objects = table.setup.objects.iter().zip(&table.objects).map(|(sheet, hp)| ObjectView {
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        place: table.is_mapped().then_some(sheet.place),
        state: if *hp == 0 { "broken".into() } else { format!("{hp} of {} hp", sheet.hp) },
        gives: Vec::new(),
        cells: Vec::new(),
    });
    let tasks = table.setup.tasks.iter().zip(&table.tasks).map(|(sheet, state)| ObjectView {
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        place: None,
        state: match (state.done, state.over) {
            (true, _) => "done".into(),
            (_, true) => "lost".into(),
            _ => format!("{}: {} of {}", sheet.level.word(), state.progress, sheet.needed),
        },
        gives: Vec::new(),
        cells: Vec::new(),
    });
    let areas = table.areas.iter().enumerate().map(|(at, area)| ObjectView {
        key: format!("area-{}", at + 1),
        name: table.resource(area.stock.kind).name.clone(),
        place: None,
        state: if area.stock.spent { "burnt out".into() } else { area.stock.left.word() },
        gives: vec!["harm to those inside".into()],
        cells: Vec::new(),
    });
    objects.chain(tasks).chain(areas).collect()
}

fn actor(book: &Proficiency, table: &Table, seat: Seat, who: ActorId) -> ActorView {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let open = seat.plays(who);
    let track = |name: &str, now: i16, max: i16| Track { name: name.into(), now: now.into(), max: max.into() };
    let standards = i16::from(book.house.turn_standard_checks);
    let mut tracks = vec![
        track("Standard checks", standards - i16::from(actor.turn.standards).min(standards), standards),
        track("Bonus checks", i16::from(actor.turn.granted.saturating_sub(actor.turn.bonus)), 1),
    ];
    if open {
        tracks.insert(0, track("hp", actor.hp, sheet.hp_max));
    }
    ActorView {
        id: who,
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        side: sheet.side,
        place: table.is_mapped().then_some(actor.place),
        facing: None,
        stance: if actor.life == Life::Able { "standing".into() } else { "lying".into() },
        health: health(table, who),
        well: well(table, who, open),
        active: actor.life == Life::Able,
        tracks,
        conditions: conditions(table, seat, actor),
        sheet: if open { sections(book, table, who) } else { Vec::new() },
    }
}

/// How well a character is, in a word.
pub fn health(table: &Table, who: ActorId) -> String {
    let (actor, most) = (table.actor(who), table.sheet(who).hp_max);
    match actor.life {
        Life::Able if actor.hp >= most => "unhurt".into(),
        Life::Able if actor.hp * 2 > most => "hurt".into(),
        Life::Able => "badly hurt".into(),
        life @ (Life::Down | Life::Captured | Life::Dead | Life::Absent) => life.word().into(),
    }
}

/// The same for a bar: those who may read the sheet see the hit points, others only what the word says.
fn well(table: &Table, who: ActorId, open: bool) -> u8 {
    let (actor, most) = (table.actor(who), table.sheet(who).hp_max);
    match actor.life {
        Life::Able if open || actor.hp >= most => hundredths(actor.hp.into(), most.into()),
        Life::Able if actor.hp * 2 > most => 66,
        Life::Able => 33,
        Life::Down | Life::Captured | Life::Dead | Life::Absent => 0,
    }
}

fn conditions(table: &Table, seat: Seat, actor: &Actor) -> Vec<ConditionView> {
    let mut all = Vec::new();
    let mut add = |is: bool, name: &str, effect: String, ends: &str, rule: RuleId| {
        if is {
            all.push(ConditionView::new(name, effect, ends, rule));
        }
    };
    let own = "at the start of its next turn";
    add(actor.guarded > 0, "guarded", format!("Defense {:+}", actor.guarded), own, rule!("PR-R77"));
    add(actor.warded, "defending", "attacks against it have DIS".into(), own, rule!("PR-R77"));
    add(actor.exposed, "exposed", "the next check against it has ADV".into(), own, rule!("PR-R44"));
    add(actor.held, "held", "no check of its own".into(), "at the end of its next turn", rule!("PR-R79"));
    add(actor.exhausted, "exhausted", "DIS on STR, DEX and CON".into(), "after a Period of rest", rule!("PR-R93"));
    if let Some(off) = actor.off_balance {
        let by = if knows(table, seat, off.by) { table.name(off.by) } else { "somebody" };
        let effect = "the next check against it has ADV".to_owned();
        add(true, "off balance", effect, &format!("at the end of the next turn of {by}"), rule!("PR-R78"));
    }
    let hidden = !actor.hidden_from.is_empty();
    add(hidden, "hidden", "its next attack has ADV".into(), "when it attacks or is found", rule!("PR-R90"));
    for lasting in actor.lasting.iter() {
        let sheet = table.resource(lasting.kind);
        add(true, &sheet.name, format!("{} each turn", lasting.die.word()), &sheet.on_spent, rule!("PR-R98"));
    }
    all
}

/// PR-P44: how long a stock lasts from here, in words: the exact mean and median.
fn lasts(book: &Proficiency, table: &Table, stock: &crate::resource::Stock) -> String {
    let sheet = table.resource(stock.kind);
    match stock.left {
        _ if stock.spent => format!("spent: {}", sheet.on_spent),
        Left::Count(count) => format!("{count} left"),
        Left::Die(die) => {
            let mean = outlook::uses(&book.house, sheet.direction, die);
            let half = outlook::median(&book.house, sheet.direction, die);
            format!("{}: {mean} more rolls on average, half of them within {half}", die.word())
        }
    }
}

fn sections(book: &Proficiency, table: &Table, who: ActorId) -> Vec<Section> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let abilities = Ability::ALL.map(|ability| {
        let score = sheet.scores[ability as usize];
        (ability.word().to_owned(), format!("{score} ({:+})", sheet.modifier(ability)))
    });
    let mut numbers = vec![
        ("Level".to_owned(), sheet.level.to_string()),
        ("Proficiency".to_owned(), sheet.proficiency.to_string()),
        ("Defense".to_owned(), crate::acts::attack::defense(table, who).to_string()),
        ("Hit points".to_owned(), format!("{} of {}", actor.hp, sheet.hp_max)),
    ];
    if sheet.immortal {
        numbers.push(("Immortal".to_owned(), "may roll at DC 25".to_owned()));
    }
    let weapons = sheet.weapons.iter().enumerate().map(|(at, weapon)| {
        let held = if usize::from(actor.in_hand) == at { ", in hand" } else { "" };
        let reach = if weapon.reach { ", reach" } else { "" };
        (weapon.name.clone(), format!("{:+}, rating {}{reach}{held}", weapon.bonus, weapon.rating))
    });
    let skills = sheet.skills.iter().map(|(skill, bonus)| (table.skill(*skill).name.clone(), format!("+{bonus}")));
    let stocks = actor.stocks.iter();
    let stocks = stocks.map(|stock| (table.resource(stock.kind).name.clone(), lasts(book, table, stock)));
    Section::all([
        ("Numbers", numbers),
        ("Abilities", abilities.into()),
        ("Weapons", weapons.collect()),
        ("Skills", skills.collect()),
        ("Spells", sheet.spells.iter().map(|spell| (spell.name.clone(), String::new())).collect()),
        ("Feats", sheet.feats.iter().map(|feat| (feat.name.clone(), format!("DC {:+}", feat.dc_mod))).collect()),
        ("Stocks", stocks.collect()),
    ])
}

/// The whole table as plain data, for cases and tools.
pub fn facts(book: &Proficiency, table: &Table) -> Value {
    let mut all = Map::new();
    let see = Seen::truth(book, table);
    for who in table.ids() {
        all.insert(table.sheet(who).key.clone(), fact::of(Proficiency::FACTS, &see, who));
    }
    let tasks = table.setup.tasks.iter().zip(&table.tasks).map(|(sheet, state)| {
        let facts = json!({
            "progress": state.progress, "checks": state.checks, "done": state.done, "over": state.over,
        });
        (sheet.key.clone(), facts)
    });
    all.insert("tasks".into(), Value::Object(tasks.collect()));
    let objects = table.setup.objects.iter().zip(&table.objects);
    all.insert("objects".into(), Value::Object(objects.map(|(sheet, hp)| (sheet.key.clone(), json!(hp))).collect()));
    let areas = table.areas.iter().map(|area| json!({ "left": area.stock.left.word(), "spent": area.stock.spent }));
    all.insert("areas".into(), Value::Array(areas.collect()));
    let turn = match table.clock.turn {
        Turn::Of(who) => json!(table.sheet(who).key),
        Turn::OfSide(_) | Turn::Round => Value::Null,
    };
    let order = table.order.iter().map(|set| table.side_name(set.first()).to_owned());
    all.insert(
        "clock".into(),
        json!({
            "mode": table.clock.mode.key(),
            "elapsed": table.clock.elapsed,
            "round": table.clock.round,
            "units": table.units,
            "phase": table.phase,
            "side": table.side_name(table.acting_sides().first()),
            "order": order.collect::<Vec<_>>(),
            "turn": turn,
            "lit": table.is_lit(),
        }),
    );
    all.insert("over".into(), table.over.as_ref().map_or(Value::Null, |ending| json!(ending.why)));
    let winner = table.over.as_ref().and_then(|ending| ending.winner).map(|side| table.side_name(side).to_owned());
    all.insert("winner".into(), json!(winner));
    Value::Object(all)
}

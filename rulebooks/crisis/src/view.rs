//! What a seat sees of the table, and the table as plain data.

use crate::{
    Crisis, harm,
    sheet::Cover,
    table::{Mode, Table},
    turn::{self, MOST_AP},
};
use referee_engine::{
    ActorId, ActorView, ClockView, ConditionView, MapView, ObjectView, Seat, Section, Side, SideView, Track, View,
    act::Seen,
    clock::Ends,
    fact::{self, Corrects},
    hundredths, rule,
};
use serde_json::{Map, Value, json};

/// Everything that `seat` may see.
pub fn view(book: &Crisis, table: &Table, seat: Seat) -> View {
    let visible = |who: ActorId| knows(table, seat, who);
    let acting = table.acting().filter(|&who| visible(who));
    View {
        book: "crisis".into(),
        clock: ClockView {
            mode: if table.clock.mode == Mode::Crisis { "crisis".into() } else { "free".into() },
            turn: match (table.clock.mode, acting) {
                (Mode::Free, _) => "no crisis".into(),
                (Mode::Crisis, Some(who)) => format!("{}'s turn", table.name(who)),
                (Mode::Crisis, None) => "somebody's turn".into(),
            },
            round: table.clock.round,
            elapsed: table.clock.elapsed,
            acting: acting.into_iter().collect(),
        },
        sides: sides(table, acting, &visible),
        actors: table.ids().filter(|&who| visible(who)).map(|who| actor(book, table, seat, who)).collect(),
        objects: table.setup.objects.iter().map(|object| object_view(table, object)).collect(),
        map: Some(MapView::of(&table.setup.space)),
        over: table.over.as_ref().map(|ending| ending.why.to_string()),
    }
}

/// The sides of those of whom the seat knows.
fn sides(table: &Table, acting: Option<ActorId>, visible: &impl Fn(ActorId) -> bool) -> Vec<SideView> {
    let known = |side: Side| table.ids().any(|who| table.side_of(who) == side && visible(who));
    let mut all = SideView::all(&table.setup.sides, |side| acting.is_some_and(|who| table.side_of(who) == side));
    all.retain(|view| known(view.side));
    all
}

/// CR-170: a seat knows of a creature if one of those it plays does. A spectator sees what everybody sees. Of somebody who
/// has not arrived only its player knows.
pub fn knows(table: &Table, seat: Seat, who: ActorId) -> bool {
    let (side, here) = (table.side_of(who), !table.actor(who).absent);
    let notices = |me: ActorId| table.side_of(me) == side || !table.actor(me).unaware_of.contains(who);
    match seat {
        Seat::Gm => true,
        Seat::Player(mine) => {
            mine.contains(who) || (here && mine.iter().any(|me| me.index() < table.actors.len() && notices(me)))
        }
        Seat::Spectator => here && table.ids().all(notices),
    }
}

fn object_view(table: &Table, object: &crate::sheet::Object) -> ObjectView {
    let mut gives = Vec::new();
    if object.cover != Cover::None {
        gives.push(format!("{} cover", object.cover.word()));
    }
    gives.extend(object.inflicts.map(|kind| kind.word().to_owned()));
    ObjectView {
        key: object.key.clone(),
        name: object.name.clone(),
        place: object.cells.first().map(|&cell| table.setup.space.on_ground(cell)),
        state: "intact".into(),
        gives,
        cells: ObjectView::spread_over(&object.cells),
    }
}

fn actor(book: &Crisis, table: &Table, seat: Seat, who: ActorId) -> ActorView {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let open = seat.plays(who);
    let track = |name: &str, now: u16, max: u16| Track { name: name.into(), now: now.into(), max: max.into() };
    let mut tracks = Vec::new();
    if open {
        tracks.push(track("AP", actor.ap.into(), MOST_AP.into()));
        tracks.push(track("Lethal wounds", actor.lethal.count(), harm::dies_at(table, who)));
        tracks.push(track("Non-lethal wounds", actor.nonlethal.count(), harm::knocked_down_at(book, sheet, actor)));
    }
    // CR-R123: where somebody Hidden is, its opponents do not know.
    let friends = |me: ActorId| me.index() < table.actors.len() && table.side_of(me) == sheet.side;
    let shows = !actor.is_out_of_sight()
        || match seat {
            Seat::Gm => true,
            Seat::Player(mine) => mine.iter().any(friends),
            Seat::Spectator => false,
        };
    ActorView {
        id: who,
        key: sheet.key.clone(),
        name: sheet.name.clone(),
        side: sheet.side,
        place: (shows && !actor.absent).then_some(actor.place),
        facing: shows.then(|| u16::from(actor.facing) * 45),
        stance: actor.stance.word().into(),
        health: health(table, who).into(),
        well: well(table, who, open),
        active: turn::is_up(table, who),
        tracks,
        conditions: conditions(table, who),
        sheet: if open { sections(book, table, who) } else { Vec::new() },
    }
}

/// The same for a bar: those who may read the sheet see the wounds counted, others only what the word says.
fn well(table: &Table, who: ActorId, open: bool) -> u8 {
    match health(table, who) {
        "dead" => 0,
        "dying" | "incapacitated" => 10,
        _ if open => {
            let (most, lethal) = (i32::from(harm::dies_at(table, who)), i32::from(table.actor(who).lethal.count()));
            hundredths(most - lethal, most).max(10)
        }
        "wounded" => 50,
        _ => 100,
    }
}

/// How well a creature is, in a word.
pub fn health(table: &Table, who: ActorId) -> &'static str {
    let actor = table.actor(who);
    if actor.dead {
        "dead"
    } else if actor.dying {
        "dying"
    } else if actor.incapacitated {
        "incapacitated"
    } else if actor.lethal.count() > 0 {
        "wounded"
    } else if actor.nonlethal.count() > 0 {
        "bruised"
    } else {
        "unhurt"
    }
}

fn conditions(table: &Table, who: ActorId) -> Vec<ConditionView> {
    let actor = table.actor(who);
    let mut all: Vec<ConditionView> = actor
        .conditions
        .iter()
        .map(|condition| ConditionView {
            name: condition.kind.word().into(),
            effect: condition.kind.effect().into(),
            ends: match condition.ends {
                Ends::At { .. } => "with a turn".into(),
                Ends::When(moment) => format!("{} seconds from now", moment.saturating_sub(table.clock.elapsed)),
                Ends::Never => "when something ends it".into(),
            },
            rule: condition.kind.rule(),
        })
        .collect();
    let mut add = |so: bool, name: &str, effect: &str, ends: &str, rule| {
        if so {
            all.push(ConditionView::new(name, effect, ends, rule));
        }
    };
    add(actor.dying, "dying", "1 lethal wound at each turn start", "when healed or dead", rule!("CR-194"));
    let worn_out = harm::is_worn_out(table.sheet(who), actor) && !actor.dead;
    add(worn_out, "exhausted", "2 AP a turn instead of 4", "with fewer non-lethal wounds", rule!("CR-121"));
    add(actor.knocked_out, "knocked out", "incapacitated", "with the last non-lethal wound", rule!("CR-115"));
    add(actor.overwatch, "overwatch", "Attacks in others' turns", "at the next turn", rule!("CR-182"));
    all
}

fn sections(book: &Crisis, table: &Table, who: ActorId) -> Vec<Section> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let mut skills = vec![("Action".to_owned(), sheet.action_die.to_string())];
    for (at, name) in table.setup.skills.iter().enumerate() {
        let skill = crate::sheet::Skill(at as u8);
        let (die, plus) = (sheet.die(skill), sheet.skill_mod(skill));
        if die > book.house.untrained_die || plus != 0 {
            skills.push((name.clone(), if plus == 0 { die.to_string() } else { format!("{die} {plus:+}") }));
        }
    }
    let weapons = actor.weapons.iter().map(|carried| {
        let weapon = &table.setup.weapons[usize::from(carried.weapon)];
        let loaded =
            if weapon.capacity > 0 { format!(", {} of {}", carried.loaded, weapon.capacity) } else { String::new() };
        let count = if weapon.one_use { format!(", {} left", carried.count) } else { String::new() };
        (weapon.name.clone(), format!("{:+} DMG {}{loaded}{count}", weapon.hit, weapon.dmg))
    });
    let items =
        actor.items.iter().map(|(item, count)| (table.setup.items[usize::from(*item)].name.clone(), count.to_string()));
    let numbers = vec![
        ("HP".to_owned(), sheet.hp.to_string()),
        ("Pace".to_owned(), sheet.pace.to_string()),
        ("Armour".to_owned(), actor.armour.to_string()),
        ("Initiative".to_owned(), actor.initiative.to_string()),
    ];
    let traits = sheet.traits.iter().map(|one| (one.name.clone(), String::new())).collect();
    Section::all([
        ("Skills", skills),
        ("Numbers", numbers),
        ("Weapons", weapons.collect()),
        ("Items", items.collect()),
        ("Talents and race", traits),
    ])
}

/// The table as plain data, for cases: `guard.lethal`, `ann.weapons.longsword.loaded`, `round`.
pub fn facts(book: &Crisis, table: &Table) -> Value {
    let mut all = Map::new();
    let see = Seen::truth(book, table);
    for who in table.ids() {
        all.insert(table.sheet(who).key.clone(), fact::of(Crisis::FACTS, &see, who));
    }
    let keys = |ids: &[ActorId]| ids.iter().map(|&id| table.sheet(id).key.clone()).collect::<Vec<_>>();
    let side = |side: Side| table.setup.sides[usize::from(side.0)].clone();
    all.insert("round".into(), json!(table.clock.round));
    all.insert("mode".into(), json!(table.clock.mode));
    all.insert("elapsed".into(), json!(table.clock.elapsed));
    all.insert("turn".into(), json!(table.acting().map(|who| table.sheet(who).key.clone())));
    all.insert("order".into(), json!(keys(&table.order)));
    all.insert("over".into(), json!(table.over.as_ref().map(|ending| ending.why.clone())));
    all.insert("winner".into(), json!(table.over.as_ref().and_then(|ending| ending.winner).map(side)));
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{scene, who};
    use referee_engine::System;

    /// The bar and the track of wounds are full when the creature dies: a PC at twice its HP, most NPCs at their HP.
    #[test]
    fn cr_119_cr_120_wounds_are_shown_against_the_number_that_kills() {
        let (book, mut table) = scene(
            r#"
            book = "crisis"
            map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
            characters = [
                { name = "Ann", pc = true, hp = 8, at = [1, 4], lethal = 4 },
                { name = "Cid", hp = 8, at = [3, 4], lethal = 4 },
                { name = "Dan", hp = 8, at = [5, 4], lethal = 4, dies_at_zero = false },
            ]
            "#,
        );
        let shown = |table: &Table, key: &str| {
            let view = view(&book, table, Seat::Gm).actors.into_iter().find(|actor| actor.key == key).unwrap();
            let track = view.tracks.iter().find(|track| track.name == "Lethal wounds").unwrap();
            let id = who(table, key);
            let gauge = book.gauges(table).into_iter().find(|gauge| gauge.actor == id).unwrap();
            assert_eq!((gauge.name.as_str(), gauge.max), ("Lethal wounds", track.max));
            (track.now, track.max, view.well)
        };
        assert_eq!(shown(&table, "ann"), (4, 16, 75));
        assert_eq!(shown(&table, "cid"), (4, 8, 50));
        assert_eq!(shown(&table, "dan"), (4, 16, 75));
        let cid = who(&table, "cid");
        table.actor_mut(cid).dies_at_zero = false; // CR-R88: the GM has decided otherwise
        assert_eq!(shown(&table, "cid"), (4, 16, 75));
    }
}

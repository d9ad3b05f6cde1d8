//! How things stand: time, those who take part, what can be done.

use crate::screen::{Align, BAD, BOLD, Cell, Columns, DIM, GOOD, INK, MARK, Page, paint, wrap};
use referee_engine::{ActorId, ActorView, Offer, Seat, View};
use referee_shelf::OpenTable;

/// Shows time and turn, and everybody that this seat sees.
pub fn show(table: &dyn OpenTable, seat: Seat, page: &mut Page) {
    let view = table.view(seat);
    page.line(header(&view));
    let left = Align::Left;
    let mut columns = Columns::new(&[left, left, left, left, left, left]);
    for side in &view.sides {
        for actor in view.actors.iter().filter(|actor| actor.side == side.side) {
            let acting = view.clock.acting.contains(&actor.id);
            let style = if actor.active { BOLD } else { DIM };
            let conditions: Vec<&str> = actor.conditions.iter().map(|condition| condition.name.as_str()).collect();
            columns.row([
                Cell::new(GOOD, if acting { "▸" } else { "" }),
                Cell::new(style, &actor.name),
                Cell::new(DIM, &side.name),
                health(table, actor),
                Cell::new(DIM, tracks(actor)),
                Cell::new(MARK, conditions.join(", ")),
            ]);
        }
    }
    page.lines(columns.lines(" "));
    if let Some(over) = &view.over {
        page.line(paint(BOLD, format!("It is over: {over}")));
    }
}

fn header(view: &View) -> String {
    let clock = &view.clock;
    let round = if clock.round > 0 { format!(" · round {}", clock.round) } else { String::new() };
    let time = if clock.elapsed > 0 { format!(" · {}", time(clock.elapsed)) } else { String::new() };
    format!("{}{}", paint(BOLD, &clock.turn), paint(DIM, format!("{round}{time}")))
}

/// Seconds of game time, in words.
fn time(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, 0) => format!("{m} min"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, 0, 0) => format!("{h} h"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

fn health(table: &dyn OpenTable, actor: &ActorView) -> Cell {
    let stance = if actor.stance.is_empty() || actor.stance == "standing" {
        String::new()
    } else {
        format!(", {}", actor.stance)
    };
    let place = actor.place.map(|place| format!(" at {}", table.cell_key(place.cell))).unwrap_or_default();
    let text = format!("{}{stance}{place}", actor.health);
    Cell::new(if actor.active { anstyle::Style::new() } else { BAD }, text)
}

fn tracks(actor: &ActorView) -> String {
    let tracks: Vec<String> =
        actor.tracks.iter().map(|track| format!("{} {}/{}", track.name, track.now, track.max)).collect();
    tracks.join(" · ")
}

/// Lists what an actor (or, without one, the game master) can do, numbered; what cannot be done stands below, greyed
/// with its reason. Gives the offers in the order of their numbers.
pub fn offers(table: &dyn OpenTable, seat: Seat, actor: Option<ActorId>, page: &mut Page) -> Vec<Offer> {
    let all = table.offers(seat);
    let mine = all.into_iter().filter(|offer| offer.actor == actor);
    let (refused, open): (Vec<Offer>, Vec<Offer>) = mine.partition(|offer| offer.refused.is_some());
    let name = actor.and_then(|id| table.actors().into_iter().find(|card| card.id == id)).map(|card| card.name);
    page.line("");
    page.line(paint(BOLD, format!("What will {} do?", name.as_deref().unwrap_or("the game master"))));
    let mut groups: Vec<&str> = Vec::new();
    for offer in open.iter().chain(&refused) {
        if !groups.contains(&offer.group.as_str()) {
            groups.push(&offer.group);
        }
    }
    let mut listed = Vec::new();
    for group in groups {
        page.line(format!(" {}", paint(INK, group)));
        let left = Align::Left;
        let mut columns = Columns::new(&[Align::Right, left, left, left, left]);
        for offer in open.iter().filter(|offer| offer.group == group) {
            listed.push(offer.clone());
            columns.row([
                Cell::new(BOLD, listed.len().to_string()),
                offer.verb.as_str().into(),
                Cell::new(DIM, if offer.label.eq_ignore_ascii_case(&offer.verb) { "" } else { &offer.label }),
                Cell::new(DIM, format!("{} [{}]", offer.cost, offer.rule).trim().to_owned()),
                Cell::new(MARK, offer.warning.clone().unwrap_or_default()),
            ]);
        }
        page.lines(columns.lines("  "));
        for offer in refused.iter().filter(|offer| offer.group == group) {
            let why = offer.refused.as_ref().map(ToString::to_string).unwrap_or_default();
            let lines = wrap(&format!("{}: {why}", offer.verb), page.width, "   ·  ", "      ");
            page.lines(lines.iter().map(|line| paint(DIM, line)));
        }
    }
    if listed.is_empty() && refused.is_empty() {
        page.line(paint(DIM, "  nothing now"));
    }
    listed
}

/// Shows the sheet of an actor, as far as this seat may read it.
pub fn sheet(table: &dyn OpenTable, seat: Seat, id: ActorId, page: &mut Page) {
    let view = table.view(seat);
    let Some(actor) = view.actors.iter().find(|actor| actor.id == id) else {
        page.line("You cannot see this character.");
        return;
    };
    page.line(format!("{}  {}", paint(BOLD, &actor.name), actor.health));
    let mut columns = Columns::new(&[Align::Left, Align::Left]);
    for track in &actor.tracks {
        columns.row([Cell::new(DIM, &track.name), format!("{} of {}", track.now, track.max).into()]);
    }
    page.lines(columns.lines("  "));
    for condition in &actor.conditions {
        let text = format!("{}: {} until {}", condition.name, condition.effect, condition.ends);
        page.line(format!("  {} {}", paint(MARK, text), paint(DIM, format!("[{}]", condition.rule))));
    }
    for section in &actor.sheet {
        page.line(format!(" {}", paint(INK, &section.title)));
        let mut columns = Columns::new(&[Align::Left, Align::Left]);
        for (name, value) in &section.lines {
            columns.row([Cell::new(DIM, name), value.as_str().into()]);
        }
        page.lines(columns.lines("  "));
    }
}

//! The log in lines: an act at the left, what follows from it indented, the rule in brackets, the factors behind.

use crate::screen::{BAD, BOLD, DIM, GOOD, Page, STRUCK, paint, wrap};
use referee_dice::{Fallen, Look, Shown, ShownExpr};
use referee_engine::{ActorCard, ActorId, Line, Seat, SideView, Who};
use referee_shelf::{Heard, LogEntry, OpenTable};

/// Knows the names.
pub struct Teller {
    actors: Vec<ActorCard>,
    sides: Vec<SideView>,
}

impl Teller {
    /// For a table.
    pub fn of(table: &dyn OpenTable) -> Teller {
        Teller { actors: table.actors(), sides: table.view(Seat::Gm).sides }
    }

    /// The name of an actor.
    pub fn name(&self, id: ActorId) -> &str {
        self.actors.iter().find(|card| card.id == id).map_or("somebody", |card| &card.name)
    }

    /// The name of the person who decides or rolls.
    pub fn who(&self, who: Who) -> &str {
        match who {
            Who::Gm => "the game master",
            Who::Actor(actor) => self.name(actor),
            Who::Side(side) => self.sides.iter().find(|view| view.side == side).map_or("a side", |view| &view.name),
        }
    }

    /// The lines of an entry of the log; an undone one is dim and marked.
    pub fn entry(&self, entry: &LogEntry, page: &Page) -> Vec<String> {
        let lines = self.heard(&entry.told, page);
        match entry.undone {
            true => lines.iter().map(|line| paint(STRUCK, format!("{line}  (undone)"))).collect(),
            false => lines,
        }
    }

    /// The lines of what was told.
    pub fn heard(&self, told: &[Heard], page: &Page) -> Vec<String> {
        told.iter().flat_map(|heard| self.one(heard, page)).collect()
    }

    fn one(&self, heard: &Heard, page: &Page) -> Vec<String> {
        match heard {
            Heard::Dice { who, name, roll, shown, typed } => {
                let typed = if *typed { ", typed in" } else { "" };
                let whose = paint(DIM, format!("{}, {name} {roll}{typed}", self.who(*who)));
                vec![format!("    {} = {}  {whose}", dice(shown, page.colour), shown.total)]
            }
            Heard::Line(line) => said(line, page),
        }
    }
}

fn said(line: &Line, page: &Page) -> Vec<String> {
    if line.heading {
        let rule = if page.ascii { "-" } else { "─" };
        let room = page.width.saturating_sub(line.text.chars().count() + 4).min(60);
        return vec![String::new(), paint(BOLD, format!("{rule}{rule} {} {}", line.text, rule.repeat(room)))];
    }
    let indent = "  ".repeat(usize::from(line.depth));
    let mut text = line.text.clone();
    if !line.factors.is_empty() {
        let factors: Vec<String> =
            line.factors.iter().map(|factor| format!("{} {}", factor.amount, factor.why).trim().to_owned()).collect();
        text.push_str(&format!("  ({})", factors.join(", ")));
    }
    let mut lines = wrap(&text, page.width.saturating_sub(10), &indent, &format!("{indent}    "));
    if line.depth == 0 {
        lines[0] = paint(BOLD, &lines[0]);
    }
    if !line.rules.is_empty() {
        let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
        if let Some(last) = lines.last_mut() {
            last.push_str(&paint(DIM, format!("  [{}]", rules.join(", "))));
        }
    }
    lines
}

/// The dice of one roll, struck and marked; with marks in place of styles where those are not seen.
pub fn dice(shown: &Shown, colour: bool) -> String {
    if !colour {
        let text = shown.to_string();
        return text.rsplit_once(" = ").map_or(text.clone(), |(dice, _)| dice.to_owned());
    }
    let styles = Styles::new();
    let mut text = String::new();
    let _ = shown.write(&mut text, |die| styles.of(die));
    text
}

/// The dice of a whole expression.
pub fn expression(shown: &ShownExpr, colour: bool) -> String {
    if !colour {
        let text = shown.to_string();
        let dice = text.split_once(": ").map_or(text.as_str(), |(_, dice)| dice);
        return dice.rsplit_once(" = ").map_or(dice, |(dice, _)| dice).to_owned();
    }
    let styles = Styles::new();
    let mut text = String::new();
    let _ = shown.write(&mut text, |die| styles.of(die));
    text
}

/// What is written before and after a die, by its look.
struct Styles([(String, String); 4]);

impl Styles {
    fn new() -> Styles {
        let pair = |style: anstyle::Style| (style.render().to_string(), style.render_reset().to_string());
        Styles([pair(anstyle::Style::new()), pair(GOOD.bold()), pair(BAD.bold()), pair(STRUCK)])
    }

    fn of(&self, die: &Fallen) -> (&str, &str) {
        let (before, after) = match die.look() {
            Look::Plain => &self.0[0],
            Look::Highest => &self.0[1],
            Look::Lowest => &self.0[2],
            Look::Struck => &self.0[3],
        };
        (before, after)
    }
}

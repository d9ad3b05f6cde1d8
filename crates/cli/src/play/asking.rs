//! Questions to a person: the slots of an act, a reaction, real dice.

use super::{Game, command};
use crate::{
    commands::odds_scene,
    fault::Fault,
    screen::{Align, BOLD, Cell, Columns, DIM, GOOD, MARK, Page, paint},
    telling::Teller,
};
use referee_dice::{DiceRng, Roll};
use referee_engine::{Choice, Domain, Filled, Prompt, Reactions, Slot, Waiting};
use referee_shelf::{OpenTable, Put};

/// More choices than this are not all listed.
const MOST_CHOICES: usize = 24;

/// Lists choices by number.
fn list(choices: &[Choice], decline: Option<usize>, page: &mut Page) {
    let mut columns = Columns::new(&[Align::Right, Align::Left, Align::Left, Align::Left]);
    for (index, choice) in choices.iter().enumerate().take(MOST_CHOICES) {
        let style = if decline == Some(index) { DIM } else { anstyle::Style::new() };
        columns.row([
            Cell::new(BOLD, (index + 1).to_string()),
            Cell::new(style, &choice.label),
            Cell::new(DIM, if choice.key == choice.label { "" } else { &choice.key }),
            Cell::new(DIM, &choice.note),
        ]);
    }
    page.lines(columns.lines("  "));
    if choices.len() > MOST_CHOICES {
        page.line(paint(DIM, format!("  … and {} more", choices.len() - MOST_CHOICES)));
    }
}

/// The choice that a number or a word means.
fn pick(choices: &[Choice], typed: &str) -> Option<usize> {
    let key = command::choice_for(choices, typed);
    let by_key = || choices.iter().position(|choice| choice.key == key);
    let exact = choices.iter().position(|choice| choice.key == typed);
    match typed.parse::<usize>() {
        // A number is a place in the list, unless it is itself the key of a choice.
        Ok(number) => exact.or_else(|| number.checked_sub(1).filter(|&index| index < choices.len())),
        Err(_) => by_key(),
    }
}

/// Shows what is waited for.
pub fn show(waiting: &Waiting, teller: &Teller, page: &mut Page) {
    match waiting {
        Waiting::Answer { who, prompt, .. } => {
            page.line("");
            let rule = paint(DIM, format!("[{}]", prompt.rule));
            page.line(format!("{} {} {rule}", paint(MARK.bold(), format!("{}:", teller.who(*who))), prompt.text));
            list(&prompt.options, prompt.decline, page);
        }
        Waiting::Dice { who, name, roll, .. } => {
            page.line("");
            let who = paint(MARK.bold(), format!("{}:", teller.who(*who)));
            let how = paint(DIM, "type the faces, or `roll`");
            page.line(format!("{who} roll {} for {name}  {how}", paint(BOLD, roll)));
        }
    }
}

/// What an answer puts in.
pub fn answer(waiting: &Waiting, typed: &str) -> Result<Put, Fault> {
    match waiting {
        Waiting::Answer { ask, prompt, .. } => {
            let option = pick(&prompt.options, typed).ok_or_else(|| Fault::Usage(no_such_option(typed, prompt)))?;
            Ok(Put::Answer { ask: *ask, option })
        }
        Waiting::Dice { ask, roll, .. } => {
            let faces = if typed == "roll" { rolled(roll)? } else { faces(typed, roll)? };
            Ok(Put::Dice { ask: *ask, faces })
        }
    }
}

fn no_such_option(typed: &str, prompt: &Prompt) -> String {
    let keys: Vec<&str> = prompt.options.iter().map(|option| option.key.as_str()).collect();
    format!("{typed:?} is not a possible answer; answer {} (or a number, or undo, abandon, help)", keys.join(", "))
}

fn faces(typed: &str, roll: &str) -> Result<Vec<i32>, Fault> {
    let faces = typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|face| !face.is_empty());
    let faces: Result<Vec<i32>, _> = faces.map(str::parse).collect();
    faces.map_err(|_| Fault::Usage(format!("type the faces of {roll}, such as: 7 3; or `roll`")))
}

/// Rolls for somebody who has no dice at hand after all.
fn rolled(roll: &str) -> Result<Vec<i32>, Fault> {
    let internal = |error: &dyn std::fmt::Display| Fault::Internal(error.to_string());
    let roll: Roll = roll.parse().map_err(|error| internal(&error))?;
    let seed = getrandom::u64().map_err(|error| internal(&error))?;
    let shown = roll.show(&mut DiceRng::from_number(seed));
    Ok(shown.dice.iter().map(|die| i32::from(die.face)).collect())
}

impl Game<'_> {
    /// Asks for every slot that must be filled. `None`: taken back.
    pub(super) fn complete(&mut self, mut filled: Filled) -> Result<Option<Filled>, Fault> {
        loop {
            let slots = self.table.slots(self.seat, &filled)?;
            let open = slots.into_iter().find(|slot| slot.default.is_none() && !filled.slots.contains_key(&slot.name));
            let Some(slot) = open else { return Ok(Some(filled)) };
            if self.page.json {
                return Err(Fault::Usage(format!("{} needs {}=…", filled.verb, slot.name)));
            }
            show_slot(&*self.table, &slot, self.page);
            let prompt = format!("{} {} ", paint(DIM, &filled), paint(GOOD, format!("{}=", slot.name)));
            let Some(typed) = self.input.next(&prompt, true, self.page) else { return Ok(None) };
            match typed.as_str() {
                "" | "back" | "cancel" => return Ok(None),
                typed => match value(&slot, typed) {
                    Ok(value) => drop(filled.slots.insert(slot.name, value)),
                    Err(fault) if self.goes_on() => self.complain(&fault),
                    Err(fault) => return Err(fault),
                },
            }
        }
    }

    /// Shows the whole act with what may still be changed, and waits for a yes. `None`: taken back.
    pub(super) fn confirm(&mut self, mut filled: Filled) -> Result<Option<Filled>, Fault> {
        loop {
            let slots = self.table.slots(self.seat, &filled)?;
            if slots.is_empty() {
                return Ok(Some(filled));
            }
            for slot in slots {
                if let (Some(default), false) = (&slot.default, filled.slots.contains_key(&slot.name)) {
                    let values = values(&slot);
                    self.page.line(format!("  {}={default}  {}", slot.name, paint(DIM, values)));
                }
            }
            let how = paint(DIM, "Enter to confirm; odds, slot=value, back");
            let prompt = format!("{} {how} {} ", paint(BOLD, &filled), paint(GOOD, ">"));
            let Some(typed) = self.input.next(&prompt, true, self.page) else { return Ok(None) };
            match typed.as_str() {
                "" | "yes" | "y" | "do" | "ok" => return Ok(Some(filled)),
                "back" | "cancel" | "no" | "n" => return Ok(None),
                "odds" => self.odds_of(&filled)?,
                typed => {
                    let words = command::split(typed)?;
                    match command::fill(&*self.table, self.seat, filled.clone(), &words) {
                        Ok(changed) => filled = changed,
                        Err(fault) if self.goes_on() => self.complain(&fault),
                        Err(fault) => return Err(fault),
                    }
                }
            }
        }
    }

    /// Prints the odds of an act, with the best reactions.
    pub(super) fn odds_of(&mut self, filled: &Filled) -> Result<(), Fault> {
        let odds = self.table.odds(self.seat, filled, Reactions::Best.into())?;
        if self.page.json {
            self.page.json_line(&odds);
        }
        odds_scene::print(&odds, &filled.to_string(), Reactions::Best, self.page);
        Ok(())
    }
}

fn show_slot(table: &dyn OpenTable, slot: &Slot, page: &mut Page) {
    page.line(paint(MARK, &slot.label));
    match &slot.domain {
        Domain::One { of } | Domain::Several { of, .. } => list(of, None, page),
        Domain::Cell { of } => {
            let cells = of.iter().take(MOST_CHOICES * 2).map(|choice| {
                let note = if choice.note.is_empty() { String::new() } else { format!(" {}", choice.note) };
                format!("{} ({}{note})", table.cell_key(choice.cell), choice.cost)
            });
            let cells: Vec<String> = cells.collect();
            page.lines(crate::screen::wrap(&cells.join("  "), page.width, "  ", "  "));
            if of.len() > cells.len() {
                page.line(paint(DIM, format!("  … and {} more cells, written column,row", of.len() - cells.len())));
            }
        }
        Domain::Number { .. } | Domain::Text { .. } => page.line(format!("  {}", values(slot))),
    }
}

/// The values of a slot, shortly.
fn values(slot: &Slot) -> String {
    match &slot.domain {
        Domain::One { of } => {
            let keys: Vec<&str> = of.iter().take(8).map(|choice| choice.key.as_str()).collect();
            format!("{}{}", keys.join(", "), if of.len() > 8 { ", …" } else { "" })
        }
        Domain::Several { of, least, most } => {
            let keys: Vec<&str> = of.iter().take(8).map(|choice| choice.key.as_str()).collect();
            format!("{least} to {most} of {}, separated by commas", keys.join(", "))
        }
        Domain::Number { min, max } => format!("{min} to {max}"),
        Domain::Cell { of } => format!("one of {} cells, as column,row", of.len()),
        Domain::Text { longest } => format!("up to {longest} characters"),
    }
}

/// What a person typed, as the value of a slot.
fn value(slot: &Slot, typed: &str) -> Result<String, Fault> {
    let wrong = || Fault::Usage(format!("{typed:?} is not possible here: {}", values(slot)));
    match &slot.domain {
        Domain::One { of } => pick(of, typed).map(|index| of[index].key.clone()).ok_or_else(wrong),
        Domain::Several { of, .. } => {
            let parts = typed.split(',').map(str::trim).filter(|part| !part.is_empty());
            let keys: Option<Vec<&str>> = parts.map(|part| Some(of[pick(of, part)?].key.as_str())).collect();
            keys.map(|keys| keys.join(",")).ok_or_else(wrong)
        }
        Domain::Number { min, max } => typed
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(&number))
            .map(|n: i32| n.to_string())
            .ok_or_else(wrong),
        Domain::Cell { .. } | Domain::Text { .. } => Ok(typed.to_owned()),
    }
}

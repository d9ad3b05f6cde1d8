//! The map, one or two letters a cell.

use crate::screen::{BOLD, DIM, Page, paint};
use referee_engine::{Seat, View, space::Cell};
use referee_shelf::OpenTable;
use std::collections::BTreeMap;

/// Draws the map with everybody on it. Rows are numbered at the left, columns at the top.
pub fn show(table: &dyn OpenTable, seat: Seat, page: &mut Page) {
    let view = table.view(seat);
    let Some(map) = &view.map else {
        page.line("There is no map.");
        return;
    };
    if map.grid == "zones" {
        for (index, zone) in map.zones.iter().enumerate() {
            let here = view.actors.iter().filter(|actor| actor.place.is_some_and(|place| place.cell.x == index as i16));
            let here: Vec<&str> = here.map(|actor| actor.name.as_str()).collect();
            page.line(format!("  {}  {}", paint(BOLD, zone), here.join(", ")));
        }
        return;
    }
    let (marks, legend) = marks(&view, map.grid == "hex");
    let columns = usize::from(map.width).min((page.width.saturating_sub(6)) / 2);
    let tens: String = (0..columns).map(|x| if x % 5 == 0 { format!("{x:<10}") } else { String::new() }).collect();
    page.line(paint(DIM, format!("     {tens}")));
    for y in 0..i16::try_from(map.height).unwrap_or(i16::MAX) {
        // The rows of a hex map are shifted against one another.
        let shift = if map.grid == "hex" && y % 2 == 1 { " " } else { "" };
        let row: Vec<String> =
            (0..columns as i16).map(|x| marks.get(&(x, y)).cloned().unwrap_or_else(|| paint(DIM, "· "))).collect();
        page.line(format!("{}  {shift}{}", paint(DIM, format!("{y:>3}")), row.concat()));
    }
    page.line(paint(DIM, format!("one cell is {} {}", map.cell, map.unit)));
    page.lines(legend);
}

/// What stands where, and what the letters mean.
fn marks(view: &View, is_hex: bool) -> (BTreeMap<(i16, i16), String>, Vec<String>) {
    // Hex cells are named by axial coordinates; on the screen every other row is shifted by half a cell.
    let spot = |cell: Cell| (if is_hex { cell.x + (cell.y - (cell.y & 1)) / 2 } else { cell.x }, cell.y);
    let mut marks = BTreeMap::new();
    let mut legend = Vec::new();
    for object in &view.objects {
        if let Some(place) = object.place {
            let letter = object.name.chars().next().unwrap_or('o').to_lowercase().to_string();
            let gives = if object.gives.is_empty() { String::new() } else { format!(" ({})", object.gives.join(", ")) };
            legend.push(format!("  {letter}   {}{gives} at {},{}", object.name, place.cell.x, place.cell.y));
            marks.insert(spot(place.cell), format!("{letter} "));
        }
    }
    for (index, actor) in view.actors.iter().enumerate() {
        if let Some(place) = actor.place {
            let letter = actor.name.chars().next().unwrap_or('?').to_uppercase().to_string();
            let mark = format!("{letter}{}", (b'a' + (index % 26) as u8) as char);
            legend.push(format!("  {mark}  {} at {},{}", actor.name, place.cell.x, place.cell.y));
            marks.insert(spot(place.cell), paint(BOLD, mark));
        }
    }
    (marks, legend)
}

//! The map, one or two letters a cell.

use crate::screen::{BOLD, DIM, Page, paint};
use referee_engine::{MapView, Seat, View, key_of};
use referee_shelf::OpenTable;
use std::collections::BTreeMap;

/// Draws the map with everybody on it. Rows are numbered at the left, columns at the top, as commands name them.
pub fn show(table: &dyn OpenTable, seat: Seat, page: &mut Page) {
    let view = table.view(seat);
    let Some(map) = &view.map else {
        page.line("There is no map.");
        return;
    };
    let (marks, legend) = marks(table, &view);
    if map.grid == "zones" {
        zones(table, &view, map, page);
    } else {
        let columns = usize::from(map.width).min(page.width.saturating_sub(6) / 2);
        let tens: String = (0..columns).step_by(5).map(|x| format!("{x:<10}")).collect();
        page.line(paint(DIM, format!("     {}", tens.trim_end())));
        for y in 0..map.height {
            // The rows of a hex map are shifted against one another.
            let shift = if map.grid == "hex" && y % 2 == 1 { " " } else { "" };
            let cell = |x| marks.get(&format!("{x},{y}")).cloned().unwrap_or_else(|| paint(DIM, "· "));
            let row: String = (0..columns).map(cell).collect();
            page.line(format!("{}  {shift}{row}", paint(DIM, format!("{y:>3}"))));
        }
        page.line(paint(DIM, format!("one cell is {} {}", map.cell, map.unit)));
    }
    page.lines(legend);
}

fn zones(table: &dyn OpenTable, view: &View, map: &MapView, page: &mut Page) {
    for zone in &map.zones {
        let key = key_of(zone);
        let here = view.actors.iter().filter(|actor| actor.place.is_some_and(|at| table.cell_key(at.cell) == key));
        let here: Vec<&str> = here.map(|actor| actor.name.as_str()).collect();
        page.line(format!("  {}  {}", paint(BOLD, zone), here.join(", ")));
    }
}

/// What stands in which cell, and what the letters mean.
fn marks(table: &dyn OpenTable, view: &View) -> (BTreeMap<String, String>, Vec<String>) {
    let mut marks = BTreeMap::new();
    let mut legend = Vec::new();
    for object in &view.objects {
        let cells = if object.cells.is_empty() {
            object.place.iter().map(|place| place.cell).collect()
        } else {
            object.cells.clone()
        };
        if cells.is_empty() {
            continue;
        }
        let letter = object.name.chars().next().unwrap_or('o').to_lowercase().to_string();
        let gives = if object.gives.is_empty() { String::new() } else { format!(" ({})", object.gives.join(", ")) };
        let keys: Vec<String> = cells.iter().map(|&cell| table.cell_key(cell)).collect();
        legend.push(format!("  {letter}   {}{gives} at {}", object.name, keys.join(" ")));
        marks.extend(keys.into_iter().map(|key| (key, format!("{letter} "))));
    }
    for (index, actor) in view.actors.iter().enumerate() {
        if let Some(place) = actor.place {
            let key = table.cell_key(place.cell);
            let letter = actor.name.chars().next().unwrap_or('?').to_uppercase().to_string();
            let mark = format!("{letter}{}", (b'a' + (index % 26) as u8) as char);
            legend.push(format!("  {mark}  {} at {key}", actor.name));
            marks.insert(key, paint(BOLD, mark));
        }
    }
    (marks, legend)
}

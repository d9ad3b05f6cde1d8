//! `referee sweep`: a scene with its numbers varied.

use super::{
    progress::{self, Meter, thousands},
    simulate::{changes, error, playing, threads, writable, write},
};
use crate::{
    args,
    fault::Fault,
    plot, scene,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, MARK, Page, bar, paint, percent},
};
use referee_engine::key_of;
use referee_lab::{
    Goal, Grid, Part, Spot, Sweep, Swept, Vary,
    chart::{self, Heat},
};
use serde_json::json;

/// Fights every spot of the grid and shows it.
pub fn run(args: &args::Sweep, page: &mut Page) -> Result<(), Fault> {
    let (name, source) = scene::find(&args.scene)?;
    let fixed = changes(&args.fighting.set)?;
    let varied = args.vary.iter().map(|text| text.parse()).collect::<Result<Vec<Vary>, referee_lab::ChangeError>>()?;
    let goal = args.error.as_deref().map(error).transpose()?.map_or(Goal::Runs, Goal::Error);
    let runs = args.runs.unwrap_or(if goal == Goal::Runs { 1_000 } else { 1_000_000 });
    let part = args.shard.as_deref().map_or(Ok(Part::WHOLE), str::parse).map_err(Fault::Usage)?;
    args.grid.plot.as_deref().map_or(Ok(()), plot::check)?;
    args.grid.csv.as_deref().map_or(Ok(()), writable)?;
    let meter = Meter::new("fights");
    let sweep = Sweep {
        scene: &source,
        fixed: &fixed,
        varied: &varied,
        playing: &playing(&args.fighting.policies),
        seed: args.fighting.seed,
        runs,
        goal,
        part,
        threads: threads(args.fighting.threads),
        stop: progress::stop(),
    };
    let swept = sweep.run(&|now| meter.show(now));
    meter.clear();
    report(&name, &swept?, &args.grid, page)
}

/// Prints a grid, writes its files, and says if it was stopped.
pub fn report(name: &str, swept: &Swept, files: &args::GridFiles, page: &mut Page) -> Result<(), Fault> {
    let grid = Grid::of(swept);
    let side = side(&grid, files.side.as_deref())?;
    // Whatever becomes of the files, the result is printed.
    let drawn = files.plot.as_deref().map_or(Ok(()), |path| plot::write(path, &picture(name, &grid, side)));
    let written = drawn.and(files.csv.as_deref().map_or(Ok(()), |path| write(path, &csv(&grid))));
    if page.json {
        page.json(&json!({ "report": grid, "result": swept }));
    } else {
        print(name, &grid, side, page);
    }
    written?;
    if swept.is_partial {
        page.flush();
        return Err(Fault::Stopped("interrupted; the result is incomplete".into()));
    }
    Ok(())
}

fn side(grid: &Grid, named: Option<&str>) -> Result<usize, Fault> {
    let Some(named) = named else { return Ok(0) };
    grid.sides.iter().position(|side| key_of(side) == key_of(named)).ok_or_else(|| {
        let sides: Vec<String> = grid.sides.iter().map(|side| key_of(side)).collect();
        Fault::Usage(format!("there is no side {named:?}; there are: {}", sides.join(", ")))
    })
}

fn print(name: &str, grid: &Grid, side: usize, page: &mut Page) {
    let fights = |fights: Option<u64>| fights.unwrap_or(grid.runs);
    let (least, most) =
        (grid.spots.iter().map(|spot| spot.fights).min(), grid.spots.iter().map(|spot| spot.fights).max());
    let count = match (fights(least), fights(most)) {
        _ if grid.is_partial => thousands(grid.runs),
        (least, most) if least == most => thousands(least),
        (least, most) => format!("{} to {}", thousands(least), thousands(most)),
    };
    let about = format!("{count} fights per spot, seed {}", grid.seed);
    page.line(format!("{}  {}", paint(BOLD, name), paint(DIM, about)));
    page.line("");
    let mut align = vec![Align::Left; grid.varied.len()];
    align.extend([Align::Left, Align::Right, Align::Left, Align::Right]);
    let wins = format!("{} wins", grid.sides[side]);
    let mut headings: Vec<&str> = grid.varied.iter().map(|(path, _)| path.as_str()).collect();
    headings.extend(["", wins.as_str(), "95% interval", "rounds"]);
    let mut columns = Columns::new(&align).headed(&headings);
    for spot in &grid.spots {
        let rate = &spot.won[side];
        let mut row: Vec<Cell> = spot.values.iter().map(|value| Cell::new(BOLD, value)).collect();
        row.extend([
            Cell::new(INK, bar(rate.value, 24, page.ascii)),
            percent(rate.value).into(),
            Cell::new(DIM, format!("{} – {}", percent(rate.low), percent(rate.high))),
            format!("{:.2}", spot.rounds.value).into(),
        ]);
        columns.row(row);
    }
    page.lines(columns.lines(""));
    if grid.varied.len() == 2 {
        page.line("");
        map(grid, side, page);
    }
    if grid.is_partial {
        let fought: u64 = grid.spots.iter().map(|spot| spot.fights).sum();
        let all = grid.runs.saturating_mul(grid.places().count() as u64);
        page.line("");
        page.line(paint(MARK, format!("incomplete: {} of {} fights", thousands(fought), thousands(all))));
    }
}

/// The heat map: the first path down, the second across.
fn map(grid: &Grid, side: usize, page: &mut Page) {
    let [(down, rows), (across, columns)] = &grid.varied[..] else { return };
    page.line(format!("{} wins, {down} down, {across} across", grid.sides[side]));
    let mut table = Columns::new(&vec![Align::Right; columns.len() + 1]);
    let mut head: Vec<Cell> = vec!["".into()];
    head.extend(columns.iter().map(|value| Cell::new(DIM, value)));
    table.row(head);
    let mut places = grid.places();
    for row in rows {
        let mut cells: Vec<Cell> = vec![Cell::new(DIM, row)];
        for (_, spot) in places.by_ref().take(columns.len()) {
            let Some(spot) = spot else {
                cells.push(Cell::new(DIM, "  –  "));
                continue;
            };
            let rate = spot.won[side].value;
            let (red, green, blue) = chart::hot(rate);
            let light = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue) > 140.0;
            let ink = if light { anstyle::RgbColor(17, 17, 17) } else { anstyle::RgbColor(255, 255, 255) };
            let style = anstyle::Style::new()
                .bg_color(Some(anstyle::RgbColor(red, green, blue).into()))
                .fg_color(Some(ink.into()));
            cells.push(Cell::new(style, format!(" {:3.0}% ", 100.0 * rate)));
        }
        table.row(cells);
    }
    page.lines(table.lines("  "));
}

/// The heat map as a picture; more paths than two are put together on one edge.
fn picture(name: &str, grid: &Grid, side: usize) -> String {
    let (last, others) = match grid.varied.split_last() {
        Some((last, others)) => (last, others),
        None => return String::new(),
    };
    let places: Vec<(Vec<String>, Option<&Spot>)> = grid.places().collect();
    let rows: Vec<String> = places.chunks(last.1.len()).map(|row| row[0].0[..others.len()].join(" ")).collect();
    let down: Vec<&str> = others.iter().map(|(path, _)| path.as_str()).collect();
    let cell = |(values, spot): &(Vec<String>, Option<&Spot>)| {
        let rate = spot.as_ref()?.won[side];
        let values: Vec<String> =
            grid.varied.iter().zip(values).map(|((path, _), value)| format!("{path}={value}")).collect();
        let (low, high) = (100.0 * rate.low, 100.0 * rate.high);
        Some(Heat {
            heat: rate.value,
            text: format!("{:.0}%", 100.0 * rate.value),
            range: format!("{low:.0} – {high:.0}"),
            note: format!("{}: {:.2}% ({low:.2} – {high:.2})", values.join(", "), 100.0 * rate.value),
        })
    };
    let cells: Vec<Option<Heat>> = places.iter().map(cell).collect();
    let map = chart::heat_map(name, (&last.0, &last.1), (&down.join(", "), &rows), &cells);
    let fights: u64 = grid.spots.iter().map(|spot| spot.fights).sum();
    let (spots, fights) = (grid.spots.len(), thousands(fights));
    chart::stack(&[(
        format!("{name}: {} wins, 95% intervals, {fights} fights at {spots} spots", grid.sides[side]),
        map,
    )])
}

fn csv(grid: &Grid) -> String {
    let quoted = |text: &str| {
        if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
    };
    let mut head: Vec<String> = grid.varied.iter().map(|(path, _)| quoted(path)).collect();
    head.push("fights".into());
    for side in &grid.sides {
        head.extend(["", "_low", "_high"].map(|end| quoted(&format!("{}_wins{end}", key_of(side)))));
    }
    head.extend(["drawn", "rounds", "rounds_low", "rounds_high"].map(str::to_owned));
    let mut text = head.join(",") + "\n";
    for spot in &grid.spots {
        let mut row: Vec<String> = spot.values.iter().map(|value| quoted(value)).collect();
        row.push(spot.fights.to_string());
        let numbers = spot.won.iter().flat_map(|rate| [rate.value, rate.low, rate.high]);
        let ends = [spot.drawn.value, spot.rounds.value, spot.rounds.low, spot.rounds.high];
        row.extend(numbers.chain(ends).map(|number| number.to_string()));
        text.push_str(&(row.join(",") + "\n"));
    }
    text
}

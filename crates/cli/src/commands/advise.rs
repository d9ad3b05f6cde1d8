//! `referee advise`: what can be done now, by how often it wins.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "--time is a budget of real time")]

use super::progress::{self, Meter, thousands};
use crate::{
    args,
    fault::Fault,
    scene,
    screen::{Align, BOLD, Cell, Columns, DIM, GOOD, INK, Page, bar, paint, percent},
};
use referee_engine::ActorCard;
use referee_lab::{Interval, Progress, begin};
use referee_shelf::{Playing, Ranked, Ranking, Search};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Playouts of the short look that tells how fast they are.
const FIRST_LOOK: u64 = 400;

/// Tries the acts out and ranks them.
pub fn run(args: &args::Advise, page: &mut Page) -> Result<(), Fault> {
    let mut opened = scene::open(&args.scene, Some(args.seed))?;
    let playing: Playing = args.policy.iter().map(|policy| (None, policy.clone())).collect();
    let has_begun = begin(&mut *opened.table, &playing, args.seed)? > 0;
    let actors = opened.table.actors();
    let actor = args.actor.as_ref().map(|name| scene::actor(&actors, name)).transpose()?;
    let search = |playouts| Search { actor, policy: args.policy.clone(), playouts, seed: args.seed };
    let time = args.time.filter(|time| time.is_finite() && *time > 0.0).map(|time| time.min(86_400.0));
    let start = Instant::now();
    // With a time, a first short look tells how many playouts fit into it.
    let playouts = match time {
        None => args.playouts,
        Some(time) => {
            let mut done = 0;
            opened.table.rank(&search(FIRST_LOOK), &mut |now| {
                done = now;
                start.elapsed().as_secs_f64() < 0.3 * time
            })?;
            let spent = start.elapsed().as_secs_f64().max(1e-6);
            ((time - spent).max(0.0) * done as f64 / spent).max(1.0) as u64
        }
    };
    let end = time.map(|time| start + Duration::from_secs_f64(1.3 * time));
    let meter = Meter::new("playouts");
    let stop = progress::stop();
    let ranked = opened.table.rank(&search(playouts), &mut |done| {
        meter.show(Progress { done, of: playouts.max(done) });
        !stop.load(Ordering::Relaxed) && end.is_none_or(|end| Instant::now() < end)
    });
    meter.clear();
    let Ranking { acts: ranked, own, others } = ranked?;
    let stopped = || match stop.load(Ordering::Relaxed) {
        true => Err(Fault::Stopped("interrupted; the ranking is based on the playouts so far".into())),
        false => Ok(()),
    };
    if page.json {
        let acts = ranked.iter().map(|ranked| {
            json!({
                "act": command(ranked, &actors),
                "usual": ranked.usual,
                "playouts": ranked.playouts,
                "wins": rate(ranked),
                "ahead": ranked.ahead.map(ahead),
            })
        });
        let acts = acts.collect::<Vec<_>>();
        page.json(&json!({ "scene": opened.name, "begun": has_begun, "policy": own, "others": others, "acts": acts }));
        page.flush();
        return stopped();
    }
    let count: u64 = ranked.iter().map(|ranked| ranked.playouts).sum();
    let about = format!("{} acts, {} playouts, seed {}", ranked.len(), thousands(count), args.seed);
    page.line(format!("{}  {}", paint(BOLD, &opened.name), paint(DIM, about)));
    if has_begun {
        let begun = "Nobody had the turn yet, so the game master began first, with dice from this seed.";
        page.line(paint(DIM, begun));
    }
    page.line("");
    let headings = ["act", "", "wins", "95% interval", "playouts", ""];
    let mut columns = Columns::new(&[Align::Left, Align::Left, Align::Right, Align::Left, Align::Right, Align::Left])
        .headed(&headings);
    for (place, ranked) in ranked.iter().take(args.top).enumerate() {
        let rate = rate(ranked);
        columns.row([
            Cell::new(if place == 0 { GOOD.bold() } else { anstyle::Style::new() }, command(ranked, &actors)),
            Cell::new(INK, bar(rate.value, 20, page.ascii)),
            percent(rate.value).into(),
            Cell::new(DIM, format!("{} – {}", percent(rate.low), percent(rate.high))),
            thousands(ranked.playouts).into(),
            Cell::new(DIM, if ranked.usual { "as the policy would" } else { "" }),
        ]);
    }
    page.lines(columns.lines(""));
    if ranked.len() > args.top {
        page.line(paint(DIM, format!("and {} more; use --top to show them", ranked.len() - args.top)));
    }
    page.line("");
    page.line(verdict(&ranked, &actors));
    let goes_on = if own == others {
        format!("After the act, everybody plays {own}, improved where the search finds better acts.")
    } else {
        format!(
            "After the act, this side plays {own} and the others {others}, improved where the search finds better acts."
        )
    };
    page.line(paint(DIM, goes_on));
    page.flush();
    stopped()
}

/// Is anything better than what the policy would do?
fn verdict(ranked: &[Ranked], actors: &[ActorCard]) -> String {
    let better = ranked.iter().find_map(|ranked| {
        let ahead = ahead(ranked.ahead?);
        (ahead.low > 0.0).then(|| (command(ranked, actors), ahead))
    });
    match better {
        Some((act, ahead)) => {
            let (low, high) = (percent(ahead.low), percent(ahead.high));
            format!("{} wins more often than the act of the policy, by {low} to {high}.", paint(GOOD, act))
        }
        None if ranked.iter().any(|ranked| ranked.usual) => {
            "With this many playouts, no act is measurably better than the act of the policy.".to_owned()
        }
        None => "The policy lets somebody else act first.".to_owned(),
    }
}

/// How far an act is ahead of what the policy would do, at 95%.
fn ahead((mean, error): (f64, f64)) -> Interval {
    Interval::around(mean, error)
}

/// The part of the playouts that were won; a draw is half.
fn rate(ranked: &Ranked) -> Interval {
    Interval::of_halves(ranked.halves, ranked.playouts)
}

fn command(ranked: &Ranked, actors: &[ActorCard]) -> String {
    let Some(filled) = &ranked.command else { return "the act of the policy".to_owned() };
    let who = actors.iter().find(|card| Some(card.id) == filled.actor).map(|card| format!("{} ", card.key));
    format!("{}{filled}", who.unwrap_or_default())
}

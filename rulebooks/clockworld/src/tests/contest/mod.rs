//! Contests, holds and demands.

mod body;
mod holds;
mod mind;

use crate::{
    Clockworld,
    table::Table,
    testing::{run, scene},
};
use referee_engine::{Refusal, RuleId};

/// Mudo and a bandit side by side, with Ada behind Mudo; `mudo` and `bandit` are lines for their sheets.
fn brawl(mudo: &str, bandit: &str) -> (Clockworld, Table) {
    brawl_with("", mudo, bandit)
}

/// The same, with lines for the scene.
fn brawl_with(top: &str, mudo: &str, bandit: &str) -> (Clockworld, Table) {
    scene(&format!(
        r#"
        book = "clockworld"
        {top}
        map = {{ grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }}
        [[characters]]
        name = "Mudo"
        at = [4, 3]
        {mudo}
        [[characters]]
        name = "Ada"
        at = [3, 3]
        [[characters]]
        name = "Bandit"
        kind = "villain"
        at = [5, 3]
        {bandit}
        "#
    ))
}

/// Puts the bandit somewhere else.
fn bandit_at(table: &mut Table, column: u16, row: u16) {
    let place = table.setup.space.cell_at(column, row).map(|cell| table.setup.space.on_ground(cell));
    let bandit = crate::testing::who(table, "bandit");
    table.actor_mut(bandit).stand_at(place.expect("on the map"));
}

/// The rule that refuses a command.
fn refused(book: &Clockworld, table: &Table, by: &str, command: &str) -> RuleId {
    let refusal: Refusal = run(book, &mut table.clone(), by, command, &[], &[]).expect_err(command);
    refusal.rule.unwrap_or_else(|| panic!("{command}: {refusal} cites no rule"))
}

/// A command that must be accepted.
fn does(book: &Clockworld, table: &mut Table, by: &str, command: &str, dice: &[i32], answers: &[&str]) {
    run(book, table, by, command, dice, answers).unwrap_or_else(|refusal| panic!("{command}: {refusal}"));
}

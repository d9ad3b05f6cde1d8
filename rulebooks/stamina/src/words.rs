//! What the words of all rules share.

use crate::{check::Pool, table::Table};
use referee_engine::{Factor, rule, space::Cell};

/// `1 round`, `2 rounds`.
pub(crate) fn count(count: u32, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// So many penalty dice.
pub(crate) fn penalty_dice(count: u8) -> String {
    if count == 1 { "1 penalty die".into() } else { format!("{count} penalty dice") }
}

/// A cell in words.
pub(crate) fn cell(table: &Table, cell: Cell) -> String {
    table.setup.space.cell_key(cell)
}

/// The dice of a check, each with its reason.
pub(crate) fn dice(pool: &Pool) -> Vec<Factor> {
    let mut all = vec![
        Factor::new(format!("{}d4", pool.attribute), "attribute", rule!("ST-006")),
        Factor::new(format!("{}d8", pool.rank), "skill", rule!("ST-007")),
    ];
    for (cause, gain, pain) in pool.causes() {
        let (why, rule) = cause.why();
        if gain > 0 {
            all.push(Factor::new(format!("+{gain}d6"), format!("{why} (bonus)"), rule));
        }
        if pain > 0 {
            all.push(Factor::new(format!("+{pain}d6, −{pain} highest"), format!("{why} (penalty)"), rule));
        }
    }
    all
}

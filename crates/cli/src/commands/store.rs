//! `referee store`: check, back up and restore what a server keeps.

use crate::{args::StoreWork, fault::Fault, screen::Page};
use referee_server::store::{StoreError, check};
use serde_json::json;

/// Does what was asked for.
pub fn run(work: StoreWork, page: &mut Page) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Fault::Internal(error.to_string()))?;
    let fault = |error: StoreError| match error {
        StoreError::Damaged(why) => Fault::Failed(why),
        other => Fault::File(other.to_string()),
    };
    match work {
        StoreWork::Check { store } => {
            let checked = runtime.block_on(check::check(&store)).map_err(fault)?;
            if page.json {
                page.json(&checked);
            } else {
                page.lines(checked.faults.iter().map(|fault| format!("{}: {}", fault.table, fault.why)));
                page.line(format!("{} tables, {} lines: every die drawn again", checked.tables, checked.lines));
            }
            match checked.faults.len() {
                0 => Ok(()),
                wrong => Err(Fault::Failed(format!("{wrong} of {} tables are damaged", checked.tables))),
            }
        }
        StoreWork::Backup { store, to } => {
            runtime.block_on(check::backup(&store, &to)).map_err(fault)?;
            say(page, &format!("{} contains everything acknowledged so far", to.display()))
        }
        StoreWork::Restore { from, store } => {
            let tables = runtime.block_on(check::restore(&from, &store)).map_err(fault)?;
            say(page, &format!("{tables} tables restored"))
        }
    }
}

fn say(page: &mut Page, message: &str) -> Result<(), Fault> {
    if page.json {
        page.json(&json!({ "done": message }));
    } else {
        page.line(message);
    }
    Ok(())
}

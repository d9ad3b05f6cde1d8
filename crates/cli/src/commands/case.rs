//! `referee case`: worked examples as tests.

use crate::{args, fault::Fault, screen::Page};

/// Runs the case files.
pub fn run(_args: &args::Case, _page: &mut Page) -> Result<(), Fault> {
    Err(Fault::Internal("the engine cannot run cases yet".into()))
}

//! `referee api`: what the server speaks, for programs.

use crate::{args::ApiForm, fault::Fault, screen::Page};

/// Prints it.
pub fn run(form: ApiForm, page: &mut Page) -> Result<(), Fault> {
    let document = referee_server::document();
    match form {
        ApiForm::Openapi => {
            let text = serde_json::to_string_pretty(document).map_err(|error| Fault::Internal(error.to_string()))?;
            page.raw(&(text + "\n"));
        }
        ApiForm::Typescript => page.raw(&(referee_server::typescript(document).trim_end().to_owned() + "\n")),
    }
    Ok(())
}

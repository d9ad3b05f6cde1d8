//! Logging setup.

use crate::settings::Settings;
use std::io::IsTerminal;
use tracing_subscriber::{EnvFilter, fmt};

/// Logs to standard error, as text or as JSON. Call it once.
pub fn log_to_stderr(settings: &Settings) -> Result<(), String> {
    let which = EnvFilter::try_new(&settings.log)
        .map_err(|error| format!("invalid log filter {:?}: {error}. Try warn, info or debug", settings.log))?;
    let builder = fmt().with_env_filter(which).with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let begun = if settings.log_json { builder.json().try_init() } else { builder.try_init() };
    begun.map_err(|error| error.to_string())
}

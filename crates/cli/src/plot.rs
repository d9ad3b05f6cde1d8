//! Pictures in files: SVG as it is, PNG drawn from it.

use crate::{
    commands::simulate::{unwritable, writable, write as write_text},
    fault::Fault,
};
use referee_lab::chart;
use std::path::Path;

/// Writes a picture; the ending of the file says how.
pub fn write(path: &Path, svg: &str) -> Result<(), Fault> {
    match ending(path).as_str() {
        "svg" => write_text(path, &chart::alone(svg)),
        "png" => {
            let bytes = referee_lab::png(svg).map_err(Fault::File)?;
            std::fs::write(path, bytes).map_err(|error| unwritable(path, &error))
        }
        _ => Err(no_picture(path)),
    }
}

/// Can a picture be written there? Asked before a long run.
pub fn check(path: &Path) -> Result<(), Fault> {
    match ending(path).as_str() {
        "svg" | "png" => writable(path),
        _ => Err(no_picture(path)),
    }
}

fn no_picture(path: &Path) -> Fault {
    Fault::Usage(format!("{}: a picture must be named *.svg or *.png", path.display()))
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

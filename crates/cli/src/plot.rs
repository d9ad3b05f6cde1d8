//! Pictures in files: SVG as it is, PNG drawn from it.

use crate::{commands::simulate::write as write_text, fault::Fault};
use referee_lab::chart;
use std::path::Path;

/// Writes a picture; the ending of the file says how.
pub fn write(path: &Path, svg: &str) -> Result<(), Fault> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "svg" => write_text(path, &chart::alone(svg)),
        "png" => {
            let bytes = referee_lab::png(svg).map_err(Fault::File)?;
            std::fs::write(path, bytes).map_err(|error| Fault::File(format!("{}: {error}", path.display())))
        }
        _ => Err(Fault::Usage(format!("{}: a picture ends in .svg or .png", path.display()))),
    }
}

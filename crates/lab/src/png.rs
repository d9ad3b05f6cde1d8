//! Pictures as PNG.

use crate::chart;
use resvg::{tiny_skia, usvg};
use std::collections::BTreeMap;

/// Twice as many points as units: sharp on today's screens.
const SCALE: f32 = 2.0;

/// Draws a picture in its light colours. Text is set in a font of the system.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let svg = chart::alone(svg).replace(chart::STYLE, &plain_style());
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let family = family(&options.fontdb);
    options.fontdb_mut().set_sans_serif_family(family);
    if options.fontdb.is_empty() {
        return Err("this system has no fonts to write the picture's labels with; use .svg, or install a font".into());
    }
    let svg = svg.replace("system-ui,sans-serif", "sans-serif");
    let tree = usvg::Tree::from_str(&svg, &options).map_err(|error| format!("the picture cannot be read: {error}"))?;
    let size = tree.size();
    let (width, height) = ((size.width() * SCALE).ceil() as u32, (size.height() * SCALE).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or("the picture is empty or far too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// A family without serifs that is there, by the names that are usual.
fn family(fonts: &usvg::fontdb::Database) -> String {
    let usual = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial", "Helvetica", "Segoe UI"];
    let has = |name: &str| fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name));
    let first = || fonts.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
    usual.into_iter().find(|name| has(name)).map(str::to_owned).or_else(first).unwrap_or_default()
}

/// The style of the charts with its light colours written out: what draws here knows no variables.
fn plain_style() -> String {
    let mut lines = chart::STYLE.lines();
    let root = lines.next().unwrap_or_default().trim_start_matches(":root{").trim_end_matches('}');
    let colours: BTreeMap<&str, &str> = root.split(';').filter_map(|pair| pair.split_once(':')).collect();
    let mut style: String = lines.filter(|line| !line.starts_with("@media")).collect();
    for (name, colour) in colours {
        style = style.replace(&format!("var({name})"), colour);
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_style_has_no_variables_left() {
        let style = plain_style();
        assert!(!style.contains("var(") && style.contains(".c0{fill:#2f6fb0}"), "{style}");
    }

    #[test]
    fn a_picture_becomes_a_png_where_there_are_fonts() {
        let bar = chart::Bar { label: "Left".into(), value: 0.5, text: "50%".into(), ..chart::Bar::default() };
        match png(&chart::bars("wins", &[bar], 1.0)) {
            Ok(bytes) => assert!(bytes.starts_with(b"\x89PNG")),
            Err(why) => assert!(why.contains("no fonts"), "{why}"),
        }
    }
}

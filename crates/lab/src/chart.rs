//! Pictures in SVG: bars with whiskers, columns, heat maps. They take their colours from the page they stand in, or
//! bring their own when they stand alone.

use std::fmt::Write;

/// The colours, light and dark, and how text looks. `--s0` to `--s5` are the sides.
pub const STYLE: &str = include_str!("page/chart.css");

/// A text with everything escaped that means something in XML.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Control characters are not allowed in XML at all.
            c if c.is_control() && !matches!(c, '\n' | '\t') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// One bar.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bar {
    /// What it is called.
    pub label: String,
    /// How long it is.
    pub value: f64,
    /// Where it could end, if that is not sure.
    pub range: Option<(f64, f64)>,
    /// The number beside it.
    pub text: String,
    /// The number of its colour.
    pub colour: usize,
}

/// Labels are shortened only past so many letters.
const LONGEST: usize = 60;

/// How wide a column has to be for these texts, with letters so wide.
fn room_for<'t>(texts: impl Iterator<Item = &'t str>, letter: f64) -> f64 {
    texts.map(|text| text.chars().count().min(LONGEST)).max().unwrap_or(0) as f64 * letter + 16.0
}

/// Lying bars, one below the other, from 0 to `most`.
pub fn bars(title: &str, bars: &[Bar], most: f64) -> String {
    const WIDE: f64 = 380.0;
    const TALL: f64 = 26.0;
    const FOOT: f64 = 16.0;
    let label = room_for(bars.iter().map(|bar| bar.label.as_str()), 8.0).max(190.0);
    let end = room_for(bars.iter().map(|bar| bar.text.as_str()), 8.0).max(170.0);
    let most = if most > 0.0 { most } else { 1.0 };
    let at = |value: f64| label + WIDE * (value / most).clamp(0.0, 1.0);
    let height = TALL * bars.len() as f64 + 8.0 + FOOT;
    let mut svg = open(title, label + WIDE + end, height);
    for part in 0..=4 {
        let value = most * f64::from(part) / 4.0;
        let x = at(value);
        let foot = height - FOOT;
        let _ = write!(svg, r#"<line class="grid" x1="{x:.1}" x2="{x:.1}" y1="2" y2="{:.1}"/>"#, foot - 4.0);
        // What is shown is a part of a whole.
        if most <= 1.0 {
            let percent = format!("{:.0}%", 100.0 * value);
            let _ = write!(
                svg,
                r#"<text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{percent}</text>"#,
                foot + 9.0
            );
        }
    }
    for (row, bar) in bars.iter().enumerate() {
        let y = 4.0 + TALL * row as f64;
        let middle = y + TALL / 2.0;
        let _ = write!(
            svg,
            r#"<text class="label" x="{:.0}" y="{:.1}" text-anchor="end">{}</text>"#,
            label - 10.0,
            middle + 4.5,
            escape(&cut(&bar.label, LONGEST))
        );
        let _ = write!(
            svg,
            r#"<rect class="c{}" x="{label}" y="{:.1}" width="{:.1}" height="{:.1}" rx="2"><title>{}: {}</title></rect>"#,
            bar.colour % 6,
            y + 4.0,
            (at(bar.value) - label).max(0.0),
            TALL - 8.0,
            escape(&bar.label),
            escape(&bar.text)
        );
        if let Some((low, high)) = bar.range.filter(|(low, high)| low.is_finite() && high.is_finite()) {
            let (low, high) = (at(low), at(high));
            let _ = write!(
                svg,
                r#"<path class="whisker" d="M{low:.1} {middle:.1}H{high:.1}M{low:.1} {0:.1}V{1:.1}M{high:.1} {0:.1}V{1:.1}"/>"#,
                middle - 5.0,
                middle + 5.0
            );
        }
        let _ = write!(
            svg,
            r#"<text class="value" x="{:.0}" y="{:.1}">{}</text>"#,
            label + WIDE + 10.0,
            middle + 4.5,
            escape(&bar.text)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Standing columns side by side: numbers in their order and how much of each there is.
pub fn columns(title: &str, counts: &[(i64, f64)], colour: usize, (wide, tall): (f64, f64)) -> String {
    const FOOT: f64 = 18.0;
    let mut svg = open(title, wide, tall);
    let (Some(first), Some(last)) = (counts.first(), counts.last()) else {
        svg.push_str("</svg>");
        return svg;
    };
    // Far more numbers than fit are put together in stretches.
    let span = (last.0 - first.0 + 1) as f64;
    let stretch = (span / (wide / 5.0)).ceil().max(1.0) as i64;
    let mut groups: Vec<(i64, f64)> = Vec::new();
    for (number, part) in counts {
        let start = first.0 + (number - first.0).div_euclid(stretch) * stretch;
        match groups.last_mut() {
            Some(group) if group.0 == start => group.1 += part,
            _ => groups.push((start, *part)),
        }
    }
    let highest = groups.iter().map(|group| group.1).fold(0.0, f64::max).max(1e-300);
    let slots = (span / stretch as f64).ceil().max(1.0);
    let step = (wide / slots).min(46.0);
    let room = tall - FOOT - 12.0;
    let is_marked = |slot: f64| slots <= 12.0 || slot % (slots / 8.0).ceil() == 0.0;
    for (start, part) in &groups {
        let slot = ((start - first.0) / stretch) as f64;
        let (x, high) = (slot * step, room * part / highest);
        let to = start + stretch - 1;
        let name = if stretch == 1 { start.to_string() } else { format!("{start} to {to}") };
        let _ = write!(
            svg,
            r#"<rect class="c{}" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="1.5"><title>{name}: {:.2}%</title></rect>"#,
            colour % 6,
            x + step * 0.08,
            12.0 + room - high,
            step * 0.84,
            high.max(0.6),
            part * 100.0
        );
        if is_marked(slot) {
            let _ = write!(
                svg,
                r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{start}</text>"#,
                x + step / 2.0,
                tall - 5.0
            );
        }
    }
    // How much the highest is, so that there is a scale.
    let _ = write!(
        svg,
        r#"<text class="tick" x="{wide:.1}" y="10" text-anchor="end">highest {:.2}%</text>"#,
        100.0 * highest
    );
    let _ = write!(svg, r#"<line class="axis" x1="0" x2="{wide}" y1="{0:.1}" y2="{0:.1}"/></svg>"#, tall - FOOT);
    svg
}

/// One bar made of parts of a whole: name, part, colour.
pub fn stacked(title: &str, parts: &[(String, f64, usize)], wide: f64) -> String {
    let mut svg = open(title, wide, 22.0);
    let mut x = 0.0;
    for (name, part, colour) in parts {
        let width = wide * part.clamp(0.0, 1.0);
        let _ = write!(
            svg,
            r#"<rect class="c{}" x="{x:.1}" y="2" width="{:.1}" height="18"><title>{}: {:.1}%</title></rect>"#,
            colour % 6,
            (width - 1.0).max(0.0),
            escape(name),
            part * 100.0
        );
        // A letter is some seven units wide; what does not fit is in the title.
        if width > 7.0 * name.chars().count() as f64 + 8.0 {
            let middle = x + width / 2.0;
            let _ =
                write!(svg, r#"<text class="on" x="{middle:.1}" y="15" text-anchor="middle">{}</text>"#, escape(name));
        }
        x += width;
    }
    svg.push_str("</svg>");
    svg
}

/// One cell of a heat map: how hot from 0 to 1, and what is written in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heat {
    /// From 0 to 1.
    pub heat: f64,
    /// What is written in it.
    pub text: String,
    /// Between which numbers it lies, in small letters below.
    pub range: String,
    /// What is told when it is pointed at.
    pub note: String,
}

/// A heat map: names of columns and rows, and the cells row by row, where there is something to show.
pub fn heat_map(
    title: &str,
    (across, columns): (&str, &[String]),
    (down, rows): (&str, &[String]),
    cells: &[Option<Heat>],
) -> String {
    const TALL: f64 = 40.0;
    const HEAD: f64 = 52.0;
    const FOOT: f64 = 48.0;
    let label = room_for(rows.iter().map(String::as_str).chain([down]), 8.0).max(150.0);
    let wide = room_for(columns.iter().map(String::as_str), 7.0).max(84.0);
    let foot = HEAD + TALL * rows.len() as f64;
    let (width, height) = (label + wide * columns.len() as f64 + 10.0, foot + FOOT);
    let mut svg = open(title, width.max(label + 270.0).max(label + room_for([across].into_iter(), 8.0)), height);
    let _ = write!(svg, r#"<text class="label" x="{label}" y="18">{}</text>"#, escape(&cut(across, LONGEST)));
    let _ = write!(svg, r#"<text class="label" x="4" y="{:.0}">{}</text>"#, HEAD - 8.0, escape(&cut(down, LONGEST)));
    for (at, name) in columns.iter().enumerate() {
        let x = label + wide * (at as f64 + 0.5);
        let name = escape(&cut(name, LONGEST));
        let _ =
            write!(svg, r#"<text class="tick" x="{x:.1}" y="{:.0}" text-anchor="middle">{name}</text>"#, HEAD - 8.0);
    }
    for (at, name) in rows.iter().enumerate() {
        let y = HEAD + TALL * (at as f64 + 0.5) + 4.0;
        let name = escape(&cut(name, LONGEST));
        let _ = write!(svg, r#"<text class="tick" x="{:.0}" y="{y:.1}" text-anchor="end">{name}</text>"#, label - 8.0);
    }
    // The scale.
    for part in 0..50 {
        let (red, green, blue) = hot(f64::from(part) / 49.0);
        let x = label + 5.0 * f64::from(part);
        let y = foot + 14.0;
        let _ =
            write!(svg, r#"<rect x="{x:.1}" y="{y:.1}" width="5.2" height="10" fill="rgb({red},{green},{blue})"/>"#);
    }
    for part in [0.0, 0.5, 1.0] {
        let (x, y) = (label + 250.0 * part, foot + 38.0);
        let percent = 100.0 * part;
        let _ = write!(svg, r#"<text class="tick" x="{x:.1}" y="{y:.1}" text-anchor="middle">{percent:.0}%</text>"#);
    }
    for (at, cell) in cells.iter().enumerate() {
        let Some(cell) = cell else { continue };
        let (row, column) = (at / columns.len().max(1), at % columns.len().max(1));
        let (x, y) = (label + wide * column as f64, HEAD + TALL * row as f64);
        let (red, green, blue) = hot(cell.heat);
        let ink = if 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue) > 140.0 {
            "#111"
        } else {
            "#fff"
        };
        let _ = write!(
            svg,
            r#"<g><title>{}</title><rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}" rx="3" fill="rgb({red},{green},{blue})"/><text x="{:.1}" y="{:.1}" text-anchor="middle" fill="{ink}" font-size="13">{}</text><text x="{:.1}" y="{:.1}" text-anchor="middle" fill="{ink}" font-size="10">{}</text></g>"#,
            escape(&cell.note),
            wide - 2.0,
            TALL - 2.0,
            x + wide / 2.0 - 1.0,
            y + TALL / 2.0 - 1.0,
            escape(&cell.text),
            x + wide / 2.0 - 1.0,
            y + TALL / 2.0 + 13.0,
            escape(&cell.range)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// From deep blue over grey green to yellow: it reads in grey and to the colour-blind.
pub fn hot(heat: f64) -> (u8, u8, u8) {
    const STOPS: [(f64, f64, f64); 5] =
        [(48.0, 40.0, 110.0), (50.0, 92.0, 141.0), (40.0, 145.0, 140.0), (110.0, 190.0, 100.0), (250.0, 225.0, 60.0)];
    let place = heat.clamp(0.0, 1.0) * 4.0;
    let at = (place as usize).min(3);
    let part = place - at as f64;
    let (a, b) = (STOPS[at], STOPS[at + 1]);
    let mix = |a: f64, b: f64| (a + (b - a) * part).round() as u8;
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The picture with its own colours, to stand in a file of its own.
pub fn alone(svg: &str) -> String {
    svg.replacen('>', &format!("><style>{STYLE} text{{font-family:system-ui,sans-serif}}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>"), 1)
}

/// Several pictures below each other in one, each with a heading.
pub fn stack(pictures: &[(String, String)]) -> String {
    let size = |svg: &str, name: &str| -> f64 {
        let from = svg.find(&format!(" {name}=\"")).map_or(0, |at| at + name.len() + 3);
        svg[from..].split('"').next().and_then(|text| text.parse().ok()).unwrap_or(0.0)
    };
    let headings = pictures.iter().map(|(heading, _)| 9.5 * heading.chars().count() as f64);
    let width = pictures.iter().map(|(_, svg)| size(svg, "width")).chain(headings).fold(320.0, f64::max) + 32.0;
    let mut height = 12.0;
    let mut inside = String::new();
    for (heading, svg) in pictures {
        let _ = write!(inside, r#"<text class="heading" x="16" y="{:.0}">{}</text>"#, height + 18.0, escape(heading));
        let _ = write!(inside, r#"<g transform="translate(16 {:.0})">{svg}</g>"#, height + 28.0);
        height += 28.0 + size(svg, "height") + 14.0;
    }
    let mut all = open("", width, height);
    all.push_str(&inside);
    all.push_str("</svg>");
    all
}

fn open(title: &str, width: f64, height: f64) -> String {
    let label = if title.is_empty() { String::new() } else { format!(r#" role="img" aria-label="{}""#, escape(title)) };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}"{label}>"#
    )
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_can_break_out_of_the_picture() {
        let bad = Bar { label: "<script>alert(\"x\")</script>\u{1}".to_owned(), value: 1.0, ..Bar::default() };
        let svg = alone(&bars("a & b", &[bad], 1.0));
        assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;") && svg.contains("a &amp; b"));
        assert!(!svg.contains('\u{1}'));
    }

    #[test]
    fn labels_are_whole_and_there_is_a_scale() {
        let (long, other) = ("rules.reactions_before_first_turn=two".to_owned(), "bandit-boss-of-the-hills".to_owned());
        let bar = Bar { label: long.clone(), value: 0.5, ..Bar::default() };
        let drawn = bars("odds", &[bar], 1.0);
        assert!(drawn.contains(&long) && drawn.contains("75%"), "{drawn}");
        let cell = Some(Heat { heat: 0.5, text: "50%".into(), range: "40 – 60".into(), note: String::new() });
        let drawn = heat_map(
            "wins",
            ("vole.from", std::slice::from_ref(&other)),
            ("mudo", std::slice::from_ref(&long)),
            &[cell],
        );
        assert!([&long, &other, "40 – 60", "100%"].iter().all(|text| drawn.contains(*text)), "{drawn}");
        let wide = stack(&[("a heading of many words ".repeat(10), drawn)]);
        assert!(wide.contains("width=\"2312\""), "{}", &wide[..200]);
    }

    #[test]
    fn many_numbers_are_put_together_and_none_is_lost() {
        let counts: Vec<(i64, f64)> = (0..1000).map(|number| (number, 0.001)).collect();
        let svg = columns("rounds", &counts, 0, (300.0, 100.0));
        assert!(svg.matches("<rect").count() <= 61);
        assert!(columns("none", &[], 0, (300.0, 100.0)).ends_with("</svg>"));
    }
}

//! Bars and percentages.

/// The blocks of one to eight eighths.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar for a part of 1, at most `width` columns wide; what is not nothing shows at least an eighth.
pub fn bar(part: f64, width: usize, ascii: bool) -> String {
    let part = part.clamp(0.0, 1.0);
    if part == 0.0 {
        return String::new();
    }
    if ascii {
        return "#".repeat(((part * width as f64).round() as usize).max(1));
    }
    let eighths = ((part * width as f64 * 8.0).round() as usize).max(1);
    let mut bar = EIGHTHS[7].to_string().repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8 - 1]);
    }
    bar
}

/// A part of 1 as a percentage that never claims 0 or 100 where that is not exact.
pub fn percent(part: f64) -> String {
    let percent = part * 100.0;
    match percent {
        p if p > 0.0 && p < 0.005 => format!("{p:.1e}%"),
        p if p > 99.995 && p < 100.0 => "99.99…%".to_owned(),
        p => format!("{p:.2}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_grows_by_eighths() {
        let cases = [(0.0, ""), (0.001, "▏"), (0.125, "█"), (0.140_625, "█▏"), (0.5, "████"), (1.0, "████████")];
        for (part, expected) in cases {
            assert_eq!(bar(part, 8, false), expected, "{part}");
        }
        assert_eq!(bar(0.5, 8, true), "####");
        assert_eq!(bar(0.001, 8, true), "#");
    }

    #[test]
    fn a_percentage_is_never_rounded_to_certainty() {
        let cases = [(0.0, "0.00%"), (0.84, "84.00%"), (1.0, "100.00%"), (1e-6, "1.0e-4%"), (0.999_999, "99.99…%")];
        for (part, expected) in cases {
            assert_eq!(percent(part), expected, "{part}");
        }
    }
}

//! Rows as comma-separated values.

use crate::{Column, Row, RowSink, columns};
use referee_shelf::Lineup;
use std::io::Write;

/// Writes rows as comma-separated values with a line of headings (RFC 4180).
pub struct Csv<W> {
    to: W,
    sides: Vec<String>,
    columns: Vec<(String, Column)>,
    line: String,
}

impl<W: Write> Csv<W> {
    /// Writes the headings.
    pub fn new(mut to: W, lineup: &Lineup) -> Result<Self, String> {
        let columns = columns(lineup);
        let names: Vec<String> = columns.iter().map(|(name, _)| quoted(name)).collect();
        writeln!(to, "{}", names.join(",")).map_err(|error| error.to_string())?;
        let sides = lineup.sides.iter().map(|side| quoted(&side.name)).collect();
        Ok(Csv { to, sides, columns, line: String::new() })
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

impl<W: Write> RowSink for Csv<W> {
    fn write(&mut self, rows: &[Row]) -> Result<(), String> {
        use std::fmt::Write as _;
        self.line.clear();
        let side = |side: Option<u8>| side.and_then(|side| self.sides.get(usize::from(side))).map_or("", |name| name);
        for row in rows {
            for (at, (_, column)) in self.columns.iter().enumerate() {
                if at > 0 {
                    self.line.push(',');
                }
                let line = &mut self.line;
                // Writing to a text cannot fail.
                let _ = match column {
                    Column::Fight => write!(line, "{}", row.fight),
                    Column::Seed => write!(line, "{}", row.seed),
                    Column::Ended => write!(line, "{}", row.ended),
                    Column::Winner => write!(line, "{}", side(row.winner)),
                    Column::First => write!(line, "{}", side(row.first)),
                    Column::Rounds => write!(line, "{}", row.rounds),
                    Column::Acts => write!(line, "{}", row.acts),
                    Column::Standing(actor) => write!(line, "{}", row.standing[*actor]),
                    Column::Gauge(gauge) => write!(line, "{}", row.gauges[*gauge]),
                };
            }
            self.line.push('\n');
        }
        self.to.write_all(self.line.as_bytes()).map_err(|error| error.to_string())
    }

    fn finish(&mut self) -> Result<(), String> {
        self.to.flush().map_err(|error| error.to_string())
    }
}

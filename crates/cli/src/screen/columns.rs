//! Tables with aligned columns.

use super::paint;
use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// On which side a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// One cell: a text and how it is shown.
#[derive(Clone, Debug)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in a style.
    pub fn new(style: Style, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::new(Style::new(), text)
    }
}

/// A table. Columns are as wide as their widest cell, two spaces apart.
#[derive(Debug, Default)]
pub struct Columns {
    align: Vec<Align>,
    rows: Vec<Vec<Cell>>,
}

impl Columns {
    /// A table with these columns.
    pub fn new(align: &[Align]) -> Columns {
        Columns { align: align.to_vec(), rows: Vec::new() }
    }

    /// The same with a line of headings.
    pub fn headed(mut self, headings: &[&str]) -> Columns {
        self.rows.push(headings.iter().map(|heading| Cell::new(super::DIM, *heading)).collect());
        self
    }

    /// One more row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The lines, each after `indent`.
    pub fn lines(&self, indent: &str) -> Vec<String> {
        let wide = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.align.len()).map(wide).collect();
        let line = |row: &Vec<Cell>| {
            let mut line = indent.to_owned();
            // Nothing is written after the last cell with a text, so that no line ends in spaces.
            let count = row.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1);
            for (column, cell) in row[..count].iter().enumerate() {
                let space = " ".repeat(widths[column] - cell.text.width());
                let is_plain = cell.style == Style::new() || cell.text.is_empty();
                let text = if is_plain { cell.text.clone() } else { paint(cell.style, &cell.text) };
                match self.align[column] {
                    Align::Left if column + 1 == count => line.push_str(&text),
                    Align::Left => line.push_str(&format!("{text}{space}  ")),
                    Align::Right if column + 1 == count => line.push_str(&format!("{space}{text}")),
                    Align::Right => line.push_str(&format!("{space}{text}  ")),
                }
            }
            line
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_whatever_stands_in_them() {
        let mut columns = Columns::new(&[Align::Right, Align::Left, Align::Left]);
        columns.row(["7".into(), "Ärger".into(), "x".into()]);
        columns.row(["10".into(), "a".into(), "".into()]);
        assert_eq!(columns.lines(" "), ["  7  Ärger  x", " 10  a"]);
    }
}

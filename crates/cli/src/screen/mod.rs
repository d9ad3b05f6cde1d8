//! What a terminal shows: lines, styles, columns and bars.

mod bar;
mod columns;
mod page;
mod wrap;

pub use bar::{bar, percent};
pub use columns::{Align, Cell, Columns};
pub use page::Page;
pub use wrap::wrap;

use anstyle::{AnsiColor, Style};

/// Headings and what decides.
pub const BOLD: Style = Style::new().bold();
/// What may be passed over: rule ids, reasons, dice that do not count.
pub const DIM: Style = Style::new().dimmed();
/// Good news, and the highest face.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Bad news, and the lowest face.
pub const BAD: Style = AnsiColor::Red.on_default();
/// Something to look at: a warning, a question.
pub const MARK: Style = AnsiColor::Yellow.on_default();
/// Bars and rule ids in lists.
pub const INK: Style = AnsiColor::Cyan.on_default();
/// Dice that were dropped.
pub const STRUCK: Style = Style::new().strikethrough().dimmed();

/// A text in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

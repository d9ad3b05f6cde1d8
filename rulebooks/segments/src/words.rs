//! Words that several events share.

/// `1 day`, `2 days`.
pub fn counted(count: u8, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

//! House rules: the numbers and choices that a table may set for itself.

/// The choices of house rules, an enum each: written in snake case, the first one the default.
///
/// ```ignore
/// switches! {
///     /// PR-R13: equal initiative totals.
///     pub enum InitiativeTie {
///         /// The tied sides roll again.
///         Reroll,
///         /// The side of the PCs goes first.
///         PcsFirst,
///     }
/// }
/// ```
#[macro_export]
macro_rules! switches {
    ($(
        $(#[$doc:meta])*
        pub enum $name:ident { $(#[$usual_about:meta])* $usual:ident, $($(#[$about:meta])* $value:ident),+ $(,)? }
    )+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $(#[$usual_about])* #[default] $usual, $($(#[$about])* $value),+ }
    )+ };
}

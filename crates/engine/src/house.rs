//! House rules: the numbers and choices that a table may set for itself.

/// The house rules of a book, each with its usual value where it stands:
///
/// ```ignore
/// house_rules! {
///     /// Every number and choice that a table may set for itself.
///     pub struct HouseRules {
///         /// PR-R13: equal initiative totals.
///         pub initiative_tie: InitiativeTie,
///         /// PR-R05: Standard checks in one turn.
///         #[schemars(range(min = 1, max = 2))]
///         pub turn_standard_checks: u8 = 1,
///     }
/// }
/// ```
///
/// Where no value stands it is no, 0, none, or the first of the [`switches!`](crate::switches!). A scene may leave any of
/// them out; a word that is none of them is a mistake.
#[macro_export]
macro_rules! house_rules {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$about:meta])* pub $field:ident: $of:ty $(= $usual:expr)?),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name { $($(#[$about])* pub $field: $of),+ }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $crate::house_rules!(@usual $($usual)?)),+ }
            }
        }
    };
    (@usual) => { Default::default() };
    (@usual $usual:expr) => { $usual };
}

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

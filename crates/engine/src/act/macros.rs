//! Writing acts, and listing those of a book.

/// An act with its slots:
///
/// ```ignore
/// act! {
///     /// PR-R73: treats a wound.
///     pub struct Heal for Proficiency, by ActorId {
///         /// Somebody hurt.
///         target: ActorId = "Whom";
///         device among kits: Option<DeviceAt> = "With", usual;
///     }
/// }
/// ```
///
/// A field `target: T` becomes `target: Open<T>`, and the method `target()` reads it. The text is what people read.
/// `usual` lets a slot that is left out take its first legal value. `among list` names the function that lists the
/// candidates, if they are not all values of the type. `of who` says that it names things of the actor in the slot `who`
/// rather than of whoever does the act. `named "target-2"` is for a name that is no identifier, and `usual when is_area` for a
/// slot that has a usual value only where this function says so.
#[macro_export]
macro_rules! act {
    (
        $(#[$doc:meta])*
        pub struct $act:ident for $book:ty, by $by:ty {
            $(
                $(#[$about:meta])*
                $field:ident $(named $name:literal)? $(of $owner:ident)? $(among $among:path)? : $of:ty
                    = $label:literal $(, $usual:ident $(when $when:path)?)?;
            )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(default)]
        #[allow(missing_docs, reason = "a slot is described by what people read of it")]
        pub struct $act {
            $(
                $(#[$about])*
                #[serde(skip_serializing_if = "referee_engine::act::Open::is_open")]
                pub $field: $crate::act::Open<$of>,
            )*
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        const _: () = {
            /// The index of each slot.
            enum At { $($field),* }

            #[allow(dead_code, reason = "not every act has slots")]
            impl $act {
                $(
                    #[inline]
                    fn $field(&self) -> Result<$of, $crate::act::Bar<'static>> {
                        self.$field.get(At::$field as u8)
                    }
                )*
            }

            impl $crate::act::Fields<$book> for $act {
                const SLOTS: &'static [&'static dyn $crate::act::Slots<$book, Self>] = &[$(
                    &$crate::act::Field::<$book, Self, $of> {
                        card: $crate::act::SlotCard {
                            name: $crate::act!(@named $field $($name)?),
                            label: $label,
                            is_usual: $crate::act!(@usual $($usual)?),
                            of: $crate::act!(@name $($owner)?),
                        },
                        open: |act| &act.$field,
                        open_mut: |act| &mut act.$field,
                        owner: $crate::act!(@owner $($owner)?),
                        among: $crate::act!(@among $($among)?),
                        when: $crate::act!(@among $($($when)?)?),
                    },
                )*];
            }
        };
    };
    (@named $field:ident) => { $crate::act::name_of(stringify!($field)) };
    (@named $field:ident $name:literal) => { $name };
    (@usual) => { false };
    (@usual usual) => { true };
    (@name) => { None };
    (@name $owner:ident) => { Some(stringify!($owner)) };
    (@owner) => { None };
    (@owner $owner:ident) => { Some(|act| act.$owner.value().copied()) };
    (@among) => { None };
    (@among $among:path) => { Some($among) };
}

/// What people read of an act: verb, label, group, cost and rule.
///
/// ```ignore
/// const CARD: Card = card!("heal", "Treat a wound", "Standard", "1 check", "PR-R73");
/// ```
#[macro_export]
macro_rules! card {
    ($verb:literal, $label:literal, $group:literal, $cost:literal, $rule:literal) => {
        $crate::act::Card { verb: $verb, label: $label, group: $group, cost: $cost, rule: $crate::rule!($rule) }
    };
}

/// The acts of a book: `acts! { pub enum Intent, Ready for Proficiency { Attack, Defend, … } }` writes an enum of the acts with
/// who does them, and an enum of what is ready to be done.
#[macro_export]
macro_rules! acts {
    ($(#[$doc:meta])* pub enum $deed:ident, $ready:ident for $book:ty { $($act:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each is the act of that name")]
        pub enum $deed { $($act($crate::act::Does<$act>)),* }

        $(
            impl $crate::act::Listed<$book> for $act {
                #[inline]
                fn listed(does: $crate::act::Does<$act>) -> $deed {
                    $deed::$act(does)
                }

                #[inline]
                fn listed_ready(ready: Self::Ready) -> $ready {
                    $ready::$act(ready)
                }
            }
        )*

        /// By the verb.
        impl serde::Serialize for $deed {
            fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                match self {
                    $($deed::$act(does) => {
                        let verb = <$act as $crate::act::Act<$book>>::CARD.verb;
                        serializer.serialize_newtype_variant(stringify!($deed), 0, verb, does)
                    })*
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $deed {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct ByVerb;

                impl<'de> serde::de::Visitor<'de> for ByVerb {
                    type Value = $deed;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("a verb with its slots")
                    }

                    fn visit_enum<A: serde::de::EnumAccess<'de>>(self, acts: A) -> Result<$deed, A::Error> {
                        use serde::de::VariantAccess as _;
                        let (verb, slots) = acts.variant::<String>()?;
                        $(
                            if verb == <$act as $crate::act::Act<$book>>::CARD.verb {
                                return slots.newtype_variant().map($deed::$act);
                            }
                        )*
                        Err(serde::de::Error::unknown_variant(&verb, &[$(<$act as $crate::act::Act<$book>>::CARD.verb),*]))
                    }
                }

                deserializer.deserialize_enum(stringify!($deed), &[], ByVerb)
            }
        }

        /// An act of the list that may be done, with every number before its first die.
        #[allow(missing_docs, reason = "each is the act of that name")]
        pub enum $ready { $($act(<$act as $crate::act::Act<$book>>::Ready)),* }

        impl $deed {
            /// Who does it; `None` for what the game master does.
            pub fn actor(&self) -> Option<$crate::ActorId> {
                match self {
                    $($deed::$act(does) => does.actor,)*
                }
            }
        }

        impl $crate::act::Acts<$book> for $deed {
            type Ready = $ready;

            const ALL: &'static [$crate::act::Verb<$book, Self>] = &[$($crate::act::Verb::of::<$act>()),*];

            fn ready<'t>(&self, see: &$crate::act::Seen<'t, $book>) -> Result<$ready, $crate::act::Bar<'t>> {
                match self {
                    $($deed::$act(does) => does.ready(see).map($ready::$act),)*
                }
            }

            #[inline]
            fn resolve<O: $crate::Oracle<$book>>(
                ready: $ready,
                book: &$book,
                table: &mut <$book as $crate::System>::Table,
                oracle: &mut O,
            ) -> $crate::Flow<()> {
                match ready {
                    $($ready::$act(ready) => <$act as $crate::act::Act<$book>>::resolve(ready, book, table, oracle),)*
                }
            }

            #[inline]
            fn perform<O: $crate::Oracle<$book>>(
                &self,
                seat: $crate::Seat,
                book: &$book,
                table: &mut <$book as $crate::System>::Table,
                oracle: &mut O,
            ) -> $crate::Flow<()> {
                match self {
                    $($deed::$act(act) => $crate::act::perform(act, seat, book, table, oracle),)*
                }
            }
        }
    };
}

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

/// What follows from the lists of acts, questions and events; it stands in a book's `impl System`:
///
/// ```ignore
/// impl System for Proficiency {
///     by_acts!(Intent, Question, Event);
///     // and what only the book knows
/// }
/// ```
#[macro_export]
macro_rules! by_acts {
    ($acts:ty, $question:ty, $event:ty) => {
        type Intent = $acts;
        type Question = $question;
        type Event = $event;

        fn offers(&self, table: &Self::Table, seat: $crate::Seat) -> Vec<$crate::Offer> {
            $crate::act::offers(self, table, seat)
        }

        fn slots(
            &self,
            table: &Self::Table,
            seat: $crate::Seat,
            filled: &$crate::Filled,
        ) -> Result<Vec<$crate::Slot>, $crate::Refusal> {
            $crate::act::slots(self, table, seat, filled)
        }

        fn intent(
            &self,
            table: &Self::Table,
            seat: $crate::Seat,
            filled: &$crate::Filled,
        ) -> Result<$acts, $crate::Refusal> {
            $crate::act::intent(self, table, seat, filled)
        }

        fn drawn(&self, table: &Self::Table, filled: &$crate::Filled) -> Vec<$crate::Drawn> {
            $crate::act::drawn(self, table, filled)
        }

        fn prompt(&self, table: &Self::Table, who: $crate::Who, question: &$question) -> $crate::Prompt {
            question.prompt(self, table, who)
        }

        fn narrate(&self, table: &Self::Table, event: &$event) -> $crate::Line {
            $crate::act::Tells::<Self>::line(event, self, table)
        }

        fn marks(&self, event: &$event, to: &mut Vec<$crate::Mark>) {
            $crate::act::Tells::<Self>::marks(event, to);
        }
    };
}

/// What follows from a table of the usual shape; it stands in a book's `impl System`, beside [`by_acts!`](crate::by_acts!):
///
/// ```ignore
/// by_table!(HouseRules, view::knows);
/// ```
///
/// The table has a roster `actors`, a `setup` behind an `Arc` with the map as its `space`, a `clock` with the `round`, and the
/// methods `sheet(actor)` (with `key` and `name`) and `side_of(actor)`. The book has its house rules in `house`, and the function
/// says whether a seat knows of an actor; an id that is nobody's is no secret.
#[macro_export]
macro_rules! by_table {
    ($house:ty, $knows:path) => {
        type House = $house;

        fn house(&self) -> &$house {
            &self.house
        }

        fn with_house(house: $house) -> Self {
            Self { house }
        }

        fn headcount(&self, table: &Self::Table) -> usize {
            table.actors.len()
        }

        fn side(&self, table: &Self::Table, actor: $crate::ActorId) -> $crate::Side {
            table.side_of(actor)
        }

        fn called(&self, table: &Self::Table, actor: $crate::ActorId) -> (String, String) {
            let sheet = table.sheet(actor);
            (sheet.key.clone(), sheet.name.clone())
        }

        fn setup(&self, table: &Self::Table) -> Option<std::sync::Arc<dyn $crate::Setup>> {
            Some(table.setup.clone())
        }

        fn share_setup(&self, table: &Self::Table, other: &Self::Table) -> bool {
            std::sync::Arc::ptr_eq(&table.setup, &other.setup)
        }

        fn knows(&self, table: &Self::Table, seat: $crate::Seat, actor: $crate::ActorId) -> bool {
            actor.index() >= table.actors.len() || $knows(table, seat, actor)
        }

        fn round(&self, table: &Self::Table) -> u32 {
            table.clock.round
        }

        fn space<'t>(&self, table: &'t Self::Table) -> &'t $crate::space::Space {
            &table.setup.space
        }
    };
}

/// How rules come to the actors of a table that is as [`by_table!`](crate::by_table!) takes it: `actors_of!(Table: Actor, Sheet);`
///
/// It writes `ids()` in roster order, `actor(who)` and `actor_mut(who)`, and `sheet(who)` with its `name(who)` and `side_of(who)`.
#[macro_export]
macro_rules! actors_of {
    ($table:ty: $actor:ty, $sheet:ty) => {
        #[allow(missing_docs, reason = "actors_of! describes them")]
        impl $table {
            pub fn ids(&self) -> impl DoubleEndedIterator<Item = $crate::ActorId> + Clone + use<> {
                (0..self.actors.len()).map($crate::ActorId::at)
            }

            pub fn actor(&self, who: $crate::ActorId) -> &$actor {
                &self.actors[who.index()]
            }

            pub fn actor_mut(&mut self, who: $crate::ActorId) -> &mut $actor {
                &mut self.actors[who.index()]
            }

            pub fn sheet(&self, who: $crate::ActorId) -> &$sheet {
                &self.setup.sheets[who.index()]
            }

            pub fn name(&self, who: $crate::ActorId) -> &str {
                &self.sheet(who).name
            }

            pub fn side_of(&self, who: $crate::ActorId) -> $crate::Side {
                self.sheet(who).side
            }
        }
    };
}

/// What a book can do without in the beginning, in its `impl System`: everybody is on the [`Roster`](crate::Roster) of that
/// name in the table, with a `name` and a `side`, and everybody knows of everybody; there are no house rules; a machine does
/// the first act of the list that it can, or anything legal. A book that grows writes its own instead.
///
/// ```ignore
/// plain_defaults!(fighters);
/// ```
#[macro_export]
macro_rules! plain_defaults {
    ($roster:ident) => {
        fn headcount(&self, table: &Self::Table) -> usize {
            table.$roster.len()
        }

        fn side(&self, table: &Self::Table, actor: $crate::ActorId) -> $crate::Side {
            table.$roster[actor].side
        }

        fn called(&self, table: &Self::Table, actor: $crate::ActorId) -> (String, String) {
            let name = &table.$roster[actor].name;
            ($crate::key_of(name), name.clone())
        }

        type House = ();
        /// Is it bold?
        type Policy = bool;

        fn house(&self) -> &() {
            &()
        }

        fn with_house(_: ()) -> Self {
            Self::default()
        }

        fn knows(&self, _: &Self::Table, _: $crate::Seat, _: $crate::ActorId) -> bool {
            true
        }

        fn policies() -> &'static [(&'static str, bool)] {
            &[("bold", true), ("random", false)]
        }

        fn choose(&self, table: &Self::Table, is_bold: bool, rng: &mut $crate::act::prelude::FastRng) -> Self::Intent {
            let mut offers = self.offers(table, $crate::Seat::Gm);
            offers.retain(|offer| offer.refused.is_none());
            offers.truncate(if is_bold { 1 } else { offers.len() });
            let chosen = $crate::act::any_of(&$crate::act::Seen::truth(self, table), &offers, rng);
            chosen.expect("somebody can do something while it is not over").intent
        }

        fn answer(
            &self,
            _: &Self::Table,
            is_bold: bool,
            _: $crate::Who,
            question: &Self::Question,
            rng: &mut $crate::act::prelude::FastRng,
        ) -> usize {
            use $crate::Question as _;
            match (is_bold, question.decline()) {
                (true, Some(0)) => 1,
                (true, _) => question.usual(),
                (false, _) => rng.below(question.options() as u32) as usize,
            }
        }
    };
}

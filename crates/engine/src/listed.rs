//! A list with what follows from it beside it: who of all is able, who is on which side, how far anybody reaches.

/// Lets such a list (a struct with `all: Vec<Member>` and `new`, which looks through them) be read as a slice and be written
/// as the members alone. What follows from them is made anew when they are read.
///
/// ```
/// struct Sizes {
///     all: Vec<u8>,
///     most: u8,
/// }
///
/// impl Sizes {
///     fn new(all: Vec<u8>) -> Sizes {
///         Sizes { most: all.iter().copied().max().unwrap_or(0), all }
///     }
/// }
///
/// referee_engine::listed!(Sizes of u8);
///
/// let sizes: Sizes = serde_json::from_str("[3, 5, 4]").unwrap();
/// assert_eq!((sizes[1], sizes.most), (5, 5));
/// assert_eq!(serde_json::to_string(&sizes).unwrap(), "[3,5,4]");
/// ```
///
/// `listed!(Roster of Actor by ActorId)` also gives and changes a member by its id. Whatever follows from the members has
/// functions of its own to change it.
#[macro_export]
macro_rules! listed {
    ($list:ident of $member:ident) => {
        impl ::std::ops::Deref for $list {
            type Target = [$member];

            #[inline]
            fn deref(&self) -> &[$member] {
                &self.all
            }
        }

        impl ::serde::Serialize for $list {
            fn serialize<Z: ::serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                ::serde::Serialize::serialize(&self.all, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $list {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$list, D::Error> {
                <Vec<$member> as ::serde::Deserialize>::deserialize(deserializer).map($list::new)
            }
        }
    };
    ($list:ident of $member:ident by $id:ident) => {
        $crate::listed!($list of $member);

        impl ::std::ops::Index<$id> for $list {
            type Output = $member;

            #[inline]
            fn index(&self, id: $id) -> &$member {
                &self.all[id.index()]
            }
        }

        impl ::std::ops::IndexMut<$id> for $list {
            #[inline]
            fn index_mut(&mut self, id: $id) -> &mut $member {
                &mut self.all[id.index()]
            }
        }
    };
}

//! Looks at everything a piece of data would write down, and writes nothing.

use crate::ActorId;
use serde::{Serialize, ser};
use std::fmt::{self, Display};

/// What is seen on the way through a value. Everything is passed over unless a method says otherwise.
pub(crate) trait Visit {
    /// An [`ActorId`].
    fn actor(&mut self, _actor: ActorId) {}
    /// A number, a flag, a letter, or the length of a list; also the index of a variant.
    fn word(&mut self, _bits: u64) {}
    /// A text.
    fn text(&mut self, _text: &str) {}
    /// A named field: false passes over what is in it.
    fn field(&mut self, _name: &'static str) -> bool {
        true
    }
    /// A named field that is not written this time.
    fn left_out(&mut self) {}
    /// The end of a list, a tuple or a map.
    fn end(&mut self) {}
    /// One variant of an enum, with what is in it: false ends the walk.
    fn variant(&mut self, _name: &'static str) -> bool {
        true
    }
    /// Something that is not a variant: false ends the walk.
    fn other(&mut self) -> bool {
        true
    }
}

/// Walks through a value.
pub(crate) fn walk<T: Serialize + ?Sized, V: Visit>(value: &T, visit: &mut V) {
    // A type that refuses to be written shows nothing more; nothing of ours does.
    let _ = value.serialize(&mut Walker { visit, inside_id: false });
}

struct Walker<'v, V> {
    visit: &'v mut V,
    inside_id: bool,
}

impl<V: Visit> Walker<'_, V> {
    fn see(&mut self, bits: u64) -> Done {
        self.visit.word(bits);
        self.other()
    }

    fn other(&mut self) -> Done {
        if self.visit.other() { Ok(()) } else { Err(Ended) }
    }

    fn variant(&mut self, index: u32, name: &'static str) -> Done {
        self.visit.word(u64::from(index));
        if self.visit.variant(name) { Ok(()) } else { Err(Ended) }
    }
}

/// The walk is over, or a value refused to be written.
#[derive(Debug)]
struct Ended;

impl Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this value cannot be written")
    }
}

impl std::error::Error for Ended {}

impl ser::Error for Ended {
    fn custom<T: Display>(_: T) -> Self {
        Ended
    }
}

type Done = Result<(), Ended>;

macro_rules! words {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, number: $type) -> Done { self.see(number as u64) })*
    };
}

impl<V: Visit> ser::Serializer for &mut Walker<'_, V> {
    type Ok = ();
    type Error = Ended;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u32: u32, serialize_u64: u64, serialize_char: char
    );

    fn serialize_i128(self, number: i128) -> Done {
        self.serialize_u128(number as u128)
    }

    fn serialize_u128(self, number: u128) -> Done {
        self.visit.word((number >> 64) as u64);
        self.see(number as u64)
    }

    fn serialize_u16(self, number: u16) -> Done {
        if self.inside_id {
            self.visit.actor(ActorId(number));
        }
        self.see(u64::from(number))
    }

    fn serialize_f32(self, number: f32) -> Done {
        self.see(u64::from(number.to_bits()))
    }

    fn serialize_f64(self, number: f64) -> Done {
        self.see(number.to_bits())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.visit.text(text);
        self.other()
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.visit.word(bytes.len() as u64);
        bytes.iter().for_each(|byte| self.visit.word(u64::from(*byte)));
        self.other()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.other()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Done {
        self.inside_id = name == "ActorId";
        let done = value.serialize(&mut *self);
        self.inside_id = false;
        done
    }

    fn serialize_none(self) -> Done {
        self.see(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.visit.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.other()
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, name: &'static str) -> Done {
        self.variant(index, name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        value: &T,
    ) -> Done {
        self.variant(index, name)?;
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Ended> {
        self.see(length.unwrap_or(0) as u64)?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Ended> {
        self.other()?;
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Ended> {
        self.other()?;
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, index: u32, name: &'static str, _: usize) -> Result<Self, Ended> {
        self.variant(index, name)?;
        self.other()?;
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Ended> {
        self.see(length.unwrap_or(0) as u64)?;
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Ended> {
        self.other()?;
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self, Ended> {
        self.variant(index, name)?;
        self.other()?;
        Ok(self)
    }
}

macro_rules! each {
    ($($trait:ident $method:ident),*) => {
        $(impl<V: Visit> ser::$trait for &mut Walker<'_, V> {
            type Ok = ();
            type Error = Ended;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                self.visit.end();
                Ok(())
            }
        })*
    };
}

each!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! each_named {
    ($($trait:ident),*) => {
        $(impl<V: Visit> ser::$trait for &mut Walker<'_, V> {
            type Ok = ();
            type Error = Ended;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
                if self.visit.field(name) { value.serialize(&mut **self) } else { Ok(()) }
            }
            fn skip_field(&mut self, _: &'static str) -> Done {
                self.visit.left_out();
                Ok(())
            }
            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

each_named!(SerializeStruct, SerializeStructVariant);

impl<V: Visit> ser::SerializeMap for &mut Walker<'_, V> {
    type Ok = ();
    type Error = Ended;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        self.visit.end();
        Ok(())
    }
}

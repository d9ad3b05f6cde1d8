//! Whom a piece of data names: found by looking at everything it would write down, so that no event can forget to say.

use crate::{ActorId, ActorSet};
use serde::{Serialize, ser};
use std::fmt::{self, Display};

/// Every actor that `value` names, anywhere inside.
pub fn mentioned<T: Serialize + ?Sized>(value: &T) -> ActorSet {
    let mut finder = Finder { found: ActorSet::EMPTY, inside_id: false };
    // A type that refuses to be written names nobody; nothing of ours does.
    let _ = value.serialize(&mut finder);
    finder.found
}

/// A serializer that writes nothing and notes each [`ActorId`] that passes.
struct Finder {
    found: ActorSet,
    inside_id: bool,
}

/// Only for values that refuse to be written.
#[derive(Debug)]
struct Refused;

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this value cannot be written")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Refused
    }
}

type Done = Result<(), Refused>;

macro_rules! nothing {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, _: $type) -> Done { Ok(()) })*
    };
}

impl ser::Serializer for &mut Finder {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    nothing!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64,
        serialize_char: char, serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str
    );

    fn serialize_u16(self, number: u16) -> Done {
        if self.inside_id {
            self.found = self.found.with(ActorId(number));
        }
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Done {
        self.inside_id = name == "ActorId";
        let done = value.serialize(&mut *self);
        self.inside_id = false;
        done
    }

    fn serialize_none(self) -> Done {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }
}

macro_rules! each {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for &mut Finder {
            type Ok = ();
            type Error = Refused;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
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
        $(impl ser::$trait for &mut Finder {
            type Ok = ();
            type Error = Refused;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

each_named!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for &mut Finder {
    type Ok = ();
    type Error = Refused;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Side, Who};
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    enum Event {
        Hit { by: ActorId, at: Option<ActorId>, damage: u16 },
        Row(Vec<(Who, u16)>),
        Nothing,
    }

    fn ids(value: &impl Serialize) -> Vec<u16> {
        mentioned(value).iter().map(|actor| actor.0).collect()
    }

    #[test]
    fn every_actor_inside_is_found_and_no_other_number() {
        assert_eq!(ids(&Event::Hit { by: ActorId(3), at: Some(ActorId(7)), damage: 5 }), [3, 7]);
        assert_eq!(ids(&Event::Hit { by: ActorId(3), at: None, damage: 5 }), [3]);
        assert_eq!(ids(&Event::Row(vec![(Who::Actor(ActorId(9)), 1), (Who::Side(Side(2)), 4), (Who::Gm, 5)])), [9]);
        assert_eq!(ids(&Event::Nothing), Vec::<u16>::new());
        assert_eq!(ids(&BTreeMap::from([(ActorId(1), [ActorId(2)])])), [1, 2]);
        assert_eq!(ids(&ActorSet::EMPTY.with(ActorId(4))), [4]);
    }
}

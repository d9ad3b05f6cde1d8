//! The Basic attack (ST-074 to ST-076): nothing but what all attacks have in common.

use super::*;

technique! {
    /// ST-074.
    Basic: "basic", "Basic attack", "Melee", "1 stamina", "ST-074"
}

impl Special for Basic {}

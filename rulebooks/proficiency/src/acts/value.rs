//! What the slots of this book hold.

use crate::{
    Proficiency,
    check::Using,
    sheet::{Ability, Device, Feat, SkillId, Spell, SpellDc, Weapon},
};
use referee_engine::{
    ActorId, Choice,
    act::{Seen, Value},
};
use serde::{Deserialize, Serialize};

/// The table as a seat knows it.
pub type See<'a, 't> = &'a Seen<'t, Proficiency>;

/// The place of something in a list of somebody's sheet.
macro_rules! place_in {
    ($(#[$doc:meta])* $name:ident, $list:ident, $note:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            /// As an index.
            pub const fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl Value<Proficiency> for $name {
            fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
                let count = whose.filter(|who| see.has(*who)).map_or(0, |who| see.sheet(who).$list.len());
                (0..count as u8).map($name).collect()
            }

            fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
                let Some(it) = whose.and_then(|who| see.sheet(who).$list.get(self.at())) else {
                    return Choice::default();
                };
                let note: fn(&_) -> String = $note;
                Choice::new(it.key.clone(), it.name.clone()).noting(note(it))
            }
        }
    };
}

place_in!(
    /// One of somebody's feats.
    FeatAt,
    feats,
    |feat: &Feat| format!("DC {:+}", feat.dc_mod)
);
place_in!(
    /// One of somebody's devices.
    DeviceAt,
    devices,
    |_: &Device| String::new()
);
place_in!(
    /// One of somebody's spells.
    SpellAt,
    spells,
    |spell: &Spell| match spell.dc {
        SpellDc::Defense => "against Defense",
        SpellDc::OpposedSave(_) => "against a Save",
        SpellDc::Difficulty(level) => level.word(),
        SpellDc::Mundane => "no check",
    }
    .to_owned()
);
place_in!(
    /// One of somebody's weapons.
    WeaponAt,
    weapons,
    |weapon: &Weapon| format!("{:+}, rating {}", weapon.bonus, weapon.rating)
);

/// Every skill, then every ability.
impl Value<Proficiency> for Using {
    fn all(see: See<'_, '_>, _whose: Option<ActorId>) -> Vec<Self> {
        let skills = (0..see.setup.skills.len() as u8).map(|at| Using::skill(see.table, SkillId(at)));
        skills.chain(Ability::ALL.map(Using::ability)).collect()
    }

    fn choice(&self, see: See<'_, '_>, _whose: Option<ActorId>) -> Choice {
        match self.skill.and_then(|skill| see.setup.skills.get(usize::from(skill.0))) {
            Some(skill) => Choice::new(skill.key.clone(), skill.name.clone()),
            None => Choice::new(self.ability.key(), self.ability.word()),
        }
    }
}

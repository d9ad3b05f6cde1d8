//! Who does not know of whom, and what weighs on whom.

use super::{build::Builder, raw::*};
use crate::{
    conditions::{Condition, ConditionKind},
    sheet::{Limb, PartSet, Sheet, Skill, ThingId, ThingSheet},
    table::{Actor, Thing, Whereabouts},
};
use referee_engine::{
    ActorId,
    clock::{Ends, Turn},
    door::each,
};

impl Builder<'_> {
    /// Who does not know of whom, and what weighs on whom.
    pub(super) fn relations(&mut self, sheets: &[Sheet], actors: &mut [Actor]) {
        for (at, raw) in self.scene.raw.characters.iter().enumerate() {
            for (path, key) in each(format!("characters[{at}].unaware_of"), &raw.unaware_of) {
                if let Some(id) = self.find(sheets, key, &path) {
                    actors[at].unaware_of = actors[at].unaware_of.with(id);
                }
            }
            for (path, condition) in each(format!("characters[{at}].conditions"), &raw.conditions) {
                self.condition(sheets, actors, ActorId::at(at), condition, &path);
            }
        }
    }

    pub(super) fn condition(
        &mut self,
        sheets: &[Sheet],
        actors: &mut [Actor],
        who: ActorId,
        raw: &RawCondition,
        path: &str,
    ) {
        let needs = !matches!(raw.kind, RawConditionKind::Staggered | RawConditionKind::Immobilized);
        let by = if needs {
            let Some(by) = self.find(sheets, &raw.by, &format!("{path}.by")) else { return };
            by
        } else {
            who
        };
        let arms = || sheets[by.index()].limbs(Limb::Arm).fold(PartSet::default(), PartSet::with);
        let mut hold = None;
        let kind = match raw.kind {
            RawConditionKind::Staggered => ConditionKind::Staggered,
            RawConditionKind::Immobilized => ConditionKind::Immobilized,
            RawConditionKind::DistractedAgainst => ConditionKind::DistractedAgainst(by),
            RawConditionKind::DistractedExcept => ConditionKind::DistractedExcept(by),
            RawConditionKind::Pinned => {
                hold = Some(crate::table::HoldKind::Pin);
                ConditionKind::PinnedBy(by)
            }
            RawConditionKind::Strangled => {
                hold = Some(crate::table::HoldKind::Strangle);
                ConditionKind::StrangledBy(by)
            }
            RawConditionKind::Bound => {
                let is_bindings = |(sheet, _): &&(ThingSheet, Thing)| sheet.bindings.is_some();
                let found = self.things.iter().position(|thing| thing.0.label == raw.with && is_bindings(&thing));
                let Some(at) = found else {
                    let keys = self.things.iter().filter(is_bindings).map(|(sheet, _)| sheet.label.as_str());
                    self.scene.wrong(&format!("{path}.with"), "this names no bindings", keys);
                    return;
                };
                let bindings = self.things[at].0.bindings.unwrap_or(crate::rank::Rank::LAYMAN);
                self.things[at].1.at = Whereabouts::Worn(who);
                let tier = sheets[by.index()].skill(Skill::HandToHand).rank;
                ConditionKind::Bound { by, tier, bindings, thing: ThingId(at as u16) }
            }
        };
        if let Some(kind) = hold {
            actors[by.index()].hold = Some(crate::table::Hold { kind, target: who, arms: arms() });
        }
        let ends = match raw.until_turn_of {
            Some(side) => Ends::next(referee_engine::clock::Edge::Start, Turn::OfSide(side.into())),
            None => Ends::Never,
        };
        actors[who.index()].conditions.push(Condition { kind, ends });
    }
}

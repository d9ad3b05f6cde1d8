//! Things on the map and in hands.

use super::{build::Builder, raw::*};
use crate::{
    rank::RankName,
    sheet::{Class, Limb, Obstacle, Part, TasksOn, ThingId, ThingSheet, Tracks},
    table::{Thing, Whereabouts},
};
use referee_engine::{
    door::each,
    key_of,
    space::{Cell, Piece, Sides},
};
use smallvec::SmallVec;

impl Builder<'_> {
    /// Puts a thing of the scene on the map.
    pub(super) fn add_thing(&mut self, raw: &RawThing, path: &str, pieces: &mut Vec<Piece>) {
        let place = self.scene.place(raw.at.as_ref(), path);
        let mut sheet = thing_sheet(raw);
        let mut cells: SmallVec<[Cell; 4]> = SmallVec::from_slice(&[place.cell]);
        if !raw.cells.is_empty() {
            cells.clear();
            for (path, &[column, row]) in each(format!("{path}.cells"), &raw.cells) {
                match self.scene.space.cell_at(column, row) {
                    Some(cell) => cells.push(cell),
                    None => self.scene.wrong(&path, "this cell is not on the map", [""; 0]),
                }
            }
        }
        let matters = raw.cover || raw.concealment || raw.blocks_sight || raw.blocks_move || raw.tips_over;
        let mut piece_at = None;
        if matters {
            let mut piece = Piece::at(sheet.key.clone(), cells.iter().copied());
            piece.height = raw.height_ft;
            piece.cover = raw.cover as u8;
            piece.concealment = raw.concealment as u8;
            piece.blocks_sight = raw.blocks_sight && !raw.open;
            piece.blocks_move = raw.blocks_move && !raw.open;
            if !raw.cover_from.is_empty() {
                piece.from = Sides::From(SmallVec::from_slice(&raw.cover_from));
            }
            if raw.tips_over {
                piece.cover = 0; // CW-261: only once it is tipped
            }
            sheet.piece = Some(piece.clone());
            piece_at = Some(pieces.len() as u16);
            pieces.push(piece);
        } else if !raw.cells.is_empty() || sheet.obstacle.is_some() {
            sheet.piece = Some(Piece::at(sheet.key.clone(), cells.iter().copied()));
        }
        let first = cells.first().copied().unwrap_or(place.cell);
        let at = Whereabouts::Place(self.scene.space.on_ground(first));
        self.things.push((sheet, Thing { piece: piece_at, open: raw.open, ..Thing::new(at) }));
    }

    /// Gives a thing of the content to somebody.
    pub(super) fn give(&mut self, name: &str, owner: &str, at: Whereabouts, path: &str) -> Option<ThingId> {
        let raw: RawThing = self.scene.entry("thing", name, path)?;
        let mut sheet = thing_sheet(&raw);
        let label = format!("{owner}-{}", key_of(name));
        let same = self.things.iter().filter(|(known, _)| {
            known.label == label || known.label.strip_prefix(&label).is_some_and(|rest| rest.starts_with('-'))
        });
        sheet.label = match same.count() {
            0 => label,
            count => format!("{label}-{}", count + 1),
        };
        // Never the same as the short word of somebody's own thing: `revolver#7` lies there, `revolver` is mine.
        let base = key_of(name);
        sheet.key = format!("{base}#{}", self.things.len());
        sheet.short = base;
        let id = ThingId(self.things.len() as u16);
        self.things.push((sheet, Thing::new(at)));
        Some(id)
    }
}

pub(super) fn thing_sheet(raw: &RawThing) -> ThingSheet {
    let can = |task: RawTask, rank: Option<RankName>| rank.is_some() || raw.tasks.contains(&task);
    let parts = if raw.parts.is_empty() { vec![Part::new("body", Class::Bulk, Limb::None)] } else { raw.parts.clone() };
    let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
    ThingSheet {
        short: key.clone(),
        label: key.clone(),
        key,
        name: raw.name.clone(),
        hands: raw.hands.unwrap_or_else(|| raw.weapon.as_ref().map_or(1, |weapon| weapon.limbs.max(1))),
        weapon: raw.weapon,
        shield_sized: raw.shield_sized,
        first_aid: raw.first_aid,
        bindings: raw.bindings.map(Into::into),
        break_rank: raw.break_rank.map(Into::into),
        heft_rank: raw.heft_rank.map(Into::into),
        crack_rank: raw.crack_rank.map(Into::into),
        dismantle_rank: raw.dismantle_rank.map(Into::into),
        tasks: TasksOn {
            dismantle: can(RawTask::Dismantle, raw.dismantle_rank),
            crack: can(RawTask::Crack, raw.crack_rank),
            break_it: can(RawTask::Break, raw.break_rank),
            heft: can(RawTask::Heft, raw.heft_rank),
        },
        lengthy: raw.lengthy,
        parts,
        piece: None,
        tips_over: raw.tips_over,
        operable: raw.operable,
        obstacle: raw.obstacle.map(|obstacle| Obstacle {
            rank: obstacle.rank.map(Into::into),
            skill: obstacle.skill,
            drop_ft: obstacle.drop_ft,
        }),
        very_large: raw.very_large,
        tracks: raw.tracks.map(|tracks| Tracks { rank: tracks.rank.into(), age: tracks.age, ground: tracks.ground }),
    }
}

//! From a scene file, in which anything may be wrong, to a table that is legal.

use crate::{
    Clockworld,
    conditions::{Condition, ConditionKind},
    gm::Effect,
    house::HouseRules,
    rank::{RankName, SkillRank},
    sheet::{
        Class, EndCondition, Kind, Length, Limb, Natural, Obstacle, PLAYERS, Part, PartId, PartSet, Scenario, Sheet,
        Size, Skill, THREATS, TasksOn, ThingId, ThingSheet, Tracks, Trained, Weapon,
    },
    table::{Actor, Grip, Injury, Mode, Out, Setup, Severity, Table, Thing, TurnState, Whereabouts, Wholeness},
};
use referee_engine::{
    ActorId, ActorSet, MAX_ACTORS, Side,
    clock::{Clock, Ends, Turn},
    door::{Check, Document, Kinds, Library, Located, Mistakes, Source},
    key_of,
    space::{Cell, MapDescription, Overrides, Piece, Place, Sides, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `clockworld`.
    pub book: String,
    /// A line that says what it is about.
    #[serde(default)]
    pub title: String,
    /// A few lines for whoever chooses a scene.
    #[serde(default)]
    pub about: String,
    /// House rules: the switches of the ledger.
    #[serde(default)]
    pub rules: HouseRules,
    /// What the Scenario is about.
    #[serde(default)]
    pub scenario: RawScenario,
    /// The map, or zones without one.
    pub map: MapDescription,
    /// Those who take part, in the order of the roster.
    #[schemars(length(min = 1, max = 128))]
    pub characters: Vec<RawCharacter>,
    /// What lies and stands about.
    #[serde(default)]
    pub things: Vec<RawThing>,
    /// Ask the GM before every Check.
    #[serde(default)]
    pub gm_before_every_check: bool,
}

/// CW-010, CW-011: kind, first side and what ends it.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawScenario {
    /// The GM's word for it: `fight`, `chase`.
    pub kind: String,
    /// CW-011: who started it.
    pub first: First,
    /// The number of the Turn that runs, if the scene begins later.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: Option<u32>,
    /// What ends it, besides surrender and a side wiped out.
    pub ends: Vec<RawEnd>,
}

/// CW-011: who started the conflict.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The Players.
    #[default]
    Players,
    /// The Threats.
    Threats,
    /// CW-012: unclear; the GM calls a Contest or names a side.
    Unclear,
}

/// An event that ends the Scenario.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEnd {
    /// What happens.
    pub when: RawWhen,
    /// To whom or what, by key; not for `turns`.
    #[serde(default)]
    pub of: String,
    /// How many, for `turns`.
    #[serde(default)]
    pub count: u32,
    /// Who wins then.
    pub wins: SideName,
}

/// What can end a Scenario.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawWhen {
    /// A Character leaves the map.
    Leaves,
    /// A Character is Pinned or out of action.
    Caught,
    /// A thing is cracked, broken or dismantled.
    Opened,
    /// So many Turns have passed.
    Turns,
}

/// The two sides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum SideName {
    Players,
    Threats,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Players => PLAYERS,
            SideName::Threats => THREATS,
        }
    }
}

/// Where something is: column and row from the upper left, or the name of a zone.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawAt {
    /// Column and row.
    Cell([u16; 2]),
    /// A zone.
    Zone(String),
}

/// A Skill on a sheet: a Rank, or a Rank with its own Bonus.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawSkill {
    /// The Bonus follows from CW-R01.
    Rank(SkillRank),
    /// The Bonus of the sheet wins.
    Own {
        /// The Rank.
        #[serde(default)]
        rank: SkillRank,
        /// The Bonus.
        #[schemars(range(min = -10, max = 10))]
        bonus: i8,
    },
}

/// A Character in a scene, or a ready one in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCharacter {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// A few words about it.
    #[serde(default)]
    pub about: String,
    /// What it is in the story.
    #[serde(default)]
    pub kind: Kind,
    /// Its side, if not that of its kind.
    #[serde(default)]
    pub side: Option<SideName>,
    /// Skills; what is left out is Layman (CW-R02).
    #[serde(default)]
    pub skills: BTreeMap<Skill, RawSkill>,
    /// Feet a Move.
    #[serde(default = "thirty")]
    #[schemars(range(max = 200))]
    pub speed_ft: u16,
    /// Feet it strikes by hand.
    #[serde(default = "five")]
    #[schemars(range(max = 30))]
    pub reach_ft: u16,
    /// How large it is.
    #[serde(default)]
    pub size: Size,
    /// Can it be strangled?
    #[serde(default = "yes")]
    pub needs_breath: bool,
    /// Can it see?
    #[serde(default = "yes")]
    pub can_see: bool,
    /// Can it hear?
    #[serde(default = "yes")]
    pub can_hear: bool,
    /// Can it speak?
    #[serde(default = "yes")]
    pub can_speak: bool,
    /// Can it be a Target?
    #[serde(default = "yes")]
    pub targetable: bool,
    /// Its parts; a human shape if left out.
    #[serde(default = "Part::humanoid")]
    #[schemars(length(min = 1, max = 32))]
    pub body: Vec<Part>,
    /// What it strikes with bare, by the name of a thing in the content.
    #[serde(default = "fists_and_kicks")]
    pub natural: Vec<String>,
    /// Shock failures that make it unconscious (CW-R57).
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 20))]
    pub shock_limit: u8,
    /// What its arms hold: part to thing. A two-handed thing is named once.
    #[serde(default)]
    pub held: BTreeMap<String, String>,
    /// What it wears or carries in sight.
    #[serde(default)]
    pub worn: Vec<String>,
    /// What it carries out of sight.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// Where it stands.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// Its height above the ground of its cell, in feet.
    #[serde(default)]
    pub above_ft: i16,
    /// The direction it looks, in degrees from north, clockwise.
    #[serde(default)]
    #[schemars(range(max = 359))]
    pub facing: u16,
    /// Is it lying down?
    #[serde(default)]
    pub prone: bool,
    /// Does it take part?
    #[serde(default)]
    pub out: Out,
    /// Its Injuries.
    #[serde(default)]
    pub injuries: Vec<RawInjury>,
    /// Failed Shock Checks.
    #[serde(default)]
    pub shock_failures: u8,
    /// Reactions left; 2 if left out.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub reactions: Option<u8>,
    /// Those it does not know of, by key.
    #[serde(default)]
    pub unaware_of: Vec<String>,
    /// What weighs on it.
    #[serde(default)]
    pub conditions: Vec<RawCondition>,
}

/// An Injury in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawInjury {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub part: String,
    /// Treated?
    #[serde(default)]
    pub stabilized: bool,
}

/// A Condition in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCondition {
    /// Which.
    pub kind: RawConditionKind,
    /// Who caused it, by key; needed for all but Staggered and Immobilized.
    #[serde(default)]
    pub by: String,
    /// The bindings, by key of a thing, for `bound`.
    #[serde(default)]
    pub with: String,
    /// The start of whose Turn ends it; it stays if left out.
    #[serde(default)]
    pub until_turn_of: Option<SideName>,
}

/// The Conditions by name.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RawConditionKind {
    Staggered,
    DistractedAgainst,
    DistractedExcept,
    Pinned,
    Bound,
    Strangled,
    Immobilized,
}

/// A thing in a scene, or a ready one in the content.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawThing {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// Its numbers as a weapon.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Hands it fills.
    #[serde(default)]
    #[schemars(range(max = 2))]
    pub hands: Option<u8>,
    /// About as large as a shield (CW-238).
    #[serde(default)]
    pub shield_sized: bool,
    /// CW-207.
    #[serde(default)]
    pub first_aid: bool,
    /// CW-213.
    #[serde(default)]
    pub bindings: Option<RankName>,
    /// The Rank of Break.
    #[serde(default)]
    pub break_rank: Option<RankName>,
    /// The Rank of Heft.
    #[serde(default)]
    pub heft_rank: Option<RankName>,
    /// The Rank of Crack.
    #[serde(default)]
    pub crack_rank: Option<RankName>,
    /// The Rank of Dismantle.
    #[serde(default)]
    pub dismantle_rank: Option<RankName>,
    /// Tasks that can be tried on it though the GM sets the Rank.
    #[serde(default)]
    pub tasks: Vec<RawTask>,
    /// How long Crack and Dismantle take.
    #[serde(default)]
    pub lengthy: Option<Length>,
    /// Its parts; one Bulk part if left out.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub parts: Vec<Part>,
    /// Where it is.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// All cells that it fills, if more than one.
    #[serde(default)]
    pub cells: Vec<[u16; 2]>,
    /// How high it is, in feet; nobody looks over it if left out.
    #[serde(default)]
    pub height_ft: Option<u16>,
    /// Gives Cover (CW-087).
    #[serde(default)]
    pub cover: bool,
    /// Gives Cover only against what comes from these directions, in degrees from north.
    #[serde(default)]
    pub cover_from: Vec<u16>,
    /// Gives Concealment (CW-088).
    #[serde(default)]
    pub concealment: bool,
    /// No line goes through it (CW-R43).
    #[serde(default)]
    pub blocks_sight: bool,
    /// Nobody walks through it.
    #[serde(default)]
    pub blocks_move: bool,
    /// CW-261.
    #[serde(default)]
    pub tips_over: bool,
    /// A door, lever or drawer.
    #[serde(default)]
    pub operable: bool,
    /// Is it open?
    #[serde(default)]
    pub open: bool,
    /// CW-168.
    #[serde(default)]
    pub obstacle: Option<RawObstacle>,
    /// CW-R116.
    #[serde(default)]
    pub very_large: bool,
    /// CW-214: the signs of a creature's movement, to Track.
    #[serde(default)]
    pub tracks: Option<RawTracks>,
}

/// CW-216: a group of tracks.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTracks {
    /// The base Rank.
    #[serde(default = "novice")]
    pub rank: RankName,
    /// Ranks more because they are old (CW-R123).
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub age: u8,
    /// Ranks more because the ground is hard (CW-R123).
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub ground: u8,
}

/// CW-139: a poison or disease in the content.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPoison {
    /// The name.
    pub name: String,
    /// The Rank that Endure must beat (CW-R99).
    pub rank: RankName,
    /// What befalls those who fail.
    pub effect: Effect,
}

/// An obstacle in a scene.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawObstacle {
    /// Its Rank; the GM is asked if left out.
    #[serde(default)]
    pub rank: Option<RankName>,
    /// The Skill.
    #[serde(default = "athletics")]
    pub skill: Skill,
    /// Feet below it.
    #[serde(default)]
    pub drop_ft: u16,
}

/// Tasks on things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RawTask {
    Dismantle,
    Crack,
    Break,
    Heft,
}

fn thirty() -> u16 {
    30 // CW-R101
}
fn five() -> u16 {
    5 // CW-080
}
fn three() -> u8 {
    3 // CW-R57
}
fn yes() -> bool {
    true
}
fn novice() -> RankName {
    RankName::Novice // the ledger's default for tracks
}
fn athletics() -> Skill {
    Skill::Athletics // CW-171
}
fn fists_and_kicks() -> Vec<String> {
    vec!["fist".into(), "kick".into()]
}

/// The kinds of entries in content files.
pub fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawThing>("thing")
        .with_templates::<RawCharacter>("character")
        .with::<RawPoison>("poison")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let sources = CONTENT.map(|(file, text)| Source::new(file, text));
        Library::read(&sources, &kinds()).unwrap_or_else(|mistakes| panic!("the shipped content is wrong:\n{mistakes}"))
    })
}

const CONTENT: [(&str, &str); 4] = [
    ("content/clockworld/weapons.toml", include_str!("../../../content/clockworld/weapons.toml")),
    ("content/clockworld/things.toml", include_str!("../../../content/clockworld/things.toml")),
    ("content/clockworld/characters.toml", include_str!("../../../content/clockworld/characters.toml")),
    ("content/clockworld/poisons.toml", include_str!("../../../content/clockworld/poisons.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Clockworld, Table), Mistakes> {
    let library = library();
    let document = Document::parse(source)?;
    let document = library.expand(document, "characters[]", "character");
    let document = library.expand(document, "things[]", "thing");
    let scene = document.read::<RawScene>()?;
    let mut check = Check::new();
    if scene.value.book != "clockworld" {
        check.push(scene.mistake("book", format!("this is a scene of {:?}", scene.value.book), ["clockworld"]));
    }
    let space = match scene.value.map.clone().check() {
        Ok(space) => space,
        Err(errors) => {
            for error in errors {
                check.push(scene.mistake("map", error.to_string(), [""; 0]));
            }
            return Err(check.into());
        }
    };
    let builder = Builder { scene: &scene, house: &scene.value.rules, space, check, things: Vec::new() };
    let table = builder.build()?;
    Ok((Clockworld { house: scene.value.rules }, table))
}

struct Builder<'s> {
    scene: &'s Located<RawScene>,
    house: &'s HouseRules,
    space: Space,
    check: Check,
    things: Vec<(ThingSheet, Thing)>,
}

impl Builder<'_> {
    fn wrong(&mut self, path: &str, message: impl Into<String>, allowed: impl IntoIterator<Item = impl Into<String>>) {
        let mistake = self.scene.mistake(path, message, allowed);
        self.check.push(mistake);
    }

    fn build(mut self) -> Result<Table, Mistakes> {
        let raw = &self.scene.value;
        let mut pieces = Vec::new();
        for (at, thing) in raw.things.iter().enumerate() {
            self.add_thing(thing, &format!("things[{at}]"), &mut pieces);
        }
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (at, character) in raw.characters.iter().enumerate() {
            let path = format!("characters[{at}]");
            let id = ActorId(at as u16);
            sheets.push(self.sheet(character, &path));
            let actor = self.actor(character, id, &sheets[at], &path);
            actors.push(actor);
        }
        self.unique_keys(&sheets);
        self.relations(&sheets, &mut actors);
        self.crowding(&sheets, &actors);
        let scenario = self.scenario(&sheets);
        let (side, mode) = match raw.scenario.first {
            First::Players => (PLAYERS, Mode::Turns),
            First::Threats => (THREATS, Mode::Turns),
            First::Unclear => (PLAYERS, Mode::Opening),
        };
        // CW-R19 is about those whose first Turn has not begun; the side that goes first is in its own.
        if mode == Mode::Turns {
            for (at, character) in raw.characters.iter().enumerate() {
                if character.reactions.is_none() && sheets[at].side == side {
                    actors[at].reactions = crate::turn::REACTIONS;
                }
            }
        }
        let turn = raw.scenario.turn.unwrap_or(1);
        let mut turns = [turn - 1; 2];
        if mode == Mode::Turns {
            turns[usize::from(side.0)] = turn;
        }
        let (thing_sheets, things) = self.things.into_iter().unzip();
        let setup = Setup { space: self.space, sheets, things: thing_sheets, scenario };
        let table = Table {
            setup: Arc::new(setup),
            clock: Clock {
                mode,
                elapsed: 0,
                round: if mode == Mode::Turns { turn } else { 0 },
                turn: Turn::OfSide(side),
            },
            side,
            turns,
            actors,
            things,
            pieces,
            circumstances: SmallVec::new(),
            gm_before_every_check: raw.gm_before_every_check,
            overrides: Overrides::default(),
            over: None,
        };
        let mut table = table;
        for who in table.ids() {
            table.know_body(self.house, who);
        }
        self.check.finish(table)
    }

    fn place(&mut self, at: Option<&RawAt>, path: &str) -> Place {
        let zones: Vec<String> = match &self.scene.value.map {
            MapDescription::Zones(map) => map.zones.clone(),
            _ => Vec::new(),
        };
        let cell = match at {
            Some(RawAt::Cell([column, row])) if zones.is_empty() => self.space.cell_at(*column, *row),
            Some(RawAt::Zone(name)) => zones.iter().position(|zone| zone == name).map(|at| Cell::zone(at as u8)),
            Some(RawAt::Cell(_)) => None,
            None if zones.is_empty() => self.space.cell_at(0, 0),
            None => Some(Cell::zone(0)),
        };
        match cell {
            Some(cell) => self.space.on_ground(cell),
            None => {
                let allowed = if zones.is_empty() {
                    vec![format!("[0..{}, 0..{}]", self.space.columns() - 1, self.space.rows() - 1)]
                } else {
                    zones
                };
                self.wrong(&format!("{path}.at"), "this place is not on the map", allowed);
                Place::default()
            }
        }
    }

    /// Puts a thing of the scene on the map.
    fn add_thing(&mut self, raw: &RawThing, path: &str, pieces: &mut Vec<Piece>) {
        let place = self.place(raw.at.as_ref(), path);
        let mut sheet = thing_sheet(raw);
        let mut cells: SmallVec<[Cell; 4]> = SmallVec::from_slice(&[place.cell]);
        if !raw.cells.is_empty() {
            cells.clear();
            for (at, [column, row]) in raw.cells.iter().enumerate() {
                match self.space.cell_at(*column, *row) {
                    Some(cell) => cells.push(cell),
                    None => self.wrong(&format!("{path}.cells[{at}]"), "this cell is not on the map", [""; 0]),
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
        let at = Whereabouts::Place(self.space.on_ground(first));
        self.things.push((sheet, Thing { piece: piece_at, open: raw.open, ..new_thing(at) }));
    }

    /// Gives a thing of the content to somebody.
    fn give(&mut self, name: &str, owner: &str, at: Whereabouts, path: &str) -> Option<ThingId> {
        let library = library();
        let Some(found) = library.get_as::<RawThing>("thing", name) else {
            let names: Vec<String> = library.names("thing").map(str::to_owned).collect();
            self.wrong(path, format!("there is no thing {name:?}"), names);
            return None;
        };
        let raw = self.check.take(found)?;
        let mut sheet = thing_sheet(&raw.value);
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
        self.things.push((sheet, new_thing(at)));
        Some(id)
    }

    fn sheet(&mut self, raw: &RawCharacter, path: &str) -> Sheet {
        let mut skills = [Trained { rank: SkillRank::Layman, bonus: self.house.bonus(SkillRank::Layman) }; 17];
        for (skill, own) in &raw.skills {
            skills[*skill as usize] = match *own {
                RawSkill::Rank(rank) => Trained { rank, bonus: self.house.bonus(rank) },
                RawSkill::Own { rank, bonus } => Trained { rank, bonus },
            };
        }
        if !raw.body.iter().any(|part| part.class == Class::Bulk) {
            self.wrong(&format!("{path}.body"), "a body needs at least one Bulk part", [""; 0]);
        }
        let natural = self.natural(raw, path);
        let mut sheet = Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            kind: raw.kind,
            side: raw.side.map_or(raw.kind.side(), Side::from),
            skills,
            speed_ft: raw.speed_ft,
            reach_ft: raw.reach_ft,
            size: raw.size,
            needs_breath: raw.needs_breath,
            can_see: raw.can_see,
            can_hear: raw.can_hear,
            can_speak: raw.can_speak,
            body: raw.body.clone(),
            natural,
            shock_limit: raw.shock_limit,
            targetable: raw.targetable,
            arms: PartSet::default(),
            legs: PartSet::default(),
        };
        sheet.know_limbs();
        sheet
    }

    /// One natural weapon for each limb that can strike with it.
    fn natural(&mut self, raw: &RawCharacter, path: &str) -> Vec<Natural> {
        let mut all = Vec::new();
        for (at, name) in raw.natural.iter().enumerate() {
            let path = format!("{path}.natural[{at}]");
            let Some(found) = library().get_as::<RawThing>("thing", name) else {
                let names: Vec<String> = library().names("thing").map(str::to_owned).collect();
                self.wrong(&path, format!("there is no thing {name:?}"), names);
                continue;
            };
            let Some(thing) = self.check.take(found) else { continue };
            let Some(weapon) = thing.value.weapon else {
                self.wrong(&path, format!("{name:?} is no weapon"), [""; 0]);
                continue;
            };
            if weapon.limbs == 0 {
                all.push(Natural { name: thing.value.name, key: key_of(name), weapon, part: None });
                continue;
            }
            for (part, limb) in raw.body.iter().enumerate().filter(|(_, part)| part.limb == weapon.limb_kind) {
                all.push(Natural {
                    name: format!("{} ({})", thing.value.name, limb.part),
                    key: format!("{}-{}", key_of(&limb.part), key_of(name)),
                    weapon: weapon.clone(),
                    part: Some(part as PartId),
                });
            }
        }
        all
    }

    fn actor(&mut self, raw: &RawCharacter, id: ActorId, sheet: &Sheet, path: &str) -> Actor {
        let mut place = self.place(raw.at.as_ref(), path);
        place.z = place.z.saturating_add(raw.above_ft);
        let held = self.hands(raw, id, sheet, path);
        for (at, name) in raw.worn.iter().enumerate() {
            self.give(name, &sheet.key, Whereabouts::Worn(id), &format!("{path}.worn[{at}]"));
        }
        for (at, name) in raw.hidden.iter().enumerate() {
            self.give(name, &sheet.key, Whereabouts::Hidden(id), &format!("{path}.hidden[{at}]"));
        }
        let mut injuries = SmallVec::new();
        for (at, injury) in raw.injuries.iter().enumerate() {
            match sheet.body.iter().position(|part| part.part == injury.part) {
                Some(part) => {
                    let (severity, stabilized) = (injury.severity, injury.stabilized);
                    injuries.push(Injury { severity, part: part as PartId, stabilized, treated: false });
                }
                None => {
                    let parts: Vec<String> = sheet.body.iter().map(|part| part.part.clone()).collect();
                    self.wrong(&format!("{path}.injuries[{at}].part"), "there is no such part", parts);
                }
            }
        }
        Actor {
            place,
            facing: raw.facing % 360,
            prone: raw.prone || raw.out >= Out::Unconscious,
            out: raw.out,
            injuries,
            shock_failures: raw.shock_failures,
            conditions: SmallVec::new(),
            reactions: raw.reactions.unwrap_or(self.house.reactions_before_first_turn),
            reactions_high: false,
            turn: TurnState::default(),
            unaware_of: ActorSet::EMPTY,
            suspicious_of: ActorSet::EMPTY,
            held,
            hold: None,
            hefting: None,
            lengthy: None,
            demand: None,
            parts_out: PartSet::default(),
            maimed: PartSet::default(),
        }
    }

    fn hands(&mut self, raw: &RawCharacter, id: ActorId, sheet: &Sheet, path: &str) -> SmallVec<[Grip; 2]> {
        let mut held: SmallVec<[Grip; 2]> = SmallVec::new();
        for (part, name) in &raw.held {
            let path = format!("{path}.held.{}", referee_engine::door::key(part));
            let arm = sheet.body.iter().position(|known| known.part == *part && known.limb == Limb::Arm);
            let Some(arm) = arm.map(|arm| arm as PartId) else {
                let arms: Vec<String> = sheet.limbs(Limb::Arm).map(|arm| sheet.part(arm).part.clone()).collect();
                self.wrong(&path, format!("{part:?} is no arm of {}", sheet.name), arms);
                continue;
            };
            let Some(thing) = self.give(name, &sheet.key, Whereabouts::Held(id), &path) else { continue };
            let mut need = usize::from(self.things[usize::from(thing.0)].0.hands.max(1));
            let others = sheet.limbs(Limb::Arm).filter(|&other| other != arm);
            for arm in std::iter::once(arm).chain(others) {
                if need > 0 && !held.iter().any(|grip| grip.arm == arm) {
                    held.push(Grip { arm, thing });
                    need -= 1;
                }
            }
            if need > 0 {
                self.wrong(&path, format!("{} has no hand free for {name}", sheet.name), [""; 0]);
            }
        }
        held
    }

    fn unique_keys(&mut self, sheets: &[Sheet]) {
        for (at, sheet) in sheets.iter().enumerate() {
            if sheets[..at].iter().any(|other| other.key == sheet.key)
                || ["gm", "players", "threats"].contains(&sheet.key.as_str())
            {
                let why = format!("{:?} is taken; give this one a key of its own", sheet.key);
                self.wrong(&format!("characters[{at}].key"), why, [""; 0]);
            }
        }
        let keys: Vec<String> = self.things.iter().map(|(sheet, _)| sheet.key.clone()).collect();
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].contains(key) {
                self.wrong(
                    &format!("things[{at}].key"),
                    format!("{key:?} is taken; give this one a key of its own"),
                    [""; 0],
                );
            }
        }
        debug_assert!(sheets.len() <= MAX_ACTORS, "the schema says so");
    }

    fn find(&mut self, sheets: &[Sheet], key: &str, path: &str) -> Option<ActorId> {
        let found = sheets.iter().position(|sheet| sheet.key == key);
        if found.is_none() {
            let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
            self.wrong(path, format!("there is no Character {key:?}"), keys);
        }
        found.map(|at| ActorId(at as u16))
    }

    /// Who does not know of whom, and what weighs on whom.
    fn relations(&mut self, sheets: &[Sheet], actors: &mut [Actor]) {
        for (at, raw) in self.scene.value.characters.iter().enumerate() {
            for (other, key) in raw.unaware_of.iter().enumerate() {
                if let Some(id) = self.find(sheets, key, &format!("characters[{at}].unaware_of[{other}]")) {
                    actors[at].unaware_of = actors[at].unaware_of.with(id);
                }
            }
            for (other, condition) in raw.conditions.iter().enumerate() {
                self.condition(
                    sheets,
                    actors,
                    ActorId(at as u16),
                    condition,
                    &format!("characters[{at}].conditions[{other}]"),
                );
            }
        }
    }

    fn condition(&mut self, sheets: &[Sheet], actors: &mut [Actor], who: ActorId, raw: &RawCondition, path: &str) {
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
                let found =
                    self.things.iter().position(|(sheet, _)| sheet.label == raw.with && sheet.bindings.is_some());
                let Some(at) = found else {
                    let keys: Vec<String> = self
                        .things
                        .iter()
                        .filter(|(sheet, _)| sheet.bindings.is_some())
                        .map(|(sheet, _)| sheet.label.clone())
                        .collect();
                    self.wrong(&format!("{path}.with"), "this names no bindings", keys);
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

    /// Two who stand in one cell.
    fn crowding(&mut self, sheets: &[Sheet], actors: &[Actor]) {
        if matches!(self.scene.value.map, MapDescription::Zones(_)) {
            return;
        }
        for (at, actor) in actors.iter().enumerate() {
            let other = actors[..at]
                .iter()
                .position(|other| other.place.cell == actor.place.cell && other.out <= Out::Surrendered);
            if let Some(other) = other.filter(|_| actor.out <= Out::Surrendered) {
                let why = format!("{} stands where {} stands", sheets[at].name, sheets[other].name);
                self.wrong(&format!("characters[{at}].at"), why, [""; 0]);
            }
        }
    }

    fn scenario(&mut self, sheets: &[Sheet]) -> Scenario {
        let raw = &self.scene.value.scenario;
        let mut ends = SmallVec::new();
        for (at, end) in raw.ends.iter().enumerate() {
            let path = format!("scenario.ends[{at}].of");
            let wins = end.wins.into();
            match end.when {
                RawWhen::Turns => ends.push(EndCondition::Turns { count: end.count, wins }),
                RawWhen::Leaves => {
                    ends.extend(self.find(sheets, &end.of, &path).map(|id| EndCondition::Leaves { who: id.0, wins }));
                }
                RawWhen::Caught => {
                    ends.extend(self.find(sheets, &end.of, &path).map(|id| EndCondition::Caught { who: id.0, wins }));
                }
                RawWhen::Opened => match self.things.iter().position(|(sheet, _)| sheet.key == end.of) {
                    Some(thing) => ends.push(EndCondition::Opened { thing: ThingId(thing as u16), wins }),
                    None => {
                        let keys: Vec<String> = self.things.iter().map(|(sheet, _)| sheet.key.clone()).collect();
                        self.wrong(&path, format!("there is no thing {:?}", end.of), keys);
                    }
                },
            }
        }
        Scenario { kind: raw.kind.clone(), ends }
    }
}

fn new_thing(at: Whereabouts) -> Thing {
    Thing {
        at,
        state: Wholeness::Intact,
        parts_out: PartSet::default(),
        open: false,
        cracked: false,
        dismantled: false,
        tipped: None,
        piece: None,
    }
}

fn thing_sheet(raw: &RawThing) -> ThingSheet {
    let can = |task: RawTask, rank: Option<RankName>| rank.is_some() || raw.tasks.contains(&task);
    let parts = if raw.parts.is_empty() { vec![Part::new("body", Class::Bulk, Limb::None)] } else { raw.parts.clone() };
    let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
    ThingSheet {
        short: key.clone(),
        label: key.clone(),
        key,
        name: raw.name.clone(),
        hands: raw.hands.unwrap_or_else(|| raw.weapon.as_ref().map_or(1, |weapon| weapon.limbs.max(1))),
        weapon: raw.weapon.clone(),
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

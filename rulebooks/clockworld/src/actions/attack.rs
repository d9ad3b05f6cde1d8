//! The Attack Action: Target and Rank, Reactions, the Attack Check, the Injury (CW-025, CW-063 to CW-116).

use crate::{
    Clockworld, Event, Question,
    actions::area,
    check::{Against, Cause, Causes, Check, Named, beats, prepare},
    harm::{self, InjuryPool},
    house::{BlockedWideShot, CoverAndConcealment, ReachDisturbs},
    rank::Rank,
    reactions::{self, Defence, Incoming, Reaction, ReactionSet},
    sheet::{AttackKind, Band, Class, Kind, Limb, PartId, PartSet, Skill, ThingId, WeaponRef},
    sneak,
    table::{Out, Table, Taken, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{
    ActorId, Audience, Face, Flow, Oracle, Refusal, Throw, Who, rule,
    space::{self, Place, Sight},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-082: Close Range.
pub const CLOSE_FT: u32 = 30;
/// CW-083: Long Range.
pub const LONG_FT: u32 = 100;
/// CW-084: Extreme Range.
pub const EXTREME_FT: u32 = 1_000;

/// An Attack as it is declared (CW-064, CW-D11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub actor: ActorId,
    /// With what.
    pub weapon: WeaponRef,
    /// CW-065: at whom or what, and which part.
    pub target: Target,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-R113: with a Silent weapon, try to stay unnoticed.
    pub sneakily: bool,
}

/// What an Attack is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A part of a Character. CW-091, CW-096: the attacker says where it strikes; CW-092, CW-097: that sets how hard it
    /// is ([`RankSum`]) and how bad it can be ([`harm::at_part`]).
    Body {
        /// Who.
        who: ActorId,
        /// Which part.
        part: PartId,
    },
    /// A part of an object that nobody holds.
    Thing {
        /// What.
        thing: ThingId,
        /// Which part.
        part: PartId,
    },
    /// CW-R53: an object that somebody holds: a Brim Target, and the holder may React.
    Held {
        /// What.
        thing: ThingId,
    },
    /// CW-R40, CW-D12: the centre of an Area Attack.
    Area {
        /// Where.
        centre: Place,
        /// The victims in the order in which to resolve them; whoever is left out follows in roster order.
        order: SmallVec<[ActorId; 4]>,
    },
}

/// The numbers of what somebody strikes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// Which it is.
    pub weapon: WeaponRef,
    /// The limbs that it uses (CW-R27).
    pub limbs: PartSet,
    /// The Skill.
    pub skill: Skill,
    /// The kind of Attack.
    pub kind: AttackKind,
    /// Sides of the pool dice.
    pub die: u8,
    /// How far it goes.
    pub max_band: Band,
    /// Feet added to the wielder's Reach.
    pub reach_bonus_ft: u16,
    /// CW-190.
    pub silent: bool,
    /// Feet around the centre.
    pub radius_ft: u16,
    /// Gone after one use.
    pub single_use: bool,
}

/// CW-078, CW-086, CW-087, CW-088: what the Rank of an Attack is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankSum {
    /// The distance.
    pub band: Band,
    /// The part aimed at.
    pub class: Class,
    /// Is the Target in Cover?
    pub cover: bool,
    /// Is it concealed?
    pub concealment: bool,
}

impl RankSum {
    /// CW-085, CW-086, CW-087, CW-088, CW-R11: the Rank.
    #[inline]
    pub fn rank(self, book: &Clockworld) -> Rank {
        let hidden = match book.house.cover_and_concealment {
            CoverAndConcealment::Add => self.cover as i8 + self.concealment as i8,
            CoverAndConcealment::Best => (self.cover || self.concealment) as i8,
        };
        self.band.rank().shifted(self.class.ranks() + hidden)
    }

    /// CW-244: the same, now behind Cover.
    pub fn behind_cover(self) -> RankSum {
        RankSum { cover: true, ..self }
    }
}

/// How an Attack came out. In this order the odds list it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It did not beat its Rank.
    Missed,
    /// It beat its Rank and not the Dodge, or not the Take Cover where that stops it.
    Avoided,
    /// CW-237: it struck the Blocking Object of this Defence.
    Blocked(u8),
    /// It hit.
    Hit,
}

/// What the one Attack total means for one Target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Judged {
    /// How it came out.
    pub outcome: Outcome,
    /// CW-243: did Take Cover hold?
    pub covered: bool,
}

/// What an Attack total is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Bar<'a> {
    /// The number of the Rank; `None` if it cannot be beaten (CW-R09), `Some(i32::MIN)` if it is passed (CW-R03).
    pub number: Option<i32>,
    /// The number once behind Cover.
    pub covered: Option<i32>,
    /// The Reactions.
    pub defences: &'a [Defence],
}

/// CW-041, CW-042, CW-235, CW-237, CW-240, CW-244, CW-R65, CW-R68: what a total does.
#[inline(always)]
pub fn judge(book: &Clockworld, total: i32, bar: Bar<'_>) -> Judged {
    let holds = |defence: &Defence| !beats(total, defence.total);
    let covered = bar.defences.iter().any(|defence| defence.reaction == Reaction::TakeCover && holds(defence));
    let number = if covered { bar.covered } else { bar.number };
    let on_target = number.is_some_and(|number| beats(total, number));
    let blocked = bar.defences.iter().position(|defence| {
        matches!(defence.reaction, Reaction::BlockWith(_) | Reaction::BlockArm(_)) && holds(defence)
    });
    let dodged = bar.defences.iter().any(|defence| match defence.reaction {
        Reaction::Dodge => holds(defence),
        Reaction::TakeCover => covered && book.house.take_cover_stops_attack,
        _ => false,
    });
    let outcome = match (on_target, blocked) {
        (false, Some(by)) if book.house.blocked_wide_shot == BlockedWideShot::StrikesObject => {
            Outcome::Blocked(by as u8)
        }
        (false, _) => Outcome::Missed,
        (true, _) if dodged => Outcome::Avoided,
        (true, Some(by)) => Outcome::Blocked(by as u8),
        (true, None) => Outcome::Hit,
    };
    Judged { outcome, covered }
}

/// An Attack as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was declared.
    Declared(Attack),
    /// CW-246: a Pot Shot was taken.
    PotShot {
        /// Who.
        by: ActorId,
        /// At whom.
        at: ActorId,
        /// With what.
        weapon: WeaponRef,
        /// Where.
        part: PartId,
    },
    /// The Attack Check, compared for one Target.
    Rolled {
        /// Who attacked whom; `None` for an object.
        at: Option<ActorId>,
        /// The object, if it is one.
        thing: Option<ThingId>,
        /// The Check.
        check: Check,
        /// What the dice showed; `None` if no die was needed (CW-R03).
        face: Option<Face>,
        /// What made up the Rank.
        rank: RankSum,
        /// The Rank in the end.
        number: Option<i32>,
        /// The Reactions to beat.
        defences: SmallVec<[Defence; 1]>,
        /// How it came out.
        outcome: Outcome,
        /// Did Take Cover hold?
        covered: bool,
    },
    /// CW-189: the attacker is seen.
    Revealed {
        /// Who.
        who: ActorId,
    },
}

/// Does what was declared (CW-R33: the order of choices and dice).
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attack: &Attack,
    oracle: &mut O,
) -> Flow<()> {
    let actor = attack.actor;
    let arm = if O::CHECKS { legal(book, table, attack)? } else { numbers(table, actor, attack.weapon) };
    turn::spend(book, table, actor, Taken::Attack { limbs: arm.limbs, weapon: attack.weapon }, attack.focus);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Declared(attack.clone())));
    let causes = Causes::NONE.and_if(attack.focus, Cause::Focus);
    match &attack.target {
        Target::Body { who, part } => {
            strike(
                book,
                table,
                &Strike { attacker: actor, arm, target: *who, part: *part, causes, name: Named::Attack },
                oracle,
            )?;
        }
        Target::Thing { thing, part } => strike_object(book, table, actor, arm, *thing, *part, causes, oracle)?,
        Target::Held { thing } => strike_held(book, table, actor, arm, *thing, causes, oracle)?,
        Target::Area { centre, order } => area::resolve(book, table, actor, arm, *centre, order, causes, oracle)?,
    }
    if arm.single_use
        && let WeaponRef::Thing(thing) = arm.weapon
    {
        table.let_go(actor, thing, Whereabouts::Gone);
    }
    reveal(book, table, attack, arm, oracle)
}

/// CW-189, CW-190, CW-R113: who notices an Attack.
#[inline]
fn reveal<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attack: &Attack,
    arm: Arm,
    oracle: &mut O,
) -> Flow<()> {
    let actor = attack.actor;
    if !table.is_active(actor) {
        return Ok(());
    }
    if !arm.silent {
        sneak::reveal_to_all(table, actor, oracle);
        return Ok(());
    }
    if attack.sneakily {
        return sneak::after_action(book, table, actor, oracle);
    }
    sneak::reveal_to_observers(table, actor, oracle);
    Ok(())
}

/// Everything that must hold before an Attack is rolled.
pub fn legal(book: &Clockworld, table: &Table, attack: &Attack) -> Result<Arm, Refusal> {
    let actor = attack.actor;
    table.may_act(actor)?;
    let name = table.name(actor);
    if table.is_pinned(actor) {
        return Err(Refusal::by(rule!("CW-R94"), "pinned", format!("{name} is Pinned and cannot Attack")));
    }
    let arm = arm(table, actor, attack.weapon)?;
    if attack.sneakily && !arm.silent {
        let why = format!("an Attack with {} reveals {name}", table.weapon_name(actor, attack.weapon));
        return Err(Refusal::by(rule!("CW-189"), "not-silent", why));
    }
    match (&attack.target, arm.kind) {
        (Target::Area { centre, order }, AttackKind::Area) => area::legal(table, actor, &arm, *centre, order)?,
        (Target::Area { .. }, _) | (_, AttackKind::Area) => {
            let why = format!(
                "{} {} an area",
                table.weapon_name(actor, attack.weapon),
                if arm.kind == AttackKind::Area { "strikes only" } else { "cannot strike" }
            );
            return Err(Refusal::by(rule!("CW-100"), "wrong-target", why));
        }
        (Target::Body { who, part }, _) => legal_body(table, actor, &arm, *who, *part)?,
        (Target::Thing { thing, part }, _) => legal_thing(table, actor, &arm, *thing, *part)?,
        (Target::Held { thing }, _) => legal_held(table, actor, &arm, *thing)?,
    }
    turn::may_spend(book, table, actor, &Taken::Attack { limbs: arm.limbs, weapon: attack.weapon }, attack.focus)?;
    Ok(arm)
}

/// CW-R64, CW-R49, CW-R52: can somebody strike with this now?
pub fn arm(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<Arm, Refusal> {
    let refuse = |rule, code, why: String| Err(Refusal::by(rule, code, why));
    let name = table.name(who);
    match weapon {
        WeaponRef::Natural(at) => {
            let Some(natural) = table.sheet(who).natural.get(usize::from(at)) else {
                return refuse(rule!("CW-276"), "unknown-weapon", format!("{name} has no such weapon"));
            };
            if let Some(part) = natural.part {
                let what = &table.part(who, part).part;
                if !table.works(who, part) {
                    return refuse(rule!("CW-075"), "limb-out", format!("{name}'s {what} does not work"));
                }
                if natural.weapon.limb_kind == Limb::Arm && !table.free_arms(who).contains(part) {
                    return refuse(rule!("CW-R27"), "limb-busy", format!("{name}'s {what} is not free"));
                }
            }
        }
        WeaponRef::Thing(thing) => {
            if usize::from(thing.0) >= table.things.len() || table.thing(thing).at != Whereabouts::Held(who) {
                return refuse(rule!("CW-R27"), "not-held", format!("{name} does not hold that"));
            }
            let sheet = table.thing_sheet(thing);
            if table.thing(thing).state == Wholeness::Destroyed {
                return refuse(rule!("CW-R52"), "destroyed", format!("{} is destroyed", sheet.name));
            }
            if table.thing(thing).dismantled {
                return refuse(rule!("CW-196"), "dismantled", format!("{} is taken apart", sheet.name));
            }
            let need = sheet.weapon.as_ref().map_or(1, |weapon| u32::from(weapon.limbs));
            if table.arms_holding(who, thing).len() < need {
                return refuse(rule!("CW-R27"), "needs-hands", format!("{} needs {need} hands", sheet.name));
            }
        }
    }
    Ok(numbers(table, who, weapon))
}

/// CW-108, CW-R27, CW-R44: the numbers of a weapon that [`arm`] allows, and the limbs that it uses.
#[inline]
pub fn numbers(table: &Table, who: ActorId, weapon: WeaponRef) -> Arm {
    let limbs = match weapon {
        WeaponRef::Natural(at) => {
            let part = table.sheet(who).natural[usize::from(at)].part;
            part.map_or(PartSet::default(), |part| PartSet::default().with(part))
        }
        WeaponRef::Thing(thing) => table.arms_holding(who, thing),
    };
    match table.weapon(who, weapon) {
        Some(numbers) => Arm {
            weapon,
            limbs,
            skill: numbers.skill,
            kind: numbers.kind,
            die: numbers.die,
            max_band: numbers.max_band,
            reach_bonus_ft: numbers.reach_bonus_ft,
            silent: numbers.silent,
            radius_ft: numbers.area_radius_ft,
            single_use: numbers.single_use,
        },
        // CW-R44: an object that is no weapon.
        None => Arm {
            weapon,
            limbs,
            skill: Skill::HandToHand,
            kind: AttackKind::Reach,
            die: 10,
            max_band: Band::Reach,
            reach_bonus_ft: 0,
            silent: false,
            radius_ft: 0,
            single_use: false,
        },
    }
}

/// Everything that somebody could strike with now.
pub fn usable_weapons(table: &Table, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
    let held = table.held(who).map(WeaponRef::Thing);
    let natural = (0..table.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
    held.chain(natural).filter(move |&weapon| arm(table, who, weapon).is_ok())
}

fn legal_body(table: &Table, actor: ActorId, arm: &Arm, who: ActorId, part: PartId) -> Result<(), Refusal> {
    let known = who.index() < table.actors.len();
    if !known || usize::from(part) >= table.sheet(who).body.len() {
        return Err(Refusal::by(rule!("CW-065"), "unknown-target", "there is no such Target"));
    }
    legal_foe(table, actor, who)?;
    let sight = table.sight(actor, who);
    let place = table.actor(who).place;
    in_range(table, actor, arm, place, table.name(who))?;
    if sight.blocked {
        let why = format!("{} has no line to {}", table.name(actor), table.name(who));
        return Err(Refusal::by(rule!("CW-R43"), "no-line", why));
    }
    Ok(())
}

/// CW-R97, CW-009: can this Character be chosen as a Target at all?
pub fn legal_foe(table: &Table, actor: ActorId, who: ActorId) -> Result<(), Refusal> {
    if who.index() >= table.actors.len() {
        return Err(Refusal::by(rule!("CW-064"), "unknown-target", "there is no such Target"));
    }
    let (name, target) = (table.name(actor), table.name(who));
    if who == actor {
        return Err(Refusal::by(rule!("CW-064"), "own-target", format!("{name} cannot be its own Target")));
    }
    if table.actor(actor).unaware_of.contains(who) {
        return Err(Refusal::by(rule!("CW-R97"), "unaware", format!("{name} knows of no such Target")));
    }
    if !table.sheet(who).targetable || matches!(table.actor(who).out, Out::Dead | Out::Fled) {
        return Err(Refusal::by(rule!("CW-064"), "no-target", format!("{target} cannot be a Target")));
    }
    Ok(())
}

fn legal_thing(table: &Table, actor: ActorId, arm: &Arm, thing: ThingId, part: PartId) -> Result<(), Refusal> {
    let known = usize::from(thing.0) < table.things.len();
    if !known || usize::from(part) >= table.thing_sheet(thing).parts.len() {
        return Err(Refusal::by(rule!("CW-066"), "unknown-target", "there is no such Target"));
    }
    let what = &table.thing_sheet(thing).name;
    let state = table.thing(thing);
    let Whereabouts::Place(place) = state.at else {
        let why = format!("{what} is not lying there to be struck");
        return Err(Refusal::by(rule!("CW-066"), "attended", why));
    };
    if state.state == Wholeness::Destroyed {
        return Err(Refusal::by(rule!("CW-R52"), "destroyed", format!("{what} is destroyed")));
    }
    in_range(table, actor, arm, place, what)
}

fn legal_held(table: &Table, actor: ActorId, arm: &Arm, thing: ThingId) -> Result<(), Refusal> {
    let held = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
    let Some(Whereabouts::Held(holder)) = held else {
        return Err(Refusal::by(rule!("CW-R53"), "not-held", "nobody holds that"));
    };
    legal_foe(table, actor, holder)?;
    in_range(table, actor, arm, table.actor(holder).place, &table.thing_sheet(thing).name)
}

fn in_range(table: &Table, actor: ActorId, arm: &Arm, place: Place, what: &str) -> Result<(), Refusal> {
    match band(table, actor, arm, place) {
        Some(_) => Ok(()),
        None => {
            let feet = table.setup.space.distance(table.actor(actor).place, place);
            let why = format!("{what} is {feet} feet away, too far for {}", table.weapon_name(actor, arm.weapon));
            Err(Refusal::by(rule!("CW-095"), "out-of-range", why))
        }
    }
}

/// CW-079 to CW-084, CW-095, CW-R35, CW-R36, CW-R37: how far off a place is for this weapon; `None` if too far.
#[inline(always)]
pub fn band(table: &Table, actor: ActorId, arm: &Arm, place: Place) -> Option<Band> {
    let from = table.actor(actor).place;
    let square = table.setup.space.distance_sq(from, place);
    let within = |feet: u32| square <= u64::from(feet) * u64::from(feet);
    let reach = u32::from(table.sheet(actor).reach_ft) + u32::from(arm.reach_bonus_ft);
    if arm.kind == AttackKind::Reach {
        return within(reach).then_some(Band::Reach);
    }
    let band = match () {
        () if within(reach) => Band::Reach,
        () if within(CLOSE_FT) => Band::Close,
        () if within(LONG_FT) => Band::Long,
        () if within(EXTREME_FT) => Band::Extreme,
        () => return None,
    };
    (band <= arm.max_band).then_some(band)
}

impl Table {
    /// Who sees whom, by the map and by what the GM has said (CW-D13).
    #[inline]
    pub fn sight(&self, from: ActorId, to: ActorId) -> Sight {
        let seen = match self.pieces.is_empty() && !self.is_zone_map() {
            true => Sight::CLEAR,
            false => space::sight(&self.setup.space, &self.pieces, self.actor(from).place, self.actor(to).place),
        };
        if self.overrides.is_empty() { seen } else { self.overrides.apply(from.0, to.0, seen) }
    }

    /// CW-R37, CW-R38: how far this Character strikes by hand, bare or with what it holds.
    pub fn reach_ft(&self, who: ActorId) -> u32 {
        let sheet = self.sheet(who);
        let held = self.actor(who).held.iter().filter_map(|grip| self.thing_sheet(grip.thing).weapon.as_ref());
        let all = held.chain(sheet.natural.iter().map(|natural| &natural.weapon));
        let bonus = all.filter(|weapon| weapon.kind == AttackKind::Reach).map(|weapon| weapon.reach_bonus_ft).max();
        u32::from(sheet.reach_ft) + u32::from(bonus.unwrap_or(0))
    }

    /// Is `other` within this Character's Reach?
    pub fn in_reach(&self, who: ActorId, other: ActorId) -> bool {
        self.setup.space.within(self.actor(who).place, self.actor(other).place, self.reach_ft(who))
    }
}

/// CW-099, CW-R07, CW-R38: does a hostile creature within its Reach disturb this shooter?
#[inline]
pub fn is_disturbed(book: &Clockworld, table: &Table, shooter: ActorId) -> bool {
    table.ids().any(|foe| {
        let able = table.is_active(foe) && table.sheet(foe).kind != Kind::Hazard;
        let free = book.house.reach_disturbs == ReachDisturbs::AnyAble
            || (!table.is_pinned(foe) && !table.actor(foe).unaware_of.contains(shooter));
        able && free && table.hostile(shooter, foe) && table.in_reach(foe, shooter)
    })
}

/// One Attack on one part of one Character: an Attack Action, or a Pot Shot.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// Who strikes.
    pub attacker: ActorId,
    /// With what.
    pub arm: Arm,
    /// Whom.
    pub target: ActorId,
    /// Where.
    pub part: PartId,
    /// What helps or hinders so far.
    pub causes: Causes,
    /// Attack or Pot Shot.
    pub name: Named,
}

/// CW-064 to CW-116: the Rank, the Reactions, the Attack Check, the Injury.
#[inline]
pub fn strike<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike,
    oracle: &mut O,
) -> Flow<Outcome> {
    let Strike { attacker, arm, target, part, .. } = *strike;
    let sight = table.sight(attacker, target);
    let class = table.part(target, part).class;
    let place = table.actor(target).place;
    let Some(band) = band(table, attacker, &arm, place) else { return Ok(Outcome::Missed) };
    let rank = RankSum { band, class, cover: sight.cover > 0, concealment: sight.concealment > 0 };
    let check = attack_check(book, table, strike, oracle)?;
    let incoming = Incoming {
        attacker,
        kind: arm.kind,
        point_blank: band == Band::Reach,
        in_cover: rank.cover,
        from: table.actor(attacker).place,
    };
    let automatic = book.house.auto_success_attacks && check.is_automatic(book, rank.rank(book));
    // CW-R03: the Rank part passes by itself, a Reaction must still be beaten.
    let number = if automatic { Some(i32::MIN) } else { book.number(rank.rank(book)) };
    let covered = if rank.cover { number } else { book.number(rank.behind_cover().rank(book)) };
    let throw = Throw::open(Who::Actor(attacker), strike.name.word());
    let (judged, face, defences) = if book.house.react_after_roll {
        // CW-R34, on: the table rolls the Attack openly first.
        let rolled = check.roll(throw, oracle, |total| total)?;
        let defences = defend(book, table, target, &incoming, oracle)?;
        (judge(book, rolled.value, Bar { number, covered, defences: &defences }), Some(rolled.face), defences)
    } else {
        let defences = defend(book, table, target, &incoming, oracle)?;
        if automatic && defences.is_empty() {
            (Judged { outcome: Outcome::Hit, covered: false }, None, defences)
        } else {
            let bar = Bar { number, covered, defences: &defences };
            let rolled = check.roll(throw, oracle, |total| judge(book, total, bar))?;
            (rolled.value, Some(rolled.face), defences)
        }
    };
    let final_rank = if judged.covered { rank.behind_cover() } else { rank };
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Rolled {
            at: Some(target),
            thing: None,
            check,
            face,
            rank: final_rank,
            number: book.number(final_rank.rank(book)),
            defences: defences.clone(),
            outcome: judged.outcome,
            covered: judged.covered,
        })
    });
    let mut outcome = judged.outcome;
    if judged.covered {
        reactions::go_to_cover(table, target, incoming.from, oracle)?;
        outcome = full_cover(table, attacker, target, outcome, oracle)?;
    }
    let pool = InjuryPool { by: attacker, most: check_pool(table, attacker, arm.skill), sides: arm.die };
    match outcome {
        Outcome::Missed | Outcome::Avoided => {}
        Outcome::Hit => {
            if let Some(severity) = pool.at(book, class).roll(table, oracle)? {
                harm::injure(book, table, target, part, severity, oracle)?;
            }
        }
        Outcome::Blocked(by) => {
            let defence = defences[usize::from(by)];
            // CW-237, CW-R66: the blow lands on what Blocks, with the attacker's pool.
            if let Some(severity) = pool.roll(table, oracle)? {
                match defence.reaction {
                    Reaction::BlockArm(arm) => harm::injure(book, table, defence.who, arm, severity, oracle)?,
                    Reaction::BlockWith(thing) => harm::strike_thing(table, thing, 0, severity, oracle),
                    _ => {}
                }
            }
        }
    }
    Ok(outcome)
}

/// CW-109, CW-110 to CW-113: as many pool dice as the Rank in the weapon's Skill allows.
#[inline]
fn check_pool(table: &Table, attacker: ActorId, skill: Skill) -> u8 {
    table.skill(attacker, skill).rank.base_pool()
}

/// CW-D58, CW-R43, CW-R69: Take Cover has held behind something that hides the Target fully.
fn full_cover<O: Oracle<Clockworld>>(
    table: &Table,
    attacker: ActorId,
    target: ActorId,
    outcome: Outcome,
    oracle: &mut O,
) -> Flow<Outcome> {
    if outcome != Outcome::Hit || !table.sight(attacker, target).blocked {
        return Ok(outcome);
    }
    let goes_on = oracle.ask(table, Who::Gm, &Question::FullCover { attacker, target })? == 0;
    Ok(if goes_on { outcome } else { Outcome::Missed })
}

/// CW-038, CW-099, CW-R95, CW-R97: the Attack Check, made ready.
#[inline(always)]
fn attack_check<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike,
    oracle: &mut O,
) -> Flow<Check> {
    let Strike { attacker, arm, target, .. } = *strike;
    let reach = arm.kind == AttackKind::Reach;
    let causes = strike
        .causes
        .and_if(reach && table.actor(target).prone, Cause::ProneTarget)
        .and_if(!reach && is_disturbed(book, table, attacker), Cause::FoeInReach)
        .and_if(book.house.ambush_high_roll && table.actor(target).unaware_of.contains(attacker), Cause::Ambush);
    prepare(book, table, attacker, arm.skill, Against::Foe(target), causes, oracle)
}

/// The Reactions to one Attack: usually none or one, more only where friends may Block (CW-R63).
type Defences = SmallVec<[Defence; 1]>;

/// CW-089, CW-233, CW-R63, CW-D53: who answers, and their dice.
#[inline(always)]
fn defend<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    target: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Defences> {
    if book.house.block_for_others {
        return defend_together(book, table, target, incoming, oracle);
    }
    let mut defences = Defences::new();
    let reaction = reactions::ask(book, table, target, incoming, oracle)?;
    if let Some(defence) = reactions::roll(book, table, target, incoming.attacker, reaction, oracle)? {
        defences.push(defence);
    }
    Ok(defences)
}

/// CW-R63, switch `block_for_others`: the Target and its friends.
#[cold]
fn defend_together<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    target: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Defences> {
    let mut declared: SmallVec<[(ActorId, Reaction); 4]> = SmallVec::new();
    let asked = protectors(book, table, target, incoming);
    let questions: SmallVec<[(Who, Question); 4]> = asked
        .iter()
        .map(|&(who, options)| (Who::Actor(who), Question::React { attacker: incoming.attacker, options }))
        .collect();
    for (&(who, options), answer) in asked.iter().zip(oracle.ask_all(table, &questions)?) {
        let reaction = options.get(table, who, answer);
        if reaction != Reaction::Decline {
            declared.push((who, reaction));
        }
    }
    if declared.len() > 1 {
        // CW-D53: the side that Reacts chooses the order of its reactors.
        let question = Question::Order { of: declared.iter().map(|(who, _)| *who).collect() };
        let first = oracle.ask(table, Who::Side(table.side_of(target)), &question)?;
        declared.rotate_left(first);
    }
    let mut defences = Defences::new();
    for (who, reaction) in declared {
        defences.extend(reactions::roll(book, table, who, incoming.attacker, reaction, oracle)?);
    }
    Ok(defences)
}

/// CW-R63: the Target, and its friends who can Block for it within their Reach.
fn protectors(
    book: &Clockworld,
    table: &Table,
    target: ActorId,
    incoming: &Incoming,
) -> SmallVec<[(ActorId, ReactionSet); 4]> {
    let side = table.side_of(target);
    let friends = table.ids().filter(|&id| id != target && table.side_of(id) == side && table.in_reach(id, target));
    std::iter::once(target)
        .chain(friends)
        .map(|who| {
            let options = reactions::options(book, table, who, incoming);
            (who, if who == target { options } else { options.blocks_only() })
        })
        .filter(|(_, options)| !options.is_empty())
        .collect()
}

/// CW-066, CW-R52: an Attack on an object; it does not React (CW-089).
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn strike_object<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    arm: Arm,
    thing: ThingId,
    part: PartId,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Whereabouts::Place(place) = table.thing(thing).at else { return Ok(()) };
    let Some(band) = band(table, attacker, &arm, place) else { return Ok(()) };
    let class = table.thing_sheet(thing).parts[usize::from(part)].class;
    let rank = RankSum { band, class, cover: false, concealment: false };
    let ranged = arm.kind != AttackKind::Reach;
    let causes = causes.and_if(ranged && is_disturbed(book, table, attacker), Cause::FoeInReach);
    let check = prepare(book, table, attacker, arm.skill, Against::Nobody, causes, oracle)?;
    let outcome = plain_roll(book, attacker, &check, rank, None, Some(thing), &[], oracle)?;
    if outcome == Outcome::Hit {
        let pool = InjuryPool { by: attacker, most: check_pool(table, attacker, arm.skill), sides: arm.die };
        if let Some(severity) = pool.roll(table, oracle)? {
            harm::strike_thing(table, thing, part, severity, oracle);
        }
    }
    Ok(())
}

/// CW-R53: an Attack on what somebody holds: a Brim Target, and the holder may React.
fn strike_held<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    arm: Arm,
    thing: ThingId,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Whereabouts::Held(holder) = table.thing(thing).at else { return Ok(()) };
    let place = table.actor(holder).place;
    let Some(band) = band(table, attacker, &arm, place) else { return Ok(()) };
    let sight = table.sight(attacker, holder);
    let rank = RankSum { band, class: Class::Brim, cover: sight.cover > 0, concealment: sight.concealment > 0 };
    let strike = Strike { attacker, arm, target: holder, part: 0, causes, name: Named::Attack };
    let check = attack_check(book, table, &strike, oracle)?;
    let from = table.actor(attacker).place;
    let point_blank = band == Band::Reach;
    let incoming = Incoming { attacker, kind: arm.kind, point_blank, in_cover: rank.cover, from };
    let defences = defend(book, table, holder, &incoming, oracle)?;
    let outcome = plain_roll(book, attacker, &check, rank, Some(holder), Some(thing), &defences, oracle)?;
    let struck = match outcome {
        Outcome::Hit => Some(thing),
        Outcome::Blocked(by) => match defences[usize::from(by)].reaction {
            Reaction::BlockWith(shield) => Some(shield),
            _ => None,
        },
        Outcome::Missed | Outcome::Avoided => None,
    };
    let pool = InjuryPool { by: attacker, most: check_pool(table, attacker, arm.skill), sides: arm.die };
    if let Some(thing) = struck {
        if let Some(severity) = pool.roll(table, oracle)? {
            harm::strike_thing(table, thing, 0, severity, oracle);
        }
    } else if let Outcome::Blocked(by) = outcome
        && let (Reaction::BlockArm(part), Some(severity)) =
            (defences[usize::from(by)].reaction, pool.roll(table, oracle)?)
    {
        harm::injure(book, table, holder, part, severity, oracle)?;
    }
    Ok(())
}

/// The Attack Check against an object, told.
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn plain_roll<O: Oracle<Clockworld>>(
    book: &Clockworld,
    attacker: ActorId,
    check: &Check,
    rank: RankSum,
    at: Option<ActorId>,
    thing: Option<ThingId>,
    defences: &[Defence],
    oracle: &mut O,
) -> Flow<Outcome> {
    let number = book.number(rank.rank(book));
    let bar = Bar { number, covered: book.number(rank.behind_cover().rank(book)), defences };
    let throw = Throw::open(Who::Actor(attacker), Named::Attack.word());
    let rolled = check.roll(throw, oracle, |total| judge(book, total, bar))?;
    let Judged { outcome, covered } = rolled.value;
    oracle.tell(Audience::All, || {
        let (face, defences) = (Some(rolled.face), SmallVec::from_slice(defences));
        Event::Attack(AttackEvent::Rolled { at, thing, check: *check, face, rank, number, defences, outcome, covered })
    });
    Ok(outcome)
}

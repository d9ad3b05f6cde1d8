//! Harm: Injury Pools, Injuries at parts, maimed limbs, Shock, unconsciousness and death.

use crate::{
    Clockworld, Event, Oracle,
    acts::{
        attack::Arm,
        contest::{self, Ended},
    },
    check::{Against, Capped, Causes, Named, against_rank, prepare},
    house::{ShockModel, Vulnerable},
    rank::Rank,
    sheet::{Class, Limb, PartId, PartSet, Skill, ThingId},
    table::{Grip, Hefted, Injury, Out, Severity, Table, Whereabouts, Wholeness},
    words::asked_actor,
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Audience, Choice, Face, Flow, Mark, RuleId, Throw, Who,
    act::{Answers, Asks},
    rule, told,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

told! {
    /// What befell somebody or something.
    pub enum HarmEvent for Clockworld, |table| {
        /// CW-104: the Injury Roll.
        Pool {
            /// Who rolled.
            by: ActorId,
            /// How many dice of how many sides.
            dice: (u8, u8),
            /// The lowest die, which decides (CW-R47).
            lowest: Face,
            /// What it means.
            severity: Severity,
        } deeper [rule!("CW-104"), severity.rule()] by by => {
            let (count, sides) = dice;
            format!("Injury Pool {count}d{sides}, lowest {lowest}: {severity}")
        };
        /// CW-114, CW-R46: the attacker spared it.
        Spared { by: ActorId } deeper "CW-R46" by by => format!("{} inflicts no Injury", table.name(by));
        /// CW-103: one Injury.
        Injured {
            who: ActorId,
            part: PartId,
            /// How bad, in the end.
            severity: Severity,
            /// CW-R45: worse than the dice, because the part is Vulnerable.
            vulnerable: bool,
        } deeper [if vulnerable { rule!("CW-R45") } else { rule!("CW-103") }] by who => {
            let how = if vulnerable { " (Vulnerable: one step worse)" } else { "" };
            format!("{}: {severity} Injury at the {}{how}", table.name(who), table.part(who, part).part)
        };
        /// CW-075: a limb no longer works.
        Maimed { who: ActorId, part: PartId } deeper "CW-075" by who
            => format!("{}'s {} no longer works", table.name(who), table.part(who, part).part);
        /// It falls from a hand.
        Dropped { who: ActorId, thing: ThingId } deeper "CW-R49" by who
            => format!("{} drops {}", table.name(who), table.thing_sheet(thing).name);
        /// CW-R117: what it carried with both hands is put down.
        SetDown { who: ActorId, what: Hefted } deeper "CW-R117" by who => {
            let what = match what {
                Hefted::Thing(thing) => &table.thing_sheet(thing).name,
                Hefted::Actor(carried) => table.name(carried),
            };
            format!("{} carries {what} no longer", table.name(who))
        };
        /// CW-R55: one more failure: how many by now, and how many make unconscious.
        Failure { who: ActorId, failures: u8, limit: u8 } deeper "CW-R55" by who
            => format!("{}: Shock failure {failures} of {limit}", table.name(who));
        /// CW-R98, CW-R58: out of action.
        Out { who: ActorId, out: Out } deeper [if out == Out::Dead { rule!("CW-R58") } else { rule!("CW-R57") }] by who
            => format!("{} is {}", table.name(who), out.word());
        /// Now lying down.
        Fell { who: ActorId } deeper "CW-R49" by who => format!("{} falls Prone", table.name(who));
        /// CW-R52: an object was struck.
        Struck {
            thing: ThingId,
            /// How hard.
            severity: Severity,
            state: Wholeness,
            /// The part that no longer works.
            part_out: Option<PartId>,
        } deeper "CW-R52" => {
            let sheet = table.thing_sheet(thing);
            let how = match (part_out, state) {
                (Some(part), _) => format!("its {} no longer works", sheet.parts[usize::from(part)].part),
                (None, Wholeness::Intact) => "no effect".into(),
                (None, Wholeness::Damaged) => "it is damaged".into(),
                (None, Wholeness::Destroyed) => "it is destroyed".into(),
            };
            format!("{} is struck ({severity}): {how}", sheet.name)
        };
    }
    marks |self, to| match *self {
        HarmEvent::Injured { who, severity, .. } => {
            to.push(Mark::word("worst injury", Some(who), 1 + severity as i32, severity.key()));
            to.push(Mark::count("injuries", Some(who), 1));
        }
        HarmEvent::Maimed { who, .. } => to.push(Mark::word("maimed", Some(who), 1, "maimed")),
        HarmEvent::Failure { who, .. } => to.push(Mark::count("shock failures", Some(who), 1)),
        HarmEvent::Out { who, out } => {
            let (value, word) = if out == Out::Dead { (2, "dead") } else { (1, "unconscious") };
            to.push(Mark::word("out of action", Some(who), value, word));
        }
        HarmEvent::Struck { .. } => to.push(Mark::count("objects struck", None, 1)),
        HarmEvent::Pool { .. }
        | HarmEvent::Spared { .. }
        | HarmEvent::Dropped { .. }
        | HarmEvent::SetDown { .. }
        | HarmEvent::Fell { .. } => {}
    };
}

impl Severity {
    /// The rule of the dice that are read so.
    fn rule(self) -> RuleId {
        match self {
            Severity::Critical => rule!("CW-105"),
            Severity::Serious => rule!("CW-106"),
            Severity::Mild => rule!("CW-107"),
        }
    }
}

/// CW-105, CW-106, CW-107: the lowest die of a pool, read.
pub const fn read_pool(lowest: i32) -> Severity {
    match lowest {
        ..=1 => Severity::Critical,
        2 | 3 => Severity::Serious,
        4.. => Severity::Mild,
    }
}

/// CW-D17, CW-D18, to the attacker: how many pool dice? 0 spares the victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pool {
    /// As many as the Skill Rank allows.
    most: u8,
    /// CW-R46: may the victim be spared?
    may_spare: bool,
}

impl Asks<Clockworld> for Pool {
    type Answer = u8;
    const KIND: &'static str = "pool";
    const RULE: RuleId = rule!("CW-114");

    fn answers(&self) -> Answers<u8> {
        (1..=self.most).rev().chain(self.may_spare.then_some(0)).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        format!("How many Injury dice does {} roll?", table.name(asked_actor(who)))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &u8) -> Choice {
        match answer {
            0 => Choice::new("spare", "No Injury"),
            count => Choice::new(format!("{count}-dice"), format!("{count} dice")),
        }
    }
}

/// What an attacker rolls for an Injury.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InjuryPool {
    pub by: ActorId,
    /// CW-109: as many dice as the Skill Rank allows.
    pub most: u8,
    /// CW-108: their size, by the weapon.
    pub sides: u8,
}

impl InjuryPool {
    /// CW-108, CW-109, CW-110 to CW-113: by the attacker's Rank in the weapon's Skill.
    pub fn of(table: &Table, by: ActorId, arm: &Arm) -> InjuryPool {
        InjuryPool { by, most: table.skill(by, arm.skill).rank.base_pool(), sides: arm.die }
    }

    /// CW-R45, switch `vulnerable` = extra_die.
    pub fn at(mut self, book: &Clockworld, class: Class) -> InjuryPool {
        if class == Class::Ace && book.house.vulnerable == Vulnerable::ExtraDie {
            self.most += 1;
        }
        self
    }

    /// CW-103, CW-104, CW-114, CW-R46: the attacker chooses how many dice, or to spare the victim; then all are rolled
    /// together. CW-116, CW-R47: the worst die counts, for one Injury.
    pub fn roll<O: Oracle>(self, table: &Table, oracle: &mut O) -> Flow<Option<Severity>> {
        let by = self.by;
        let count = Pool { most: self.most, may_spare: true }.ask(Who::Actor(by), table, oracle)?;
        if count == 0 {
            oracle.tell(Audience::All, || Event::Harm(HarmEvent::Spared { by }));
            return Ok(None);
        }
        self.roll_dice(count, oracle).map(Some)
    }

    /// CW-114, CW-R46: how many dice an Area Attack rolls for whomever it hits; nobody is spared.
    pub fn choose_for_all<O: Oracle>(self, table: &Table, oracle: &mut O) -> Flow<u8> {
        if self.most <= 1 {
            return Ok(self.most);
        }
        Pool { most: self.most, may_spare: false }.ask(Who::Actor(self.by), table, oracle)
    }

    /// CW-104: that many dice, rolled together.
    pub fn roll_dice<O: Oracle>(self, count: u8, oracle: &mut O) -> Flow<Severity> {
        let by = self.by;
        let dice = Roll::lowest_of(u16::from(count), u16::from(self.sides));
        let rolled = oracle.roll(Throw::open(Who::Actor(by), "Injury"), dice, read_pool)?;
        oracle.tell(Audience::All, || {
            let (dice, lowest, severity) = ((count, self.sides), rolled.face, rolled.value);
            Event::Harm(HarmEvent::Pool { by, dice, lowest, severity })
        });
        Ok(rolled.value)
    }
}

/// CW-072, CW-274, CW-R45: how bad an Injury is at this part.
pub fn at_part(book: &Clockworld, severity: Severity, class: Class) -> Severity {
    match (class, book.house.vulnerable, severity) {
        (Class::Ace, Vulnerable::Step | Vulnerable::Lethal, Severity::Mild) => Severity::Serious,
        (Class::Ace, Vulnerable::Step | Vulnerable::Lethal, Severity::Serious) => Severity::Critical,
        (Class::Ace, Vulnerable::Step | Vulnerable::Lethal, Severity::Critical)
        | (Class::Ace, Vulnerable::ExtraDie, _)
        | (Class::Bulk | Class::Brim, _, _) => severity,
    }
}

/// CW-103, CW-075, CW-R33, CW-R45, CW-R49, CW-R54: one Injury, resolved to its end: the part, the limb, the Shock Check.
pub fn injure<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    part: PartId,
    rolled: Severity,
    oracle: &mut O,
) -> Flow<()> {
    let class = table.part(who, part).class;
    let severity = at_part(book, rolled, class);
    let puts_out = table.hurt(&book.house, who, Injury::new(severity, part));
    let vulnerable = severity != rolled;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Injured { who, part, severity, vulnerable }));
    if severity == Severity::Mild {
        return Ok(());
    }
    if puts_out {
        maim(table, who, part, oracle);
    }
    if book.house.vulnerable == Vulnerable::Lethal && class == Class::Ace && severity == Severity::Critical {
        put_out(table, who, Out::Dead, oracle);
        return Ok(());
    }
    match book.house.shock_model {
        ShockModel::Full => shock(book, table, who, severity, oracle),
        ShockModel::StrangleOnly => {
            if severity == Severity::Critical {
                put_out(table, who, Out::Unconscious, oracle);
            }
            Ok(())
        }
    }
}

/// CW-070, CW-075, CW-R49: a limb stops working: an arm drops what it holds, the last leg lets the Character fall.
pub fn maim<O: Oracle>(table: &mut Table, who: ActorId, part: PartId, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Maimed { who, part }));
    match table.part(who, part).limb {
        Limb::Arm => {
            let holding = table.actor(who).held.iter().find(|grip| grip.arm == part).map(|grip| grip.thing);
            if let Some(thing) = holding {
                drop_thing(table, who, thing, oracle);
            }
            let loses_hold = table.actor(who).hold.is_some_and(|hold| hold.arms.contains(part));
            if loses_hold {
                contest::end_hold(table, who, Ended::Lost, oracle);
            }
            put_down(table, who, oracle);
        }
        Limb::Leg => {
            if table.legs(who).is_empty() && !table.actor(who).prone {
                table.actor_mut(who).prone = true;
                oracle.tell(Audience::All, || Event::Harm(HarmEvent::Fell { who }));
            }
        }
        Limb::None | Limb::Other => {}
    }
}

/// Lets a held thing fall where its holder stands.
pub fn drop_thing<O: Oracle>(table: &mut Table, who: ActorId, thing: ThingId, oracle: &mut O) {
    let place = table.actor(who).place;
    table.let_go(who, thing, Whereabouts::Place(place));
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Dropped { who, thing }));
}

/// CW-R117: what it carries with both hands is put down, if it carries anything, and everybody hears of it.
pub fn put_down<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if let Some(what) = set_down(table, who) {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::SetDown { who, what }));
    }
}

/// CW-R117: what it carries with both hands lies where it stands now.
pub fn set_down(table: &mut Table, who: ActorId) -> Option<Hefted> {
    let place = table.actor(who).place;
    let what = table.actor_mut(who).hefting.take()?;
    match what {
        Hefted::Thing(thing) => {
            let state = table.thing_mut(thing);
            state.at = Whereabouts::Place(place);
            let whole = state.state != Wholeness::Destroyed;
            if let Some(at) = state.piece {
                let piece = &mut table.pieces[usize::from(at)];
                piece.cells = SmallVec::from_slice(&[place.cell]);
                piece.active = whole;
            }
        }
        Hefted::Actor(carried) => table.actor_mut(carried).stand_at(place),
    }
    Some(what)
}

/// CW-R54: the Rank of the Shock Check that an Injury asks for.
pub const fn shock_rank(severity: Severity) -> Rank {
    match severity {
        Severity::Mild | Severity::Serious => Rank::ADEPT,
        Severity::Critical => Rank::MASTER,
    }
}

/// CW-272, CW-R55: a Shock Check: Endure against the Rank of the Injury; a failure counts.
pub fn shock<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    severity: Severity,
    oracle: &mut O,
) -> Flow<()> {
    if table.actor(who).out == Out::Dead {
        return Ok(()); // CW-R98
    }
    let check = prepare(book, table, who, Skill::Fortitude, Against::Nobody, Causes::NONE, oracle)?;
    let rank = shock_rank(severity);
    let verdict = against_rank(book, &check, rank, Capped::No, Named::Shock, rule!("CW-R55"), oracle)?;
    if !verdict.is_success() {
        // CW-R58: whoever is unconscious already dies of a Critical Injury.
        match (table.actor(who).out, severity) {
            (Out::Unconscious, Severity::Critical) => put_out(table, who, Out::Dead, oracle),
            (Out::Unconscious, Severity::Mild | Severity::Serious) => shock_failure(table, who, oracle),
            (Out::Active | Out::Surrendered | Out::Fled | Out::Dead, _) => shock_failure(table, who, oracle),
        }
    }
    Ok(())
}

/// CW-159, CW-R57: one failure more; at the limit of the sheet the Character is unconscious.
pub fn shock_failure<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let limit = table.sheet(who).shock_limit;
    let actor = table.actor_mut(who);
    actor.shock_failures = actor.shock_failures.saturating_add(1);
    let failures = actor.shock_failures;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Failure { who, failures, limit }));
    if failures >= limit && actor.out < Out::Unconscious {
        put_out(table, who, Out::Unconscious, oracle);
    }
}

/// CW-R98: unconscious or dead: Prone, hands open, grips end, work is lost.
pub fn put_out<O: Oracle>(table: &mut Table, who: ActorId, out: Out, oracle: &mut O) {
    if table.actor(who).out >= out {
        return;
    }
    table.actor_mut(who).out = out;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Out { who, out }));
    open_hands(table, who, oracle);
    contest::end_hold(table, who, Ended::Lost, oracle);
    put_down(table, who, oracle);
    let actor = table.actor_mut(who);
    actor.prone = true;
    actor.set_free();
    actor.turn.moving = None;
}

/// Lets everything fall that it holds, each thing once.
fn open_hands<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let place = table.actor(who).place;
    let held = std::mem::take(&mut table.actor_mut(who).held);
    for (at, &Grip { thing, .. }) in held.iter().enumerate() {
        if held[..at].iter().all(|known| known.thing != thing) {
            table.thing_mut(thing).at = Whereabouts::Place(place);
            oracle.tell(Audience::All, || Event::Harm(HarmEvent::Dropped { who, thing }));
        }
    }
}

/// CW-066, CW-237, CW-R52, CW-R66: a hit on an object. Mild does nothing, Serious damages and the second one destroys,
/// Critical destroys; at a Brim part that part stops working.
pub fn strike_thing<O: Oracle>(table: &mut Table, thing: ThingId, part: PartId, severity: Severity, oracle: &mut O) {
    let class = table.thing_sheet(thing).parts.get(usize::from(part)).map_or(Class::Bulk, |part| part.class);
    let brim = class == Class::Brim && severity >= Severity::Serious;
    let state = table.thing_mut(thing);
    let part_out = if brim {
        state.parts_out = state.parts_out.with(part);
        Some(part)
    } else {
        state.state = match (severity, state.state) {
            (Severity::Mild, now) => now,
            (Severity::Serious, Wholeness::Intact) => Wholeness::Damaged,
            (Severity::Serious, _) | (Severity::Critical, _) => Wholeness::Destroyed,
        };
        None
    };
    let state = state.state;
    if state == Wholeness::Destroyed {
        remove_piece(table, thing);
    }
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Struck { thing, severity, state, part_out }));
}

/// What is destroyed gives no cover and blocks no way.
pub fn remove_piece(table: &mut Table, thing: ThingId) {
    if let Some(piece) = table.thing(thing).piece {
        table.pieces[usize::from(piece)].active = false;
    }
}

/// The parts of a body that no longer work.
pub fn maimed(table: &Table, who: ActorId) -> PartSet {
    table.actor(who).broken()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_dice::Chance;

    /// CW-P04, with CW-104 to CW-108: all pools, by counting faces: no 1 at all is ((s−1)/s)ⁿ, no 1, 2 or 3 is ((s−3)/s)ⁿ.
    #[test]
    fn cw_p04_injury_pools() {
        for sides in [4u16, 6, 8, 10, 12] {
            for count in 1..=4u32 {
                let all = u128::from(sides).pow(count);
                let (no_one, mild) = (u128::from(sides - 1).pow(count), u128::from(sides - 3).pow(count));
                let pool = Roll::lowest_of(count as u16, sides).distribution();
                let chance = |severity| pool.chance_of(|lowest| read_pool(lowest) == severity);
                assert_eq!(chance(Severity::Critical), Chance::new(all - no_one, all), "{count}d{sides}");
                assert_eq!(chance(Severity::Serious), Chance::new(no_one - mild, all), "{count}d{sides}");
                assert_eq!(chance(Severity::Mild), Chance::new(mild, all), "{count}d{sides}");
            }
        }
        // Two rows as the ledger prints them.
        let pool = Roll::lowest_of(3, 8).distribution();
        assert_eq!(pool.chance_of(|lowest| read_pool(lowest) == Severity::Critical), Chance::new(169, 512));
        let pool = Roll::lowest_of(4, 12).distribution();
        assert_eq!(pool.chance_of(|lowest| read_pool(lowest) == Severity::Serious), Chance::new(505, 1296));
    }

    /// CW-072, CW-274, CW-R45 in all positions.
    #[test]
    fn cw_r45_what_vulnerable_does() {
        let mut book = Clockworld::default();
        let worse = |book: &Clockworld| {
            [Severity::Mild, Severity::Serious, Severity::Critical].map(|severity| at_part(book, severity, Class::Ace))
        };
        assert_eq!(worse(&book), [Severity::Serious, Severity::Critical, Severity::Critical]);
        book.house.vulnerable = Vulnerable::ExtraDie;
        assert_eq!(worse(&book), [Severity::Mild, Severity::Serious, Severity::Critical]);
        let pool = InjuryPool { by: ActorId(0), most: 3, sides: 8 };
        assert_eq!(pool.at(&book, Class::Ace).most, 4);
        assert_eq!(pool.at(&book, Class::Brim).most, 3);
        assert_eq!(at_part(&book, Severity::Mild, Class::Brim), Severity::Mild);
    }
}

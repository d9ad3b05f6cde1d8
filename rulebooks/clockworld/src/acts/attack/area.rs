//! Area Attacks: one Attack Roll against everyone in the area (CW-100, CW-101, CW-102).

use crate::{
    Clockworld, Event, Oracle,
    acts::attack::{Arm, AttackEvent, Judged, Outcome, RankSum, ToBeat, band, is_disturbed, judge},
    check::{Against, Cause, Causes, Named, prepare},
    harm::{self, InjuryPool},
    house::AreaPool,
    reactions::{self, Defence, Incoming, React},
    sheet::{AttackKind, Band, Class, PartId, ThingId},
    table::{Out, Severity, Table, Whereabouts, Wholeness},
};
use referee_engine::{
    ActorId, Audience, Flow, Throw, Who,
    act::{Asks, Why},
    ask, bar,
    space::{self, Place},
};
use smallvec::SmallVec;

/// CW-R40: the centre must be in range.
pub(super) fn in_range<'t>(table: &'t Table, actor: ActorId, arm: &Arm, centre: Place) -> Result<(), Why<'t>> {
    if table.setup.space.contains(centre.cell) && band(table, actor, arm, centre).is_some() {
        return Ok(());
    }
    let weapon = table.weapon_name(actor, arm.weapon);
    Err(bar!("CW-095", "out-of-range", "that is too far for {}", weapon).moot())
}

/// CW-101, CW-R40: everyone in the area, friends and the attacker too, in roster order.
pub fn victims(table: &Table, radius_ft: u16, centre: Place) -> SmallVec<[ActorId; 8]> {
    let inside = |id: &ActorId| {
        let actor = table.actor(*id);
        table.sheet(*id).targetable
            && !matches!(actor.out, Out::Dead | Out::Fled)
            && table.within(centre, actor.place, u32::from(radius_ft))
    };
    table.ids().filter(inside).collect()
}

/// One roll, compared with each victim's own Rank (CW-101, CW-R40).
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
pub fn resolve<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    arm: Arm,
    centre: Place,
    order: &[ActorId],
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Some(band) = band(table, attacker, &arm, centre) else { return Ok(()) };
    let mut victims: SmallVec<[ActorId; 8]> = SmallVec::from_slice(order);
    victims.extend(self::victims(table, arm.area_radius_ft, centre).into_iter().filter(|id| !order.contains(id)));
    // CW-R39: launched like a Ranged Attack.
    let causes = causes.and_if(is_disturbed(book, table, attacker), Cause::FoeInReach);
    let check = prepare(book, table, attacker, arm.skill, Against::Nobody, causes, oracle)?;
    let defences = defend(book, table, attacker, &victims, centre, oracle)?;
    let throw = Throw::open(Who::Actor(attacker), Named::Attack.word());
    let rolled = check.roll(throw, oracle, |total| total)?;
    let caught = victims.iter().map(|&victim| {
        let rank = rank_for(table, victim, centre, band);
        let mine: SmallVec<[Defence; 1]> = defences.iter().filter(|defence| defence.who == victim).copied().collect();
        let (number, covered) = (ToBeat::of(book, rank.rank(book)), ToBeat::of(book, rank.behind_cover().rank(book)));
        let judged = judge(book, rolled.value, ToBeat { number, covered }, &mine);
        Caught { victim, rank, mine, judged }
    });
    let caught: SmallVec<[Caught; 4]> = caught.collect();
    // CW-234, CW-243: whoever has taken Cover goes there before anybody hears how the Attack comes out.
    for Caught { victim, judged, .. } in &caught {
        if judged.covered {
            reactions::go_to_cover(table, *victim, centre, oracle)?;
        }
    }
    let pool = InjuryPool { by: attacker, most: check.trained.rank.base_pool(), sides: arm.die };
    let mut pool = AreaInjuries { pool, dice: None, shared: None };
    for Caught { victim, rank, mine, judged } in caught {
        let final_rank = if judged.covered { rank.behind_cover() } else { rank };
        oracle.tell(Audience::All, || {
            Event::Attack(AttackEvent::Rolled {
                at: Some(victim),
                thing: None,
                check,
                face: Some(rolled.face),
                rank: final_rank,
                number: book.number(final_rank.rank(book)),
                defences: mine.clone(),
                outcome: judged.outcome,
                covered: judged.covered,
            })
        });
        if judged.outcome == Outcome::Hit {
            let severity = pool.roll(book, table, oracle)?;
            let bulk = table.sheet(victim).first(Class::Bulk).unwrap_or(0);
            harm::injure(book, table, victim, bulk, severity, oracle)?;
        }
    }
    objects(book, table, arm, centre, band, rolled.value, pool, oracle)
}

/// Somebody in the area, and what the one Attack total means for it.
struct Caught {
    victim: ActorId,
    rank: RankSum,
    mine: SmallVec<[Defence; 1]>,
    judged: Judged,
}

/// CW-101, CW-114, CW-R41, CW-R46: what an Area Attack does to each of those it hits. It is applied to everyone, so the
/// attacker chooses the number of dice once for all of them, and spares nobody.
struct AreaInjuries {
    pool: InjuryPool,
    /// CW-D18: how many dice, once that is chosen.
    dice: Option<u8>,
    /// CW-R41, switch `area_pool`: the one Injury Roll for all, once it is rolled.
    shared: Option<Severity>,
}

impl AreaInjuries {
    fn roll<O: Oracle>(&mut self, book: &Clockworld, table: &Table, oracle: &mut O) -> Flow<Severity> {
        if let (AreaPool::Shared, Some(severity)) = (book.house.area_pool, self.shared) {
            return Ok(severity);
        }
        let dice = match self.dice {
            Some(dice) => dice,
            None => self.pool.choose_for_all(table, oracle)?,
        };
        let severity = self.pool.roll_dice(dice, oracle)?;
        (self.dice, self.shared) = (Some(dice), Some(severity));
        Ok(severity)
    }
}

/// CW-R40: the Rank for one victim; Cover counts if it stands between the centre and the victim.
fn rank_for(table: &Table, victim: ActorId, centre: Place, band: Band) -> RankSum {
    let sight = space::sight(&table.setup.space, &table.pieces, centre, table.actor(victim).place);
    let cover = sight.cover > 0 || table.lies_in_cover(victim, centre);
    RankSum { band, class: Class::Bulk, cover, concealment: sight.concealment > 0 }
}

/// CW-102: those in the area may only React with Take Cover; all are asked side by side (CW-233).
fn defend<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    victims: &[ActorId],
    centre: Place,
    oracle: &mut O,
) -> Flow<SmallVec<[Defence; 4]>> {
    let mut asked: Vec<(Who, React)> = Vec::new();
    let mut reactors: SmallVec<[ActorId; 4]> = SmallVec::new();
    for &victim in victims.iter().filter(|&&victim| victim != attacker) {
        let in_cover = rank_for(table, victim, centre, Band::Close).cover;
        let incoming = Incoming { attacker, kind: AttackKind::Area, point_blank: false, in_cover, from: centre };
        let options = reactions::options(book, table, victim, &incoming);
        if options.len() > 1 {
            asked.push((Who::Actor(victim), React { attacker, options }));
            reactors.push(victim);
        }
    }
    let mut defences = SmallVec::new();
    if asked.is_empty() {
        return Ok(defences);
    }
    for (who, reaction) in reactors.into_iter().zip(React::ask_all(asked, table, oracle)?) {
        defences.extend(reactions::roll(book, table, who, attacker, reaction, oracle)?);
    }
    Ok(defences)
}

ask! {
    /// CW-D20, to the GM: does an Area Attack harm this object?
    pub struct HarmObject for Clockworld: "harm-object", "CW-R42" {
        thing: ThingId,
    }
    |self, table| format!("Does the Area Attack harm {}?", table.thing_sheet(self.thing).name);
    /// What the GM says of an object in the area.
    pub enum Harmed {
        No = "no", "no";
        Yes = "yes", "yes";
    }
}

/// CW-R42, CW-D20: objects are harmed only if the GM says so.
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn objects<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    arm: Arm,
    centre: Place,
    band: Band,
    total: i32,
    mut pool: AreaInjuries,
    oracle: &mut O,
) -> Flow<()> {
    let inside: SmallVec<[ThingId; 4]> = table
        .thing_ids()
        .filter(|&thing| {
            let state = table.thing(thing);
            let near = matches!(state.at, Whereabouts::Place(place) if table.within(centre, place, u32::from(arm.area_radius_ft)));
            near && state.state != Wholeness::Destroyed
        })
        .collect();
    for thing in inside {
        if (HarmObject { thing }).ask(Who::Gm, table, oracle)? == Harmed::No {
            continue;
        }
        let rank = RankSum { band, class: Class::Bulk, cover: false, concealment: false };
        let bar = ToBeat { number: ToBeat::of(book, rank.rank(book)), covered: ToBeat::NEVER };
        if judge(book, total, bar, &[]).outcome == Outcome::Hit {
            let severity = pool.roll(book, table, oracle)?;
            harm::strike_thing(table, thing, 0 as PartId, severity, oracle);
        }
    }
    Ok(())
}

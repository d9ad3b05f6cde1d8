//! What a careful player could check from the log and the sheets after every act, whatever was done. Each is written from the
//! ledger and says what it found in words, with its rule.

use referee_clockworld::{
    Clockworld, Event, Intent,
    acts::task::{Object, TaskEvent, TaskName},
    acts::{
        attack::{AttackEvent, Declared, Outcome, RankSum, Target},
        contest::{
            ContestEvent, Demanded,
            bout::{BoutEvent, Guard},
            persuade::DemandEvent,
        },
        face::Faced,
        movement::MoveEvent,
    },
    check::Named,
    conditions::ConditionKind,
    harm::HarmEvent,
    house::{BeyondLegendary, BlockedWideShot, CoverAndConcealment, PotShotTrigger, ShockModel, Staggered, Vulnerable},
    reactions::{BlockWith, Defence, Reaction, ReactionEvent, Turned},
    sheet::{AttackKind, Class, Kind},
    table::{Hefted, Mode, Out, Severity, Table, Taken, Whereabouts},
    turn::TurnEvent,
};
use referee_engine::{
    ActorId, Side, Who,
    clock::{Edge, Ends, Turn},
    conformance::Done,
};

type Act<'a> = Done<'a, Clockworld>;

/// Everything that this act broke.
pub fn broken(done: &Act<'_>) -> Vec<String> {
    let all: [fn(&Act<'_>, &mut Vec<String>); 22] = [
        whoever_acts_has_the_turn,
        an_action_costs_an_action,
        two_actions_are_different,
        reactions_are_paid_one_by_one,
        one_answer_to_one_attack,
        nobody_is_asked_who_cannot_react,
        an_answer_fits_the_attack,
        an_attack_comes_out_as_its_total_says,
        everyone_in_the_area_is_struck_at,
        the_pool_is_read_by_its_lowest_die,
        every_injury_is_told,
        every_bad_injury_asks_for_a_shock_check,
        failures_are_counted_and_make_unconscious,
        whoever_is_out_holds_nothing,
        a_hold_binds_two_within_reach,
        hands_hold_what_they_hold,
        nobody_goes_farther_than_its_speed,
        low_cover_is_for_those_who_lie,
        turns_alternate_and_begin_fresh,
        what_lasts_until_a_turn_ends_with_it,
        what_was_demanded_comes_first,
        a_fight_goes_on_while_both_sides_stand,
    ];
    let mut found = Vec::new();
    for look in all {
        look(done, &mut found);
    }
    found
}

/// Does the GM correct the table? Then nothing follows from what was before.
fn is_correction(done: &Act<'_>) -> bool {
    let deed = done.intent;
    let is_by_players = matches!(deed, Intent::EndTurn(_) | Intent::SurrenderPlayers(_) | Intent::SurrenderThreats(_));
    deed.actor().is_none() && !is_by_players
}

fn plays_turns(table: &Table) -> bool {
    table.clock.mode == Mode::Turns && table.over.is_none()
}

/// Who takes an Action with this, if anybody does.
fn acts(intent: &Intent) -> Option<ActorId> {
    match intent {
        Intent::Attack(attack) => attack.actor,
        Intent::Crack(act) => act.actor,
        Intent::Dismantle(act) => act.actor,
        Intent::Break(act) => act.actor,
        Intent::Stabilize(act) => act.actor,
        Intent::Heft(act) => act.actor,
        Intent::Track(act) => act.actor,
        Intent::Perceive(act) => act.actor,
        Intent::Endure(act) => act.actor,
        Intent::Resist(act) => act.actor,
        Intent::Other(act) => act.actor,
        Intent::Work(act) => act.actor,
        Intent::Defend(defend) => defend.actor,
        Intent::Distract(act) => act.actor,
        Intent::Persuade(act) => act.actor,
        Intent::Deceive(act) => act.actor,
        Intent::Shove(act) => act.actor,
        Intent::Trip(act) => act.actor,
        Intent::Disarm(act) => act.actor,
        Intent::Pin(act) => act.actor,
        Intent::Strangle(act) => act.actor,
        Intent::Escape(act) => act.actor,
        Intent::Comply(act) => act.actor,
        Intent::Move(movement) => movement.actor,
        _ => None,
    }
}

/// CW-257: does it handle an object?
fn handles(deed: &Intent) -> bool {
    matches!(
        deed,
        Intent::Draw(_)
            | Intent::Holster(_)
            | Intent::PickUp(_)
            | Intent::PutDown(_)
            | Intent::HandOver(_)
            | Intent::Tip(_)
            | Intent::Open(_)
            | Intent::Close(_)
    )
}

/// The Attack that was declared, if this is one.
fn declared<'a>(done: &Act<'a>) -> Option<&'a Declared> {
    done.events.iter().find_map(|event| match event {
        Event::Attack(AttackEvent::Declared(declared)) => Some(declared),
        _ => None,
    })
}

/// The sides whose Turn began in this act.
fn begun(done: &Act<'_>) -> Vec<(Side, u32)> {
    let begins = |event: &Event| match event {
        Event::Turn(TurnEvent::Begins { side, number }) => Some((*side, *number)),
        _ => None,
    };
    done.events.iter().filter_map(begins).collect()
}

/// CW-004, CW-R24, CW-R98: only an active Character of the side that has the Turn takes an Action, and not after it has passed.
fn whoever_acts_has_the_turn(done: &Act<'_>, found: &mut Vec<String>) {
    let Some(who) = acts(done.intent) else { return };
    let table = done.before;
    if !plays_turns(table) {
        return;
    }
    let name = table.name(who);
    if table.side_of(who) != table.side {
        found.push(format!("{name} acts in the Turn of the other side (CW-004)"));
    }
    if table.actor(who).out != Out::Active {
        found.push(format!("{name} acts and is {} (CW-R98)", table.actor(who).out.word()));
    }
    if table.actor(who).turn.passed && table.actor(who).turn.moving.is_none() {
        found.push(format!("{name} acts and has passed (CW-R24)"));
    }
}

/// CW-017, CW-021, CW-R32: an Action is paid by whoever takes it, one for each, whether it works or not, and by nobody else.
fn an_action_costs_an_action(done: &Act<'_>, found: &mut Vec<String>) {
    if is_correction(done) || !plays_turns(done.before) || !begun(done).is_empty() {
        return;
    }
    let is_free = |event: &Event| {
        matches!(
            event,
            Event::Contest(ContestEvent::Demand(DemandEvent::OutOfReason { .. }))
                | Event::Task(TaskEvent::Impossible { .. })
        )
    };
    for who in done.before.ids() {
        let (before, after) = (&done.before.actor(who).turn, &done.after.actor(who).turn);
        let paid = after.taken.len() - before.taken.len();
        let name = done.before.name(who);
        if acts(done.intent) != Some(who) {
            let handles = done.intent.actor() == Some(who) && handles(done.intent); // CW-258
            if paid > usize::from(handles) {
                found.push(format!("{name} pays {paid} Actions for nothing (CW-017)"));
            }
            continue;
        }
        let goes_on = before.moving.is_some() && matches!(done.intent, Intent::Move(_)); // CW-030
        let is_owed = !goes_on && !done.events.iter().any(is_free);
        if paid != usize::from(is_owed) {
            found.push(format!("{name} pays {paid} Actions for `{}` (CW-017)", done.filled));
        }
    }
}

/// CW-018, CW-021, CW-026, CW-028, CW-034, CW-R25, CW-R26, CW-R96: what two Actions of one Turn may be.
fn two_actions_are_different(done: &Act<'_>, found: &mut Vec<String>) {
    let house = &done.book.house;
    for who in done.after.ids() {
        let actor = done.after.actor(who);
        let (state, name) = (&actor.turn, done.after.name(who));
        let taken: Vec<&Taken> = state.taken.iter().collect();
        if state.focused && taken.len() != 1 {
            found.push(format!("{name} has focused and taken {} Actions (CW-021)", taken.len()));
        }
        let [one, other] = taken[..] else { continue };
        let differ = match (one, other) {
            (Taken::Attack { limbs, weapon }, Taken::Attack { limbs: others, weapon: second }) => {
                !limbs.meets(*others) && weapon != second
            }
            (Taken::Contest(one), Taken::Contest(other)) => house.two_contests && one != other,
            // An Action that the GM has taken away is written as the handling of nothing.
            (Taken::Task(TaskName::Handle, Object::None), _) => true,
            (Taken::Task(..), Taken::Task(..)) => one != other,
            (Taken::Move, Taken::Move) | (Taken::Defend, Taken::Defend) => false,
            _ => true,
        };
        if !differ {
            found.push(format!("{name} has taken {one:?} and {other:?} in one Turn (CW-018)"));
        }
    }
}

/// The Reactions that somebody used in this act, by what was told.
fn reactions_used(done: &Act<'_>, who: ActorId) -> usize {
    let pins = matches!(done.intent, Intent::Pin(_));
    let escape_costs = pins && done.book.house.escape_costs_reaction; // CW-R74
    let uses = |event: &&Event| match event {
        Event::Reaction(ReactionEvent::Reacted(defence)) => defence.who == who,
        Event::Reaction(ReactionEvent::Turned(Turned { who: turned })) => *turned == who,
        Event::Attack(AttackEvent::PotShot { by, .. }) => *by == who,
        Event::Faced(Faced { who: faced, reaction: true, .. }) => *faced == who,
        Event::RankCheck(checked) => checked.name == Named::Tumble && checked.check.who == who,
        Event::Contest(ContestEvent::Bout(BoutEvent::Opposed { guard: Guard::Escape, check, .. })) => {
            escape_costs && check.who == who
        }
        _ => false,
    };
    done.events.iter().filter(uses).count()
}

/// CW-035, CW-230, CW-231, CW-121: each Reaction costs one, a Defend gives one, and nothing else changes their number.
fn reactions_are_paid_one_by_one(done: &Act<'_>, found: &mut Vec<String>) {
    if is_correction(done) {
        return;
    }
    for who in done.before.ids() {
        if begun(done).iter().any(|(side, _)| *side == done.before.side_of(who)) {
            continue;
        }
        let defends = |event: &&Event| matches!(event, Event::Defended(defended) if defended.who == who);
        let given = done.events.iter().filter(defends).count();
        let (before, used) = (usize::from(done.before.actor(who).reactions), reactions_used(done, who));
        let (left, name) = (usize::from(done.after.actor(who).reactions), done.before.name(who));
        if before + given != left + used {
            found
                .push(format!("{name} had {before} Reactions, was given {given}, used {used} and has {left} (CW-230)"));
        }
    }
}

/// CW-232: one Reaction to one Attack, from each.
fn one_answer_to_one_attack(done: &Act<'_>, found: &mut Vec<String>) {
    if declared(done).is_none() {
        return;
    }
    for who in done.before.ids() {
        let used = reactions_used(done, who);
        if used > 1 {
            found.push(format!("{} answers one Attack with {used} Reactions (CW-232)", done.before.name(who)));
        }
    }
}

/// CW-230, CW-R94, CW-R97, CW-R98: nobody is asked to react who has no Reaction left, is out, is Pinned, or does not know of
/// the attacker.
fn nobody_is_asked_who_cannot_react(done: &Act<'_>, found: &mut Vec<String>) {
    let table = done.before;
    for asked in done.asked.iter().filter(|asked| ["reaction", "pot-shot", "tumble"].contains(&asked.kind.as_str())) {
        let Who::Actor(who) = asked.who else { continue };
        let (actor, name) = (table.actor(who), table.name(who));
        let of = match done.intent {
            Intent::Attack(attack) => attack.actor,
            Intent::Move(movement) if asked.kind == "pot-shot" => movement.actor,
            _ => None,
        };
        if actor.reactions == 0 {
            found.push(format!("{name} is asked for a {} and has no Reaction left (CW-230)", asked.kind));
        }
        if actor.out != Out::Active {
            found.push(format!("{name} is asked for a {} and is {} (CW-R98)", asked.kind, actor.out.word()));
        }
        if of.is_some() && actor.has(ConditionKind::pins) {
            found.push(format!("{name} is asked for a {} and is Pinned (CW-R94)", asked.kind));
        }
        // Whoever walks openly may be noticed on its way, before it passes through somebody's Reach (CW-R70, CW-R112).
        let is_first = asked.kind != "pot-shot" || done.book.house.pot_shot_trigger == PotShotTrigger::Start;
        if is_first && of.is_some_and(|of| actor.unaware_of.contains(of)) {
            found.push(format!("{name} is asked for a {} to what it does not notice (CW-R97)", asked.kind));
        }
    }
}

/// CW-093, CW-098, CW-102, CW-238, CW-239, CW-241, CW-R63, CW-R67, CW-R93: which Reaction answers which Attack.
fn an_answer_fits_the_attack(done: &Act<'_>, found: &mut Vec<String>) {
    let (table, house) = (done.before, &done.book.house);
    let (kind, of) = match (declared(done), done.intent) {
        (Some(attack), _) => {
            let weapon = table.weapon(attack.actor, attack.weapon);
            (weapon.map_or(AttackKind::Reach, |weapon| weapon.kind), targets(table, attack))
        }
        (None, Intent::Move(movement)) => (AttackKind::Reach, movement.actor.into_iter().collect()), // CW-246: a Pot Shot
        _ => return,
    };
    for event in done.events {
        let Event::Reaction(ReactionEvent::Reacted(Defence { who, reaction, .. })) = *event else { continue };
        let fits = match (reaction, kind) {
            (Reaction::Decline(_) | Reaction::Turn(_), _) => false,
            (Reaction::Dodge(_), AttackKind::Reach) => true,
            (Reaction::Dodge(_), kind) => kind == AttackKind::Ranged && house.dodge_point_blank,
            (Reaction::BlockWith(BlockWith(thing)), AttackKind::Ranged) => table.thing_sheet(thing).shield_sized,
            (Reaction::BlockWith(_), kind) => kind == AttackKind::Reach,
            (Reaction::BlockArm(_), kind) => kind == AttackKind::Reach && house.block_with_limb,
            (Reaction::TakeCover(_), kind) => kind != AttackKind::Reach,
        };
        let name = table.name(who);
        if !fits {
            found.push(format!("{name} answers a {kind:?} Attack with {reaction:?} (CW-089)"));
        }
        let blocks = matches!(reaction, Reaction::BlockWith(_) | Reaction::BlockArm(_));
        let may_answer = of.contains(&who) || (blocks && house.block_for_others);
        if !may_answer {
            found.push(format!("{name} answers an Attack on somebody else (CW-R63)"));
        }
        if !blocks && table.actor(who).has(ConditionKind::immobilizes) {
            found.push(format!("{name} is Immobilized and answers with {reaction:?} (CW-R93)"));
        }
    }
}

/// Whom an Attack is aimed at: its Target, the holder of it, or everyone in the area (CW-101).
fn targets(table: &Table, attack: &Declared) -> Vec<ActorId> {
    match &attack.target {
        Target::Body { who, .. } => vec![*who],
        Target::Held { thing } => match table.thing(*thing).at {
            Whereabouts::Held(holder) => vec![holder],
            _ => Vec::new(),
        },
        Target::Thing { .. } => Vec::new(),
        Target::Area { centre, .. } => {
            let radius = table.weapon(attack.actor, attack.weapon).map_or(0, |weapon| u32::from(weapon.area_radius_ft));
            let is_in = |who: &ActorId| {
                let actor = table.actor(*who);
                let is_here = table.sheet(*who).targetable && !matches!(actor.out, Out::Dead | Out::Fled);
                is_here && table.within(*centre, actor.place, radius)
            };
            table.ids().filter(is_in).collect()
        }
    }
}

/// CW-052 to CW-058, CW-068 to CW-071, CW-081 to CW-088, CW-R09, CW-R11: the number that an Attack has to beat.
fn number_of(done: &Act<'_>, rank: RankSum) -> Option<i32> {
    let house = &done.book.house;
    let class = match rank.class {
        Class::Bulk => 0,
        Class::Brim => 1,
        Class::Ace => 2,
    };
    let hidden = match house.cover_and_concealment {
        CoverAndConcealment::Add => i32::from(rank.cover) + i32::from(rank.concealment),
        CoverAndConcealment::Best => i32::from(rank.cover || rank.concealment),
    };
    let number = 3 + 2 * (rank.band as i32 + class + hidden);
    match (number > 13, house.beyond_legendary) {
        (false, _) | (true, BeyondLegendary::Extend) => Some(number),
        (true, BeyondLegendary::Cap) => Some(13),
        (true, BeyondLegendary::Impossible) => None,
    }
}

/// CW-041, CW-042, CW-078, CW-235, CW-237, CW-240, CW-243, CW-244, CW-R65, CW-R68: an Attack hits if its total is greater than
/// the number of its Rank and than every Reaction that stops it.
fn an_attack_comes_out_as_its_total_says(done: &Act<'_>, found: &mut Vec<String>) {
    let house = &done.book.house;
    let out_of_reach = done.asked.iter().any(|asked| asked.kind == "full-cover" && asked.key == "out-of-reach"); // CW-D58
    for event in done.events {
        let Event::Attack(AttackEvent::Rolled {
            check,
            face: Some(face),
            rank,
            number,
            defences,
            outcome,
            covered,
            ..
        }) = event
        else {
            continue;
        };
        let total = face.shown() + check.plus();
        if *number != number_of(done, *rank) {
            found.push(format!("{rank:?} asks for {number:?} (CW-078)"));
        }
        let (mut dodged, mut blocked, mut takes_cover) = (false, false, false);
        for defence in defences.iter().filter(|defence| total <= defence.total) {
            match defence.reaction {
                Reaction::Dodge(_) => dodged = true,
                Reaction::BlockWith(_) | Reaction::BlockArm(_) => blocked = true,
                Reaction::TakeCover(_) => takes_cover = true,
                Reaction::Decline(_) | Reaction::Turn(_) => {}
            }
        }
        if *covered != takes_cover || (takes_cover && !rank.cover) {
            found.push(format!("{total} against {defences:?}: Cover {covered}, {rank:?} (CW-243)"));
        }
        let beats = number.is_some_and(|number| total > number);
        let is_automatic = house.auto_success_attacks; // CW-R03: then the Rank may be passed without being beaten
        let expected = match beats {
            _ if is_automatic && !beats => continue,
            false if blocked && house.blocked_wide_shot == BlockedWideShot::StrikesObject => "blocked",
            false => "missed",
            true if dodged || (takes_cover && (house.take_cover_stops_attack || out_of_reach)) => "avoided",
            true if blocked => "blocked",
            true => "hit",
        };
        let came = match outcome {
            Outcome::Missed => "missed",
            Outcome::Avoided => "avoided",
            Outcome::Blocked(_) => "blocked",
            Outcome::Hit => "hit",
        };
        if came != expected {
            found.push(format!("{total} against {number:?} and {defences:?} {came}, not {expected} (CW-235)"));
        }
    }
}

/// CW-101, CW-R40, CW-R46: one roll is used against everyone in the area, and whoever is hit is injured.
fn everyone_in_the_area_is_struck_at(done: &Act<'_>, found: &mut Vec<String>) {
    let Some(attack) = declared(done) else { return };
    if !matches!(attack.target, Target::Area { .. }) {
        return;
    }
    let mut dice = Vec::new();
    let mut struck = Vec::new();
    for event in done.events {
        if let Event::Attack(AttackEvent::Rolled { at: Some(at), face, outcome, .. }) = event {
            dice.push(face.map(|face| face.shown()));
            struck.push((*at, *outcome));
        }
        if matches!(event, Event::Harm(HarmEvent::Spared { .. })) {
            found.push("somebody in the area is spared (CW-R46)".to_owned());
        }
    }
    dice.dedup();
    if dice.len() > 1 {
        found.push(format!("an Area Attack is rolled more than once: {dice:?} (CW-101)"));
    }
    for who in targets(done.before, attack) {
        let name = done.before.name(who);
        match struck.iter().filter(|(at, _)| *at == who).collect::<Vec<_>>()[..] {
            [(_, outcome)] => {
                let is_injured =
                    |event: &Event| matches!(event, Event::Harm(HarmEvent::Injured { who: hurt, .. }) if *hurt == who);
                if (*outcome == Outcome::Hit) != done.events.iter().any(is_injured) {
                    found.push(format!("{name} in the area: {outcome:?}, injured or not (CW-R46)"));
                }
            }
            ref other => found.push(format!("{name} is in the area and is struck at {} times (CW-101)", other.len())),
        }
    }
}

/// CW-103 to CW-107, CW-109 to CW-114, CW-R45, CW-R47: as many dice as the Skill Rank allows at most, one at least; the lowest
/// says how bad the one Injury is, and at an Ace it is worse.
fn the_pool_is_read_by_its_lowest_die(done: &Act<'_>, found: &mut Vec<String>) {
    let house = &done.book.house;
    for (at, event) in done.events.iter().enumerate() {
        let Event::Harm(HarmEvent::Pool { by, dice: (count, sides), lowest, severity }) = *event else { continue };
        let reads = match lowest.shown() {
            1 => Severity::Critical,
            2 | 3 => Severity::Serious,
            _ => Severity::Mild,
        };
        if reads != severity || !(1..=i32::from(sides)).contains(&lowest.shown()) {
            found.push(format!("{lowest} on a d{sides} reads {severity:?} (CW-105)"));
        }
        let most = 4 + u8::from(house.vulnerable == Vulnerable::ExtraDie);
        if count == 0 || count > most {
            found.push(format!("{} rolls {count} pool dice (CW-114)", done.before.name(by)));
        }
        let Some(Event::Harm(HarmEvent::Injured { who, part, severity, .. })) = done.events.get(at + 1) else {
            continue;
        };
        let is_ace = done.before.part(*who, *part).class == Class::Ace;
        let worse = match reads {
            _ if !is_ace || house.vulnerable == Vulnerable::ExtraDie => reads,
            Severity::Mild => Severity::Serious,
            Severity::Serious | Severity::Critical => Severity::Critical,
        };
        if *severity != worse {
            found.push(format!("{reads:?} by the dice is {severity:?} at {part} (CW-R45)"));
        }
    }
}

/// CW-103, CW-116, CW-262: nobody has another Injury than those that were told, and none is gone.
fn every_injury_is_told(done: &Act<'_>, found: &mut Vec<String>) {
    if is_correction(done) {
        return;
    }
    for who in done.before.ids() {
        let is_told =
            |event: &&Event| matches!(event, Event::Harm(HarmEvent::Injured { who: hurt, .. }) if *hurt == who);
        let told = done.events.iter().filter(is_told).count();
        let (before, after) = (&done.before.actor(who).injuries, &done.after.actor(who).injuries);
        if after.len() != before.len() + told {
            let name = done.before.name(who);
            found.push(format!("{name}: {} Injuries, {told} told, {} now (CW-103)", before.len(), after.len()));
        }
    }
}

/// CW-272, CW-R54, CW-R55, CW-R56: every Serious or Critical Injury asks for one Shock Check, against Adept or Master, and so
/// does the start of a Turn for whoever is not Stabilized; nothing else does.
fn every_bad_injury_asks_for_a_shock_check(done: &Act<'_>, found: &mut Vec<String>) {
    if is_correction(done) {
        return;
    }
    let house = &done.book.house;
    for who in done.before.ids() {
        let shocks = |event: &&Event| matches!(event, Event::RankCheck(checked) if checked.name == Named::Shock && checked.check.who == who);
        let rolled = done.events.iter().filter(shocks).count();
        let asks = |event: &&Event| match **event {
            Event::Harm(HarmEvent::Injured { who: hurt, severity, part, .. }) => {
                let is_ace = done.before.part(hurt, part).class == Class::Ace;
                let kills = house.vulnerable == Vulnerable::Lethal && is_ace && severity == Severity::Critical;
                hurt == who && severity > Severity::Mild && !kills
            }
            _ => false,
        };
        let mut owed = done.events.iter().filter(asks).count();
        let its_turn = begun(done).iter().any(|(side, _)| *side == done.before.side_of(who));
        let is_bad = done.before.worst_unstabilized(who).is_some();
        owed += usize::from(its_turn && is_bad && done.before.actor(who).out != Out::Dead);
        if house.shock_model == ShockModel::StrangleOnly || done.before.actor(who).out == Out::Dead {
            owed = 0;
        }
        if rolled != owed {
            found.push(format!("{} makes {rolled} Shock Checks and owes {owed} (CW-R54)", done.before.name(who)));
        }
    }
}

/// CW-159, CW-R55, CW-R57: failures are told one by one, and at the limit of the sheet a Character is unconscious.
fn failures_are_counted_and_make_unconscious(done: &Act<'_>, found: &mut Vec<String>) {
    if is_correction(done) {
        return;
    }
    for who in done.before.ids() {
        let fails =
            |event: &&Event| matches!(event, Event::Harm(HarmEvent::Failure { who: failed, .. }) if *failed == who);
        let told = done.events.iter().filter(fails).count();
        let (before, after) = (done.before.actor(who), done.after.actor(who));
        let name = done.before.name(who);
        if plays_turns(done.before) && usize::from(after.shock_failures) != usize::from(before.shock_failures) + told {
            found.push(format!(
                "{name}: {told} failures told, {} before, {} now (CW-R55)",
                before.shock_failures, after.shock_failures
            ));
        }
        if told > 0 && after.out == Out::Active && after.shock_failures >= done.after.sheet(who).shock_limit {
            found.push(format!("{name} is active after {} failures (CW-R57)", after.shock_failures));
        }
        if before.out == Out::Dead && after.out != Out::Dead {
            found.push(format!("{name} is dead no longer (CW-R58)"));
        }
    }
}

/// CW-R98: whoever is unconscious or dead lies there, holds nothing and nobody, and is at no work.
fn whoever_is_out_holds_nothing(done: &Act<'_>, found: &mut Vec<String>) {
    for who in done.after.ids() {
        let actor = done.after.actor(who);
        let fell = done.before.actor(who).out < Out::Unconscious && actor.out >= Out::Unconscious;
        let has_fallen =
            fell || (!is_correction(done) && actor.out >= Out::Unconscious && done.before.actor(who).prone);
        let is_busy =
            !actor.held.is_empty() || actor.hold.is_some() || actor.hefting.is_some() || actor.lengthy.is_some();
        if actor.out >= Out::Unconscious && has_fallen && (is_busy || actor.demand.is_some() || !actor.prone) {
            found.push(format!(
                "{} is {} and holds or does something (CW-R98)",
                done.after.name(who),
                actor.out.word()
            ));
        }
    }
}

/// CW-155, CW-160, CW-R49, CW-R87, CW-R92, CW-R98: a hold by hand is known to both, has working arms and ends out of Reach.
fn a_hold_binds_two_within_reach(done: &Act<'_>, found: &mut Vec<String>) {
    let table = done.after;
    for who in table.ids() {
        let (actor, name) = (table.actor(who), table.name(who));
        if let Some(hold) = actor.hold {
            let other = table.name(hold.target);
            let holds = |kind: &ConditionKind| matches!(kind, ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) if *by == who);
            if !table.has(hold.target, holds) {
                found.push(format!("{name} holds {other}, who is held by nobody (CW-155)"));
            }
            if actor.out != Out::Active {
                found.push(format!("{name} is {} and holds {other} (CW-R98)", actor.out.word()));
            }
            if !hold.arms.minus(table.arms(who)).is_empty() {
                found.push(format!("{name} holds {other} with an arm that does not work (CW-R49)"));
            }
            let reach = u32::from(table.sheet(who).reach_ft);
            if !is_correction(done) && !table.within(actor.place, table.actor(hold.target).place, reach) {
                found.push(format!("{name} holds {other} from out of Reach (CW-R87)"));
            }
        }
        for condition in &actor.conditions {
            if let ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) = condition.kind
                && table.actor(by).hold.is_none_or(|hold| hold.target != who)
            {
                found.push(format!("{name} is held by {}, who holds somebody else (CW-155)", table.name(by)));
            }
        }
        let mut kinds: Vec<String> = actor.conditions.iter().map(|condition| format!("{:?}", condition.kind)).collect();
        kinds.sort();
        kinds.dedup();
        if kinds.len() != actor.conditions.len() {
            found.push(format!("{name} has the same Condition twice: {:?}", actor.conditions));
        }
    }
}

/// CW-R49, CW-R117: an arm holds one thing, that works and knows of it; and what is held is in a hand or carried.
fn hands_hold_what_they_hold(done: &Act<'_>, found: &mut Vec<String>) {
    let table = done.after;
    for who in table.ids() {
        let (actor, name) = (table.actor(who), table.name(who));
        for grip in &actor.held {
            let thing = &table.thing_sheet(grip.thing).name;
            if table.thing(grip.thing).at != Whereabouts::Held(who) {
                found.push(format!("{name} holds {thing}, which is elsewhere"));
            }
            if !table.works(who, grip.arm) {
                found.push(format!("{name} holds {thing} with an arm that does not work (CW-R49)"));
            }
            if actor.held.iter().filter(|other| other.arm == grip.arm).count() > 1 {
                found.push(format!("{name} holds two things with one arm"));
            }
        }
        if let Some(Hefted::Actor(carried)) = actor.hefting
            && (table.actor(carried).place != actor.place && actor.out != Out::Fled)
        {
            found.push(format!("{name} carries {} who is elsewhere (CW-210)", table.name(carried)));
        }
    }
    for thing in table.thing_ids() {
        if let Whereabouts::Held(by) = table.thing(thing).at {
            let carried = table.actor(by).hefting == Some(Hefted::Thing(thing));
            if !carried && table.arms_holding(by, thing).is_empty() {
                found.push(format!("{} is held by {} with no hand", table.thing_sheet(thing).name, table.name(by)));
            }
        }
    }
}

/// CW-029, CW-031, CW-177, CW-R49, CW-R93, CW-R95: a Move goes no farther than Speed, and 15 feet more with focus.
fn nobody_goes_farther_than_its_speed(done: &Act<'_>, found: &mut Vec<String>) {
    let Intent::Move(movement) = done.intent else { return };
    let (table, Some(who)) = (done.before, movement.actor) else { return };
    let gone: u16 = done
        .events
        .iter()
        .map(|event| match event {
            Event::Move(MoveEvent::Went { who: mover, feet, .. }) if *mover == who => *feet,
            _ => 0,
        })
        .sum();
    let name = table.name(who);
    if gone > 0 && table.actor(who).has(ConditionKind::immobilizes) {
        found.push(format!("{name} is Immobilized and goes {gone} feet (CW-R93)"));
    }
    let halve = |feet: u16| feet / 2 / 5 * 5;
    let mut speed = table.sheet(who).speed_ft;
    if table.legs(who) != table.sheet(who).legs {
        speed = if table.legs(who).is_empty() { 0 } else { halve(speed) };
    }
    let under_way = table.actor(who).turn.moving.map(|moving| (moving.focus, moving.looks.is_some()));
    let begins = done.events.iter().find_map(|event| match event {
        Event::Move(MoveEvent::Begins { focus, looks_away, .. }) => Some((*focus, *looks_away)),
        _ => None,
    });
    let (focus, looks_away) = under_way.or(begins).unwrap_or_default();
    let stands = done.events.iter().any(|event| matches!(event, Event::Move(MoveEvent::StoodUp { .. })));
    let extra = if focus { 15 } else { 0 };
    let add_first = done.book.house.half_speed_order == referee_clockworld::house::HalfSpeedOrder::AddFirst;
    let is_slow = looks_away || (table.actor(who).prone && !stands);
    let most = match (is_slow, add_first) {
        (false, _) => speed + extra,
        (true, false) => halve(speed) + extra,
        (true, true) => halve(speed + extra),
    };
    if gone > most {
        found.push(format!("{name} goes {gone} feet of {most} (CW-029)"));
    }
}

/// CW-R69: Cover that somebody has by lying there is gone when it stands or is elsewhere.
fn low_cover_is_for_those_who_lie(done: &Act<'_>, found: &mut Vec<String>) {
    for who in done.after.ids() {
        let (before, after) = (done.before.actor(who), done.after.actor(who));
        let moved = before.low_cover == after.low_cover && before.place.cell != after.place.cell;
        if after.low_cover.is_some() && (!after.prone || moved) {
            found.push(format!("{} lies in Cover and stands, or has moved (CW-R69)", done.after.name(who)));
        }
    }
}

/// CW-003, CW-013, CW-230, CW-R20, CW-R137: the sides take Turns in turn, and each begins with two Reactions and no Action taken.
fn turns_alternate_and_begin_fresh(done: &Act<'_>, found: &mut Vec<String>) {
    for (side, number) in begun(done) {
        let table = done.after;
        let goes_on = done.before.clock.mode == Mode::Turns && !is_correction(done);
        if goes_on && side == done.before.side {
            found.push("the same side has two Turns in a row (CW-003)".to_owned());
        }
        if goes_on && number != done.before.turns[usize::from(side.0)] + 1 {
            found.push(format!("Turn {number} after {} (CW-003)", done.before.turns[usize::from(side.0)]));
        }
        for who in table.ids().filter(|&who| table.side_of(who) == side) {
            let actor = table.actor(who);
            if actor.reactions != 2 || !actor.turn.taken.is_empty() || actor.turn.passed || actor.reactions_high {
                found.push(format!("{} does not begin its Turn fresh (CW-230)", table.name(who)));
            }
        }
    }
}

/// CW-014, CW-015, CW-R18, CW-R137: what lasts until the start of a Turn is over when it starts.
fn what_lasts_until_a_turn_ends_with_it(done: &Act<'_>, found: &mut Vec<String>) {
    for (side, _) in begun(done) {
        let over = Ends::next(Edge::Start, Turn::OfSide(side));
        for who in done.before.ids() {
            let (before, after) = (done.before.actor(who), done.after.actor(who));
            for condition in before.conditions.iter().filter(|condition| condition.ends == over) {
                if after.conditions.contains(condition) {
                    found.push(format!("{} is still {} (CW-014)", done.before.name(who), condition.kind.name()));
                }
            }
            if before.demand.as_ref().is_some_and(|demand| demand.ends == over && after.demand.is_some()) {
                found.push(format!("{} is still bound to a demand (CW-014)", done.before.name(who)));
            }
        }
    }
}

/// CW-129, CW-R82: whoever was Persuaded to an Action does that before any other but a Move.
fn what_was_demanded_comes_first(done: &Act<'_>, found: &mut Vec<String>) {
    let Some(who) = acts(done.intent) else { return };
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    let Some(demand) = &before.demand else { return };
    let bound = matches!(demand.what, Demanded::Act { .. }) && !before.has(ConditionKind::immobilizes);
    let still = after.demand.as_ref() == Some(demand);
    let new = after.turn.taken.get(before.turn.taken.len());
    let staggered =
        done.book.house.staggered == Staggered::OneAction && before.has(|kind| *kind == ConditionKind::Staggered);
    // It cannot be met any more where no Action of its kind is left.
    let could = before.turn.taken.is_empty() && !staggered;
    if bound && still && could && new.is_some_and(|taken| *taken != Taken::Move) {
        found.push(format!("{} does {new:?} before what was demanded (CW-R82)", done.before.name(who)));
    }
}

/// CW-007, CW-008, CW-009, CW-R22: while nobody has won, both sides have somebody active who is no hazard.
fn a_fight_goes_on_while_both_sides_stand(done: &Act<'_>, found: &mut Vec<String>) {
    let table = done.after;
    if !plays_turns(table) || is_correction(done) {
        return;
    }
    for side in [Side(0), Side(1)] {
        let stands = |who: &ActorId| {
            table.side_of(*who) == side && table.is_active(*who) && table.sheet(*who).kind != Kind::Hazard
        };
        if !table.ids().any(|who| stands(&who)) {
            found.push(format!("nobody of {side:?} is left, and the fight goes on (CW-009)"));
        }
    }
}

//! What a careful player could check from the log of any act, written from the ledger and not from the code.

use referee_engine::{ActorId, Face, Side, Who, act::Does, clock::Turn, conformance::Done, fact::Corrected};
use referee_proficiency::{
    Event, Intent, Proficiency,
    acts::{
        attack::{AttackEvent, Target},
        attempt::TryEvent,
        challenge::GroupEvent,
        movement::Goal,
    },
    check::{Cause, Checked, Edge, How, Named, Verdict},
    conditions::ConditionEvent,
    dc::Source,
    harm::HarmEvent,
    house::{
        AdvCancel, AdvUsedUp, AttackAtZero, BonusLimit, BonusMomentum, BonusMomentumFrom, CriticalAuto, CriticalScope,
        CriticalSuccess, DamageModel, DcClamp, DcFeatBand, DcModifiersOn, DcPenaltyBand, GroupCost, GroupMethod,
        HouseRules, ImprobableMortal, InitiativeDuelModifier, InitiativeTie, ManeuverEffect, OpposedCriticals,
        OpposedExtremes, RecoveryHp, ResourceEnd, ResourceLowDamage, ResourceOnDown, TimeScope,
    },
    recovery::RecoveryEvent,
    resource::{Direction, Left, ResourceId},
    sheet::Ability,
    table::{Ending, Life, Mode, Phase, Table},
    turn::{
        TurnEvent,
        initiative::{InitiativeEvent, Roller},
        time::TimeEvent,
    },
};
use std::collections::{BTreeMap, BTreeSet};

type Act<'a> = Done<'a, Proficiency>;
type Invariant = fn(&Act<'_>, &mut Vec<String>);

/// All of them.
const ALL: [Invariant; 29] = [
    hit_points_stay_within_their_bounds,
    hit_points_follow_from_the_log,
    a_hit_deals_rating_and_per,
    an_attack_is_one_check_at_somebody_in_sight,
    a_dc_is_what_it_is_made_of,
    a_check_never_has_penalty_points,
    a_natural_means_what_the_rules_say,
    the_ends_of_the_scale_are_kept,
    exhaustion_weighs_on_the_body,
    adv_and_dis_give_two_dice,
    nobody_has_more_checks_than_the_turn_holds,
    an_action_costs_one_check,
    nobody_else_pays,
    only_who_has_the_turn_acts,
    the_held_make_no_check_of_their_own,
    questions_go_to_whom_they_concern,
    momentum_comes_from_a_critical_and_from_nothing_else,
    exposed_and_off_balance_are_used_up_by_dice,
    what_lasts_for_a_turn_ends_with_its_start,
    an_attack_ends_hiding,
    a_resource_die_follows_its_chain,
    lasting_effects_are_of_different_kinds_and_end_with_death,
    lasting_damage_is_the_number_rolled,
    the_clock_moves_by_units,
    the_higher_total_acts_first,
    initiative_is_rolled_with_the_modifier_of_the_able,
    nothing_follows_the_end,
    rest_restores_what_it_should,
    nobody_stands_where_nobody_can,
];

/// The invariants that an act broke.
pub fn broken(act: &Act<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for invariant in ALL {
        invariant(act, &mut found);
    }
    found
}

fn checks<'a>(act: &'a Act<'_>) -> impl Iterator<Item = &'a Checked> {
    act.events.iter().filter_map(|event| match event {
        Event::Check(checked) => Some(checked),
        _ => None,
    })
}

fn has_rolled(checked: &Checked) -> bool {
    matches!(checked.settled.how, How::Rolled | How::Odds)
}

/// Is it still the same round of the same turns, so that budgets have not begun anew?
fn same_round(act: &Act<'_>) -> bool {
    let anew = act.events.iter().any(|event| matches!(event, Event::Turn(TurnEvent::Round(_))));
    act.before.phase != Phase::Free && act.after.phase != Phase::Free && !anew
}

/// Standard and Bonus checks that somebody has used in this act.
fn paid(act: &Act<'_>, who: ActorId) -> i16 {
    let used = |table: &Table| {
        let turn = table.actor(who).turn;
        i16::from(turn.standards) + i16::from(turn.bonus)
    };
    used(act.after) - used(act.before)
}

/// PR-R72: hit points go from 0 to the most; at 0 one is down, above it one is not.
fn hit_points_stay_within_their_bounds(act: &Act<'_>, found: &mut Vec<String>) {
    for who in act.after.ids() {
        let (actor, most) = (act.after.actor(who), act.after.sheet(who).hp_max);
        let fits = match actor.life {
            Life::Able => actor.hp > 0,
            Life::Down | Life::Dead => actor.hp == 0,
            Life::Captured | Life::Absent => true,
        };
        if actor.hp < 0 || actor.hp > most || !fits {
            found.push(format!("{} is {} with {} of {most} hp (PR-R72)", who.0, actor.life.word(), actor.hp));
        }
    }
}

/// PR-R72, PR-D33: does the GM say by it who is up?
fn lays_down_or_raises(corrected: &Corrected<ActorId>) -> bool {
    ["hp", "life"].contains(&corrected.what.as_str())
}

/// PR-R70, PR-R72, PR-R73: what was told of damage and healing adds up to the hit points.
fn hit_points_follow_from_the_log(act: &Act<'_>, found: &mut Vec<String>) {
    let mut hp: Vec<i16> = act.before.ids().map(|who| act.before.actor(who).hp).collect();
    for event in act.events {
        let (who, expected, told) = match event {
            Event::Harm(HarmEvent::Damaged { who, amount, hp: now }) => (*who, (hp[who.index()] - amount).max(0), *now),
            Event::Harm(HarmEvent::Healed { who, amount, hp: now }) => (*who, hp[who.index()] + amount, *now),
            Event::HpRolled(_) => return,
            Event::Corrected(corrected) if lays_down_or_raises(corrected) => return,
            _ => continue,
        };
        if expected != told {
            found.push(format!("{} should have {expected} hp and has {told} (PR-R72)", who.0));
        }
        hp[who.index()] = told;
    }
    for who in act.after.ids().filter(|who| act.after.actor(*who).hp != hp[who.index()]) {
        found.push(format!("{} has other hp than the log says (PR-R72)", who.0));
    }
}

/// PR-R70: damage is the rating and the PER, at least 1; a miss deals none. PR-143: a die of holy water is the damage.
fn a_hit_deals_rating_and_per(act: &Act<'_>, found: &mut Vec<String>) {
    let Intent::Attack(Does { actor: Some(actor), act: attack }) = act.intent else { return };
    let (Some(Target::Actor(target)), Some(weapon)) = (attack.target.value(), attack.weapon.value()) else { return };
    let feat = attack.feat.value().copied().flatten();
    let came = act.events.iter().position(|event| matches!(event, Event::Attack(AttackEvent::Came { .. })));
    let Some(came) = came else { return };
    let Some(check) = checks(act).find(|checked| checked.check.name == Named::Attack) else { return };
    let sheet = act.before.sheet(*actor);
    let weapon = &sheet.weapons[weapon.at()];
    // The wound is told right after the blow, or after the die that is its damage (PR-143); whatever comes later is of
    // something else, such as a fire that is rolled out when the scene ends (PR-R106).
    let is_its_die = |event: &&Event| match event {
        Event::Resource(stepped) => stepped.who == Some(*actor) && Some(stepped.kind) == weapon.die_damage,
        _ => false,
    };
    let wound = match act.events[came + 1..].iter().find(|event| !is_its_die(event)) {
        Some(Event::Harm(HarmEvent::Damaged { who, amount, .. })) if who == target => Some(*amount),
        _ => None,
    };
    let rating = i16::from(weapon.rating) + feat.map_or(0, |at| i16::from(sheet.feats[at.at()].rating_mod));
    let expected = if !check.settled.is_success() {
        0
    } else if let Some(kind) = weapon.die_damage {
        if act.before.stock(*actor, kind).is_none() {
            return; // nobody keeps count of it, so that its die is not told
        }
        let rolled = act.events[came..].iter().find_map(|event| match event {
            Event::Resource(stepped) if Some(stepped.kind) == weapon.die_damage => stepped.rolled,
            _ => None,
        });
        let face = rolled.map_or(0, |(_, face)| face.shown() as i16);
        let low = act.book.house.resource_low_damage == ResourceLowDamage::Nothing && face <= 2;
        if low { 0 } else { face }
    } else {
        match act.book.house.damage_model {
            DamageModel::RatingPlusPer => (rating + check.settled.per).max(1),
            DamageModel::PerOnly => check.settled.per.max(1),
            DamageModel::WeaponDie | DamageModel::WeaponDiePlusPer => return,
        }
    };
    if wound.unwrap_or(0) != expected {
        found.push(format!("a blow deals {wound:?} damage instead of {expected} (PR-R70)"));
    }
}

/// PR-042, PR-045, PR-R90: an attack is one check, at somebody else who is there and not hidden from the attacker.
fn an_attack_is_one_check_at_somebody_in_sight(act: &Act<'_>, found: &mut Vec<String>) {
    let Intent::Attack(Does { actor: Some(actor), act: attack }) = act.intent else { return };
    let count = checks(act).filter(|checked| checked.check.name == Named::Attack).count();
    if count != 1 {
        found.push(format!("an attack is {count} checks (PR-042)"));
    }
    if let Some(Target::Actor(target)) = attack.target.value() {
        let there = act.before.actor(*target);
        if target == actor || there.life > Life::Captured || there.hidden_from.contains(*actor) {
            found.push("an attack at somebody who is not there (PR-R90)".to_owned());
        }
    }
}

/// PR-104, PR-106 to PR-108, PR-112, PR-R35, PR-R36, PR-R46, PR-R101, PR-R102: initial number, situation within its band,
/// moved penalties and feat, limited once to 0 to 25.
fn a_dc_is_what_it_is_made_of(act: &Act<'_>, found: &mut Vec<String>) {
    let house = &act.book.house;
    let plain = house.dc_penalty_band == DcPenaltyBand::Outside
        && house.dc_feat_band == DcFeatBand::Outside
        && house.dc_clamp == DcClamp::Final
        && house.dc_modifiers_on == DcModifiersOn::EveryDc
        && house.opposed_criticals == OpposedCriticals::NumberOnly
        && house.opposed_extremes == OpposedExtremes::AsDc
        && house.attack_at_zero == AttackAtZero::Roll;
    for checked in checks(act) {
        if !(0..=25).contains(&checked.dc) {
            found.push(format!("a DC of {} (PR-108)", checked.dc));
        }
        let dc = &checked.check.dc;
        let least = if checked.check.name == Named::Attack { 1 } else { 0 };
        let expected = (dc.initial + dc.situation.clamp(-5, 5) + dc.moved + dc.feat).clamp(least, 25);
        // Against DC 2 one plays the odds, and a GM who insists may have 2 as well (PR-119, PR-R61).
        let at_zero = expected == 0 && checked.dc == 2;
        if plain && expected != checked.dc && !at_zero {
            found.push(format!("DC {} instead of {expected} (PR-R46): {dc:?}", checked.dc));
        }
        if dc.source == Source::Difficulty && !matches!(dc.initial, 0 | 5 | 10 | 15 | 20..=25) {
            found.push(format!("a difficulty of {} (PR-102)", dc.initial));
        }
    }
}

/// PR-061, PR-111, PR-112: a check has Proficiency and bonus points; penalties are on the DC, and never below 0 there.
fn a_check_never_has_penalty_points(act: &Act<'_>, found: &mut Vec<String>) {
    use referee_proficiency::house::CheckPenalties::ToDc;
    let house = &act.book.house;
    for checked in checks(act) {
        let sheet = act.before.sheet(checked.check.who);
        let trained = !house.proficiency_requires_training;
        if house.check_penalties == ToDc && trained && checked.check.bonus < i16::from(sheet.proficiency) {
            found.push(format!("a check with {:+} (PR-111)", checked.check.bonus));
        }
        if checked.check.dc.moved < 0 {
            found.push("a moved penalty that helps (PR-112)".to_owned());
        }
    }
}

fn usual_judging(house: &HouseRules) -> bool {
    house.critical_auto == CriticalAuto::Both
        && house.critical_scope == CriticalScope::AllChecks
        && house.critical_success == CriticalSuccess::Plain
        && house.critical_min_per == 1
        && house.per_minimum == 0
        && house.odds_min_per == 0
        && house.improbable_mortal != ImprobableMortal::NaturalTwenty
}

/// PR-071 to PR-083, PR-R40, PR-R42, PR-R45: EFF and PER of the natural that was told.
fn a_natural_means_what_the_rules_say(act: &Act<'_>, found: &mut Vec<String>) {
    if !usual_judging(&act.book.house) {
        return;
    }
    for checked in checks(act).filter(|checked| has_rolled(checked)) {
        let Some(face) = checked.face else {
            found.push("a roll without a die (PR-060)".to_owned());
            continue;
        };
        let (natural, margin) = (face.shown(), face.shown() as i16 + checked.check.bonus - checked.dc);
        let (verdict, per) = match natural {
            1 => (Verdict::CriticalFailure, (-margin).max(1)),
            20 => (Verdict::CriticalSuccess, margin.max(1)),
            _ if margin >= 0 => (Verdict::Success, margin),
            _ => (Verdict::Failure, -margin),
        };
        if (checked.settled.verdict, checked.settled.per) != (verdict, per) {
            let told = checked.settled;
            found.push(format!("natural {natural} by {margin} is {told:?}, not {verdict:?} {per} (PR-071, PR-082)"));
        }
    }
}

/// PR-113 to PR-117, PR-119, PR-123 to PR-126: without dice only at 0 and 25; at 25 an immortal rolls, or whom the GM lets.
fn the_ends_of_the_scale_are_kept(act: &Act<'_>, found: &mut Vec<String>) {
    let allowed = act.asked.iter().any(|asked| asked.kind == "allow-roll" && asked.key == "allow");
    for checked in checks(act) {
        let who = checked.check.who;
        let may = act.before.sheet(who).immortal
            || allowed
            || act.book.house.improbable_mortal == ImprobableMortal::NaturalTwenty;
        let fits = match checked.settled.how {
            How::Rolled => checked.dc < 25 || may,
            How::Odds => checked.dc == 2,
            How::Mundane => checked.dc == 0 && checked.settled.is_success() && checked.settled.per == 1,
            How::Impossible => checked.dc == 25 && !checked.settled.is_success(),
            How::Withdrawn => checked.dc == 25,
        };
        if !fits {
            found.push(format!("{:?} at DC {} (PR-113, PR-123)", checked.settled, checked.dc));
        }
        if checked.face.is_some() != has_rolled(checked) {
            found.push("dice without a roll, or the other way round (PR-116, PR-125)".to_owned());
        }
    }
}

/// PR-R93: DIS on STR, DEX and CON checks of whoever is exhausted, and on no others.
fn exhaustion_weighs_on_the_body(act: &Act<'_>, found: &mut Vec<String>) {
    for checked in checks(act) {
        let who = checked.check.who;
        let (before, after) = (act.before.actor(who).exhausted, act.after.actor(who).exhausted);
        let body = matches!(checked.check.ability, Ability::Str | Ability::Dex | Ability::Con);
        if before == after && checked.check.causes.contains(Cause::Exhausted) != (before && body) {
            found.push(format!("exhausted {before} with {:?} (PR-R93)", checked.check.ability));
        }
    }
}

/// PR-R37: ADV and DIS do not stack, and cancel.
fn adv_and_dis_give_two_dice(act: &Act<'_>, found: &mut Vec<String>) {
    if act.book.house.adv_cancel != AdvCancel::Any {
        return;
    }
    for checked in checks(act) {
        let is_dis = |cause: &Cause| matches!(cause, Cause::GmDis | Cause::Exhausted | Cause::Warded);
        let dis = checked.check.causes.iter().any(|cause| is_dis(&cause));
        let adv = checked.check.causes.iter().any(|cause| !is_dis(&cause));
        let expected = match (adv, dis) {
            (true, false) => Edge::Adv,
            (false, true) => Edge::Dis,
            _ => Edge::Plain,
        };
        if checked.check.causes.edge(&act.book.house) != expected {
            found.push(format!("{:?} is not {expected:?} (PR-R37)", checked.check.causes));
        }
    }
}

/// PR-R05, PR-R76: one Standard check a turn, Bonus checks only if granted, at most one.
fn nobody_has_more_checks_than_the_turn_holds(act: &Act<'_>, found: &mut Vec<String>) {
    let house = &act.book.house;
    for who in act.after.ids() {
        let turn = act.after.actor(who).turn;
        if turn.standards > house.turn_standard_checks {
            found.push(format!("{} Standard checks in a turn (PR-R05)", turn.standards));
        }
        if turn.bonus > turn.granted {
            found.push("a Bonus check that nobody granted (PR-052)".to_owned());
        }
        if turn.granted > 1 && house.bonus_limit != BonusLimit::Unlimited {
            found.push(format!("{} Bonus checks in a turn (PR-R76)", turn.granted));
        }
    }
}

fn is_mundane(intent: &Intent) -> bool {
    use Intent::{Begin, Draw, EndTurn, Light, Move};
    matches!(intent, Move(_) | Draw(_) | Light(_) | Begin(_) | EndTurn(_))
}

/// PR-R05, PR-R62, PR-045 to PR-051: a Standard use takes one check of the turn; a move, gear and turns take none.
fn an_action_costs_one_check(act: &Act<'_>, found: &mut Vec<String>) {
    if !same_round(act) {
        return;
    }
    let withdrawn = checks(act).any(|checked| checked.settled.how == How::Withdrawn);
    let everyday = act.events.iter().any(|event| matches!(event, Event::Try(TryEvent::Everyday { .. })));
    let (who, expected) = match act.intent {
        Intent::Call(does) => (does.act.who.value().copied(), i16::from(does.act.standard.value() == Some(&true))),
        intent if is_mundane(intent) => (intent.actor(), 0),
        intent => (intent.actor(), 1),
    };
    let Some(who) = who else { return };
    let expected = if withdrawn || everyday { 0 } else { expected };
    if paid(act, who) != expected {
        found.push(format!("{} checks paid instead of {expected} (PR-R05)", paid(act, who)));
    }
}

/// PR-R84, PR-R85: only helpers spend their Standard check on the action of another; a Save costs nothing.
fn nobody_else_pays(act: &Act<'_>, found: &mut Vec<String>) {
    if !same_round(act) {
        return;
    }
    let acting = match act.intent {
        Intent::Call(does) => does.act.who.value().copied(),
        intent => intent.actor(),
    };
    let withdrawn = checks(act).any(|checked| checked.settled.how == How::Withdrawn);
    for who in act.after.ids().filter(|who| Some(*who) != acting) {
        let is_help =
            |event: &Event| matches!(event, Event::Group(GroupEvent::Helps { who: helper, .. }) if *helper == who);
        let costs = act.book.house.group_cost == GroupCost::StandardCheck && !withdrawn;
        let expected = i16::from(costs && act.events.iter().any(is_help));
        if paid(act, who) != expected {
            found.push(format!("{} pays {} instead of {expected} (PR-R84)", who.0, paid(act, who)));
        }
    }
}

/// PR-003, PR-027, PR-R04, PR-R72: in turns whoever acts is able, of the acting side, has the turn or has not had it yet.
fn only_who_has_the_turn_acts(act: &Act<'_>, found: &mut Vec<String>) {
    let Some(who) = act.intent.actor() else { return };
    if act.before.over.is_some() {
        found.push("an act after the end (PR-R04)".to_owned());
    }
    if act.before.actor(who).life != Life::Able {
        found.push(format!("{} acts and is {} (PR-R72)", who.0, act.before.actor(who).life.word()));
    }
    if act.before.phase == Phase::Free {
        return;
    }
    let fits = match act.before.clock.turn {
        Turn::Of(other) => other == who,
        _ => act.before.acting_sides().contains(act.before.side_of(who)) && !act.before.actor(who).turn.acted,
    };
    if !fits {
        found.push(format!("{} acts out of turn (PR-027)", who.0));
    }
}

/// PR-R79: no Standard or Bonus check of whoever is held.
fn the_held_make_no_check_of_their_own(act: &Act<'_>, found: &mut Vec<String>) {
    let Some(who) = act.intent.actor().filter(|who| act.before.actor(*who).held) else { return };
    if !is_mundane(act.intent) {
        found.push(format!("{} is held and acts (PR-R79)", who.0));
    }
}

/// PR-D04 to PR-D40: the GM's questions go to the GM, a character's to whoever plays it; helpers are able friends with a
/// check to spare (PR-R84).
fn questions_go_to_whom_they_concern(act: &Act<'_>, found: &mut Vec<String>) {
    for asked in act.asked {
        let fits = match (asked.kind.as_str(), asked.who) {
            ("help", Who::Actor(helper)) => {
                let (actor, house) = (act.before.actor(helper), &act.book.house);
                let costs = act.before.phase != Phase::Free && house.group_cost == GroupCost::StandardCheck;
                let leader = match act.intent {
                    Intent::Call(does) => does.act.who.value().copied(),
                    intent => intent.actor(),
                };
                actor.life == Life::Able
                    && leader.is_some_and(|leader| leader != helper && !act.before.hostile(leader, helper))
                    && (!costs || actor.turn.standards < house.turn_standard_checks)
            }
            ("maneuver", Who::Actor(who)) => {
                act.intent.actor() == Some(who) && act.book.house.maneuver_effect == ManeuverEffect::ThreeOptions
            }
            ("maneuver", who) => who == Who::Gm && act.book.house.maneuver_effect == ManeuverEffect::GmDecides,
            ("odds" | "keep-it" | "improbable", who) => matches!(who, Who::Actor(_)),
            (_, who) => who == Who::Gm,
        };
        if !fits {
            found.push(format!("{} is asked of {:?}", asked.kind, asked.who));
        }
    }
}

/// PR-053, PR-R43, PR-R76, PR-R104: a critical success with the Standard check of one's own turn in initiative gives a Bonus
/// check, if there is none yet; nothing else does.
fn momentum_comes_from_a_critical_and_from_nothing_else(act: &Act<'_>, found: &mut Vec<String>) {
    let house = &act.book.house;
    let gained = act.events.iter().find_map(|event| match event {
        Event::Turn(TurnEvent::Momentum(who)) => Some(*who),
        _ => None,
    });
    let acting = match act.intent {
        Intent::Call(does) if does.act.standard.value() == Some(&true) => does.act.who.value().copied(),
        intent => intent.actor(),
    };
    let critical = acting.is_some_and(|who| {
        let own = |checked: &&Checked| checked.check.who == who && checked.check.name != Named::Save;
        checks(act).filter(own).any(|checked| checked.settled.verdict == Verdict::CriticalSuccess)
    });
    let felled = act.events.iter().any(|event| matches!(event, Event::Harm(HarmEvent::Fell { .. })));
    if let Some(who) = gained {
        let by = match house.bonus_momentum {
            BonusMomentum::CriticalSuccess => critical,
            BonusMomentum::FoeDown => felled,
            BonusMomentum::Both => critical || felled,
            BonusMomentum::Off => false,
        };
        // Where half of a group must succeed, a critical of any of them may stand for all.
        let group = house.group_method == GroupMethod::HalfMustSucceed;
        if Some(who) != acting || act.before.phase != Phase::Initiative || !(by || group) {
            found.push("momentum out of nothing (PR-R76)".to_owned());
        }
        return;
    }
    let Some(who) = acting.filter(|_| critical && same_round(act) && act.before.phase == Phase::Initiative) else {
        return;
    };
    let standard = act.after.actor(who).turn.standards > act.before.actor(who).turn.standards;
    let counts = matches!(house.bonus_momentum, BonusMomentum::CriticalSuccess | BonusMomentum::Both)
        && house.bonus_momentum_from == BonusMomentumFrom::StandardUse
        && house.group_method != GroupMethod::HalfMustSucceed;
    if standard && counts && act.before.actor(who).turn.granted == 0 {
        found.push("a critical success without momentum (PR-R76)".to_owned());
    }
}

/// PR-R103: the dice of a check against somebody use up what gave them ADV; without dice nothing is used up.
fn exposed_and_off_balance_are_used_up_by_dice(act: &Act<'_>, found: &mut Vec<String>) {
    if act.book.house.adv_used_up != AdvUsedUp::WhenRolled {
        return;
    }
    for checked in checks(act) {
        let Some(target) = checked.check.against.filter(|_| has_rolled(checked)) else { continue };
        let again = act.events.iter().any(|event| match event {
            Event::Condition(ConditionEvent::Exposed(who) | ConditionEvent::OffBalance { who, .. }) => *who == target,
            _ => false,
        });
        let (causes, actor) = (checked.check.causes, act.after.actor(target));
        let left = causes.contains(Cause::Exposed) && actor.exposed
            || causes.contains(Cause::OffBalance) && actor.off_balance.is_some();
        if left && !again {
            found.push(format!("{} is still exposed or off balance (PR-R103)", target.0));
        }
    }
}

/// PR-R44, PR-R77: guarded and exposed end with the start of one's own turn; held with its end (PR-R79).
fn what_lasts_for_a_turn_ends_with_its_start(act: &Act<'_>, found: &mut Vec<String>) {
    for (at, event) in act.events.iter().enumerate() {
        let since = &act.events[at..];
        match event {
            Event::Turn(TurnEvent::Begins(who)) => {
                let guards = |event: &Event| matches!(event, Event::Condition(ConditionEvent::Guarded { who: other, .. }) if other == who);
                let exposes =
                    |event: &Event| matches!(event, Event::Condition(ConditionEvent::Exposed(other)) if other == who);
                let actor = act.after.actor(*who);
                if actor.guarded > 0 && !since.iter().any(guards) || actor.exposed && !since.iter().any(exposes) {
                    found.push(format!("{} is guarded or exposed from before its turn (PR-R44, PR-R77)", who.0));
                }
            }
            Event::Turn(TurnEvent::Ends(who)) => {
                let holds =
                    |event: &Event| matches!(event, Event::Condition(ConditionEvent::Held(other)) if other == who);
                if act.after.actor(*who).held && !since.iter().any(holds) {
                    found.push(format!("{} is held beyond its turn (PR-R79)", who.0));
                }
            }
            _ => {}
        }
    }
}

/// PR-R90: whoever attacks is not hidden any more.
fn an_attack_ends_hiding(act: &Act<'_>, found: &mut Vec<String>) {
    let Intent::Attack(Does { actor: Some(actor), .. }) = act.intent else { return };
    let withdrawn = checks(act).any(|checked| checked.settled.how == How::Withdrawn);
    if !withdrawn && !act.after.actor(*actor).hidden_from.is_empty() {
        found.push("hidden after an attack (PR-R90)".to_owned());
    }
}

/// PR-145 to PR-154, PR-R94: a 1 or 2 moves a die by one in its direction, anything else leaves it; at the far end it is
/// spent.
fn a_resource_die_follows_its_chain(act: &Act<'_>, found: &mut Vec<String>) {
    let chain = ["d4", "d6", "d8", "d10", "d12", "d20"];
    for event in act.events {
        let Event::Resource(stepped) = event else { continue };
        let (Some((die, face)), Left::Die(left)) = (stepped.rolled, stepped.left) else { continue };
        let at = chain.iter().position(|word| *word == die.word()).expect("one of the six (PR-145)") as i32;
        let (step, end) = match act.before.setup.resources[usize::from(stepped.kind.0)].direction {
            Direction::Down => (-1, 0),
            Direction::Up => (1, 5),
        };
        let moved = if face.shown() <= 2 { (at + step).clamp(0, 5) } else { at };
        let spent = match act.book.house.resource_end {
            ResourceEnd::OnReach => moved == end,
            ResourceEnd::StepPast => at == end && face.shown() <= 2,
        };
        if chain[moved as usize] != left.word() || stepped.spent != spent {
            found.push(format!("{face} on {} gives {}, spent {} (PR-148)", die.word(), left.word(), stepped.spent));
        }
    }
}

/// PR-R105, PR-R106, PR-D38: one die for each kind; none on the dead; none left when turns or the scene have ended.
fn lasting_effects_are_of_different_kinds_and_end_with_death(act: &Act<'_>, found: &mut Vec<String>) {
    let ends = |event: &Event| matches!(event, Event::Turn(TurnEvent::Over(_)) | Event::Turn(TurnEvent::NoMore));
    let ended = act.events.iter().any(ends);
    for who in act.after.ids() {
        let actor = act.after.actor(who);
        let mut kinds: Vec<u8> = actor.lasting.iter().map(|lasting| lasting.kind.0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() != actor.lasting.len() {
            found.push(format!("two effects of one kind on {} (PR-R105)", who.0));
        }
        if actor.life == Life::Dead && !kinds.is_empty() {
            found.push(format!("{} is dead and still burns (PR-R106)", who.0));
        }
        let waits = actor.life > Life::Captured
            || (actor.life == Life::Down && act.book.house.resource_on_down == ResourceOnDown::Stops);
        if ended && !kinds.is_empty() && !waits {
            found.push(format!("it is over, and {} still burns (PR-D38)", who.0));
        }
    }
}

/// PR-R98, PR-R107: where a lasting effect or a place deals damage, it is the number rolled just before.
fn lasting_damage_is_the_number_rolled(act: &Act<'_>, found: &mut Vec<String>) {
    for pair in act.events.windows(2) {
        let [Event::Resource(stepped), Event::Harm(HarmEvent::Damaged { amount, .. })] = pair else { continue };
        let Some((_, face)) = stepped.rolled else { continue };
        if i32::from(*amount) != face.shown() {
            found.push(format!("{amount} damage by a roll of {face} (PR-R98)"));
        }
    }
}

/// PR-006 to PR-013, PR-R07: a unit is 1 to 10 of its kind, the clock goes on by it, and in turns one passes with each round.
fn the_clock_moves_by_units(act: &Act<'_>, found: &mut Vec<String>) {
    let (mut seconds, mut units) = (0, 0);
    for event in act.events {
        if let Event::Time(TimeEvent::Passed { mode, count, .. }) = event {
            let each = match mode {
                Mode::Moment => 1,
                Mode::Interval => 60,
                Mode::Period => 3_600,
                Mode::Downtime => 86_400,
            };
            if !(1..=10).contains(count) {
                found.push(format!("a unit of {count} (PR-007)"));
            }
            (seconds, units) = (seconds + u64::from(*count) * each, units + 1);
        }
    }
    if act.after.clock.elapsed - act.before.clock.elapsed != seconds || act.after.units - act.before.units != units {
        found.push(format!("the clock moves by other than {seconds} s (PR-006)"));
    }
    let rounds = act.events.iter().filter(|event| matches!(event, Event::Turn(TurnEvent::Round(2..)))).count() as u32;
    let in_turns = act.before.phase != Phase::Free && act.book.house.time_scope == TimeScope::Round;
    if in_turns && act.intent.actor().is_some() && rounds != units {
        found.push(format!("{rounds} rounds in {units} units (PR-R07)"));
    }
}

/// PR-026: of two sides the one with the higher total goes first.
fn the_higher_total_acts_first(act: &Act<'_>, found: &mut Vec<String>) {
    let mut rolls = Vec::new();
    for event in act.events {
        match event {
            Event::Initiative(InitiativeEvent::Declared { .. }) => rolls.clear(),
            Event::Initiative(InitiativeEvent::Rolled(roller, face)) => rolls.push((*roller, *face)),
            Event::Initiative(InitiativeEvent::Order(order)) if order.len() == 2 => {
                let [.., one, two] = &rolls[..] else { continue };
                let total = |(roller, face): &(Roller, Face)| face.shown() + i32::from(roller.modifier);
                let first = if total(one) > total(two) { one.0.side } else { two.0.side };
                let tied = total(one) == total(two) && act.book.house.initiative_tie != InitiativeTie::Reroll;
                if order[0] != first && !tied {
                    found.push("the lower total goes first (PR-026)".to_owned());
                }
            }
            _ => {}
        }
    }
}

/// PR-017, PR-020, PR-022, PR-023, PR-R15, PR-R21: 1d6 and the lowest Proficiency of the able members; in a duel the DEX
/// modifier. Each roll-off counts those who are able then: by house rule one act can lead to another roll-off, in a later
/// round.
fn initiative_is_rolled_with_the_modifier_of_the_able(act: &Act<'_>, found: &mut Vec<String>) {
    let may_rise = |who: ActorId| act.before.actor(who).life <= Life::Down;
    let able = act.before.ids().filter(|id| act.before.is_able(*id));
    let mut able: BTreeMap<ActorId, Side> = able.map(|id| (id, act.before.side_of(id))).collect();
    let mut duel = false;
    for event in act.events {
        match event {
            Event::Harm(HarmEvent::Fell { who, .. }) => {
                able.remove(who);
            }
            Event::Harm(HarmEvent::Healed { who, hp: 1.., .. }) if may_rise(*who) => {
                able.insert(*who, act.before.side_of(*who));
            }
            Event::Corrected(corrected) if lays_down_or_raises(corrected) => return, // it says nothing of who is able now
            Event::Initiative(InitiativeEvent::Declared { duel: is, .. }) => {
                let sides: BTreeSet<Side> = able.values().copied().collect();
                duel = sides.len() == 2 && able.len() == 2;
                if *is != duel {
                    found.push(format!("duel {is} with {able:?} (PR-022, PR-R15)"));
                }
            }
            Event::Initiative(InitiativeEvent::Rolled(roller, face)) => {
                let members =
                    able.iter().filter(|(_, side)| **side == roller.side).map(|(id, _)| act.before.sheet(*id));
                let lowest = members.clone().map(|sheet| i16::from(sheet.proficiency)).min().unwrap_or(0);
                let dex = members.clone().next().map_or(0, |sheet| i16::from(sheet.modifier(Ability::Dex)));
                let expected = match (duel, act.book.house.initiative_duel_modifier) {
                    (false, _) => lowest,
                    (true, InitiativeDuelModifier::Dex) => dex,
                    (true, InitiativeDuelModifier::DexAndProficiency) => dex + lowest,
                };
                if roller.modifier != expected || !(1..=6).contains(&face.shown()) {
                    let modifier = roller.modifier;
                    found.push(format!("an initiative of {face} {modifier:+}, not {expected:+} (PR-020, PR-023)"));
                }
            }
            _ => {}
        }
    }
}

/// PR-R04: once the scene is over, no turn, round or unit of time follows it.
fn nothing_follows_the_end(act: &Act<'_>, found: &mut Vec<String>) {
    let over = act.events.iter().position(|event| matches!(event, Event::Turn(TurnEvent::Over(_))));
    let Some(over) = over else { return };
    if let Some(event) = act.events.get(over + 1) {
        found.push(format!("{event:?} after the end (PR-R04)"));
    }
}

/// PR-R74, PR-R111, PR-R112: only who rested or lay down recovers, in Periods or Downtime, by level and CON, at least 1.
fn rest_restores_what_it_should(act: &Act<'_>, found: &mut Vec<String>) {
    if act.events.iter().any(|event| matches!(event, Event::Corrected(corrected) if lays_down_or_raises(corrected))) {
        return; // whom the GM lays down rests at once
    }
    for (at, event) in act.events.iter().enumerate() {
        let Event::Recovery(RecoveryEvent::Rested { who, periods }) = event else { continue };
        let (before, sheet) = (act.before.actor(*who), act.before.sheet(*who));
        if act.before.clock.mode < Mode::Period || !(before.resting || before.life == Life::Down) {
            found.push(format!("{} has rested and did not rest (PR-R112)", who.0));
        }
        if act.book.house.recovery_hp != RecoveryHp::LevelPlusCon {
            continue;
        }
        let each = (i16::from(sheet.level) + i16::from(sheet.modifier(Ability::Con))).max(1);
        if let Some(Event::Harm(HarmEvent::Healed { amount, hp, .. })) = act.events.get(at + 1) {
            let most = i32::from(each) * *periods as i32;
            if i32::from(*amount) != most && *hp != sheet.hp_max {
                found.push(format!("{} gains {amount} by {periods} Periods of {each} (PR-R74)", who.0));
            }
        }
    }
}

/// PR-R91: nobody walks farther than its speed, or stands on a blocked square or where somebody else stands.
fn nobody_stands_where_nobody_can(act: &Act<'_>, found: &mut Vec<String>) {
    if !act.after.is_mapped() {
        return;
    }
    let here = |who: ActorId| act.after.actor(who).life <= Life::Down;
    for who in act.after.ids().filter(|who| here(*who)) {
        let cell = act.after.actor(who).place.cell;
        let moved = act.before.actor(who).place.cell != cell || act.before.actor(who).life > Life::Down;
        let taken = |other: ActorId| other != who && here(other) && act.after.actor(other).place.cell == cell;
        if moved && (act.after.square(cell).blocked || act.after.ids().any(taken)) {
            found.push(format!("{} stands where it cannot (PR-R91)", who.0));
        }
    }
    if let Intent::Move(Does { actor: Some(actor), act: moves }) = act.intent
        && let Some(Goal::Square(_)) = moves.to.value()
    {
        let (from, to) = (act.before.actor(*actor).place, act.after.actor(*actor).place);
        if act.before.squares_between(from, to) > u16::from(act.before.sheet(*actor).speed) {
            found.push(format!("{} moves too far (PR-R91)", actor.0));
        }
    }
}

/// The invariants themselves: on events that are written by hand they accept what the rules say, and find what they do not.
mod tests {
    use super::*;
    use referee_engine::{Filled, Seat, System, door::Source};
    use referee_proficiency::{
        acts::{Attack, EndScene, Initiative, value::WeaponAt},
        check::{Causes, Check, Settled},
        dc::Dc,
        resource::{DieSize, Stepped},
    };

    fn faults(invariant: Invariant, scene: &str, intent: &Intent, events: &[Event]) -> Vec<String> {
        let text = format!("book = \"proficiency\"\nscenario = {{ phase = \"initiative\" }}\n{scene}");
        let (book, table) = Proficiency::open(&Source::new("scene", text)).unwrap_or_else(|why| panic!("{why}"));
        let filled = Filled::of("by hand", intent.actor());
        let (before, after) = (&table, &table);
        let act = Done { book: &book, before, seat: Seat::Gm, filled: &filled, intent, asked: &[], events, after };
        let mut found = Vec::new();
        invariant(&act, &mut found);
        found
    }

    fn face(number: i32) -> Face {
        serde_json::from_value(serde_json::json!(number)).unwrap()
    }

    const WARRIOR: ActorId = ActorId(0);
    const BANDIT: ActorId = ActorId(1);

    /// A natural of the Warrior (+5, longsword 3) against the Bandit (Defense 14), and what is told after it.
    fn blow(natural: i32, then: &[Event]) -> Vec<String> {
        let target = Target::Actor(BANDIT);
        let (weapon, feat, ability) = (WeaponAt(1).into(), None.into(), Default::default());
        let attack = Attack { weapon, target: target.into(), feat, ability };
        let margin = natural as i16 + 5 - 14;
        let verdict = if margin >= 0 { Verdict::Success } else { Verdict::Failure };
        let check = Check {
            who: WARRIOR,
            name: Named::Attack,
            ability: Ability::Str,
            bonus: 5,
            causes: Causes::default(),
            against: Some(BANDIT),
            dc: Dc::defense(14),
        };
        let settled = Settled { how: How::Rolled, verdict, per: margin.abs() };
        let mut events = vec![
            Event::Check(Checked { check, dc: 14, settled, face: Some(face(natural)) }),
            Event::Attack(AttackEvent::Came { target, hit: margin >= 0 }),
        ];
        events.extend_from_slice(then);
        let scene = "characters = [{ from = \"warrior\" }, { from = \"bandit\" }]";
        faults(a_hit_deals_rating_and_per, scene, &Intent::Attack(Does::by(WARRIOR, attack)), &events)
    }

    #[test]
    fn a_blow_deals_what_is_told_right_after_it() {
        let wound = |amount: i16| Event::Harm(HarmEvent::Damaged { who: BANDIT, amount, hp: 9 - amount });
        let rolled = Some((DieSize::D6, face(3)));
        let fire =
            Stepped { who: Some(BANDIT), kind: ResourceId(0), rolled, left: Left::Die(DieSize::D6), spent: false };
        let fire = Event::Resource(fire);
        // 15 + 5 against 14 is PER 6, and the rating is 3.
        assert_eq!(blow(15, &[wound(9)]), [""; 0]);
        assert_eq!(blow(15, &[wound(8)]).len(), 1, "one too few");
        assert_eq!(blow(15, &[]).len(), 1, "no wound");
        assert_eq!(blow(15, &[fire.clone(), wound(9)]).len(), 1, "the wound is of the fire");
        // 2 + 5 misses; a fire on the Bandit is rolled out after it (PR-R106).
        assert_eq!(blow(2, &[fire, wound(3)]), [""; 0]);
        assert_eq!(blow(2, &[wound(3)]).len(), 1, "a miss deals damage");
    }

    /// Warrior (Proficiency 2, DEX +1) and Commoner (Proficiency 1, DEX 0) against the Bandit (Proficiency 2, DEX +2). In the
    /// second roll-off the Commoner is down, so that it is a duel, with the DEX modifier.
    #[test]
    fn each_roll_off_counts_those_who_are_able_then() {
        let declared = |duel: bool| InitiativeEvent::Declared { duel, mode: Mode::Moment, count: 6 };
        let rolled = |side: Side, modifier: i16, shown: i32| {
            InitiativeEvent::Rolled(Roller { side, who: Who::Gm, modifier, edge: Edge::Plain }, face(shown))
        };
        let (pcs, npcs) = (Side(0), Side(1));
        let play = |duel: bool, modifier: i16| {
            let first = [declared(false), rolled(pcs, 1, 2), rolled(npcs, 2, 3)].map(Event::Initiative);
            let fell = Event::Harm(HarmEvent::Fell { who: ActorId(2), life: Life::Down });
            let second = [declared(duel), rolled(pcs, modifier, 4), rolled(npcs, 2, 6)].map(Event::Initiative);
            let events: Vec<Event> = first.into_iter().chain([fell]).chain(second).collect();
            let scene =
                "characters = [{ from = \"warrior\" }, { from = \"bandit\" }, { from = \"commoner\", side = \"pcs\" }]";
            let intent = Intent::Initiative(Does::by_gm(Initiative::default()));
            faults(initiative_is_rolled_with_the_modifier_of_the_able, scene, &intent, &events)
        };
        assert_eq!(play(true, 1), [""; 0]);
        assert_eq!(play(true, 2).len(), 1, "Proficiency in a duel");
        assert_eq!(play(false, 1).len(), 1, "a duel that is told as none");
    }

    #[test]
    fn nothing_is_told_after_the_end() {
        let end = TurnEvent::Over(Ending { winner: None, why: "the GM ends it".to_owned() });
        let scene = "characters = [{ from = \"warrior\" }, { from = \"bandit\" }]";
        let intent = Intent::EndScene(Does::by_gm(EndScene::default()));
        let play = |events: Vec<TurnEvent>| {
            let events: Vec<Event> = events.into_iter().map(Event::Turn).collect();
            faults(nothing_follows_the_end, scene, &intent, &events)
        };
        assert_eq!(play(vec![TurnEvent::Ends(BANDIT), end.clone()]), [""; 0]);
        assert_eq!(play(vec![end, TurnEvent::Round(2)]).len(), 1);
    }
}

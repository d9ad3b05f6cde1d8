//! Contests, holds and demands in words.

use super::{Asked, factors, sum};
use crate::{
    actions::{
        contest::{
            Act, ActionKind, Contest, ContestEvent, ContestQuestion, Demanded, Ended, EscapeWith, Hands, Ploy,
            Suspicion, Taunt, bout::Guard,
        },
        task::Object,
    },
    offers::slots::{cell_key, thing_key},
    table::Table,
};
use referee_engine::{ActorId, Choice, Line, RuleId, Who, key_of, rule};

pub fn narrate(table: &Table, event: &ContestEvent) -> Line {
    let name = |who: &ActorId| table.name(*who);
    let thing = |thing: &crate::sheet::ThingId| table.thing_sheet(*thing).name.as_str();
    match event {
        ContestEvent::Declared(contest) => declared(table, contest),
        ContestEvent::Rolled { name: what, check, face } => {
            let text = format!("{}: {} {}", table.name(check.who), what.word(), sum(*face, check));
            Line::new(1, text, [rule!("CW-118")]).by(check.who).with(factors(check))
        }
        ContestEvent::Opposed { by, guard, check, face, need, won } => {
            let (who, total) = (table.name(check.who), sum(*face, check));
            let end = match won {
                true => format!("{need} beats it"),
                false => format!("{need} of {} does not beat it", name(by)),
            };
            let text = format!("{who}: {} {total}; {end}", guard_words(table, check.who, *guard).1);
            let rule = if *won { rule!("CW-119") } else { rule!("CW-120") };
            Line::new(1, text, [rule, guard_rule(*guard)]).by(check.who).with(factors(check))
        }
        ContestEvent::Yielded { who, guard } => {
            let how = if *guard == Guard::Agree { "lets it happen" } else { "cannot defend itself" };
            Line::new(1, format!("{} {how}", name(who)), [rule!("CW-R77")]).by(*who)
        }
        ContestEvent::Distracted { who, by, scope } => {
            let (scope, rule) = match scope {
                Taunt::Threat => ("against", rule!("CW-125")),
                Taunt::Insult => ("not against", rule!("CW-126")),
            };
            let text = format!("{} is Distracted on Checks {scope} {} for one Round", name(who), name(by));
            Line::new(1, text, [rule!("CW-124"), rule, rule!("CW-127")]).by(*who)
        }
        ContestEvent::OutOfReason { by, demand } => {
            let text = format!("{} may state another demand: {} is out of reason", name(by), demanded(table, demand));
            Line::new(0, text, [rule!("CW-R83")]).by(*by)
        }
        ContestEvent::Persuaded { who, by, demand } => {
            let text =
                format!("{} must {} in its next Turn; {} demands it", name(who), demanded(table, demand), name(by));
            Line::new(1, text, [rule!("CW-129"), rule!("CW-R82")]).by(*who)
        }
        ContestEvent::Obeyed { who, demand } => {
            let text = format!("{} complies: {}", name(who), demanded(table, demand));
            Line::new(1, text, [rule!("CW-129"), rule!("CW-R82")]).by(*who)
        }
        ContestEvent::Excused { who } => {
            Line::new(0, format!("{} need not comply any more", name(who)), [rule!("CW-R83")]).by(*who)
        }
        ContestEvent::Believed { who, of } => {
            Line::new(1, format!("{} believes {}", name(who), name(of)), [rule!("CW-136")]).by(*who)
        }
        ContestEvent::Suspicious { who, of } => {
            let text = format!("{} feels that something is wrong with {}", name(who), name(of));
            Line::new(1, text, [rule!("CW-137"), rule!("CW-R84")]).by(*who)
        }
        ContestEvent::Suspects { who, of, what } => {
            let (what, _) = suspicion(*what);
            Line::new(1, format!("{} suspects of {}: {what}", name(who), name(of)), [rule!("CW-137")]).by(*who)
        }
        ContestEvent::Shoved { who, feet, .. } => {
            Line::new(1, format!("{} is moved {feet} feet", name(who)), [rule!("CW-142"), rule!("CW-R85")]).by(*who)
        }
        ContestEvent::Tripped { who } => Line::new(1, format!("{} is Prone", name(who)), [rule!("CW-146")]).by(*who),
        ContestEvent::Knocked { thing: what, from, place } => {
            let text = format!("{} of {} flies to {}", thing(what), name(from), cell_key(table, place.cell));
            Line::new(1, text, [rule!("CW-150")]).by(*from)
        }
        ContestEvent::Wielded { thing: what, from, by } => {
            let text = format!("{} now wields {} of {}", name(by), thing(what), name(from));
            Line::new(1, text, [rule!("CW-151")]).by(*by)
        }
        ContestEvent::Immune { who, by } => {
            let text = format!("{} is too large for {} to Pin", name(who), name(by));
            Line::new(1, text, [rule!("CW-156")]).by(*who)
        }
        ContestEvent::Pinned { who, by, with } => {
            let with = with.as_ref().map_or(String::new(), |with| format!(" with {}", thing(with)));
            Line::new(1, format!("{} is Pinned by {}{with}", name(who), name(by)), [rule!("CW-155")]).by(*who)
        }
        ContestEvent::Strangled { who, by } => {
            let text = format!("{} is Immobilized in the grip of {}", name(who), name(by));
            Line::new(1, text, [rule!("CW-160")]).by(*who)
        }
        ContestEvent::Freed { who, from, how } => {
            let from = match from {
                Object::Actor(holder) => format!("the grip of {}", name(holder)),
                Object::Thing(with) => thing(with).to_owned(),
                Object::None | Object::Skill(_) => "what held it".into(),
            };
            let (how, rule) = match how {
                Ended::Escaped => ("gets out of", rule!("CW-211")),
                Ended::Released => ("is let out of", rule!("CW-155")),
                Ended::Apart => ("is out of Reach and free of", rule!("CW-R87")),
                Ended::Lost => ("is free of", rule!("CW-R98")),
            };
            Line::new(1, format!("{} {how} {from}", name(who)), [rule]).by(*who)
        }
    }
}

fn declared(table: &Table, contest: &Contest) -> Line {
    let names = |targets: &[ActorId]| targets.iter().map(|&id| table.name(id)).collect::<Vec<_>>().join(", ");
    let thing = |id: crate::sheet::ThingId| table.thing_sheet(id).name.as_str();
    let (text, rule) = match &contest.act {
        Act::Distract { targets, way } => {
            let how = if *way == Taunt::Threat { "threatens" } else { "insults" };
            (format!("{how} {}", names(targets)), rule!("CW-123"))
        }
        Act::Persuade { targets, way, demand } => {
            let how = match way {
                Ploy::Trickery => "tricks",
                Ploy::Charm => "charms",
                Ploy::Coercion => "coerces",
            };
            (format!("{how} {} to {}", names(targets), demanded(table, demand)), rule!("CW-128"))
        }
        Act::Deceive { targets, words } if words.is_empty() => {
            (format!("tries to Deceive {}", names(targets)), rule!("CW-135"))
        }
        Act::Deceive { targets, words } => (format!("tries to Deceive {}: {words}", names(targets)), rule!("CW-135")),
        Act::Shove { target } => (format!("Shoves {}", table.name(*target)), rule!("CW-141")),
        Act::Trip { target } => (format!("tries to Trip {}", table.name(*target)), rule!("CW-145")),
        Act::Disarm { thing: what, with } => {
            let with = with.map_or(String::new(), |with| format!(" with {}", thing(with)));
            (format!("goes for {}{with}", thing(*what)), rule!("CW-147"))
        }
        Act::Pin { target, bindings } => {
            let with = bindings.map_or("by hand".to_owned(), |with| format!("with {}", thing(with)));
            (format!("tries to Pin {} {with}", table.name(*target)), rule!("CW-152"))
        }
        Act::Strangle { target, hands } => {
            let with = if *hands == Hands::One { " with one hand" } else { "" };
            (format!("Strangles {}{with}", table.name(*target)), rule!("CW-157"))
        }
        Act::Escape { with: EscapeWith::Escape, .. } => ("tries to Escape".into(), rule!("CW-211")),
        Act::Escape { with: EscapeWith::Endure, .. } => ("tries to Shake it Off".into(), rule!("CW-R91")),
        Act::Release { target } => (format!("lets go of {}", table.name(*target)), rule!("CW-155")),
        Act::Comply | Act::Excuse => ("complies".into(), rule!("CW-129")),
    };
    let how = match (contest.focus, contest.sneakily) {
        (true, true) => ", focused and Sneakily",
        (true, false) => ", focused",
        (false, true) => ", Sneakily",
        (false, false) => "",
    };
    Line::new(0, format!("{} {text}{how}", table.name(contest.actor)), [rule]).by(contest.actor)
}

/// CW-129: what is demanded, after "must".
pub fn demanded(table: &Table, demand: &Demanded) -> String {
    match demand {
        Demanded::Drop(thing) => format!("drop {}", table.thing_sheet(*thing).name),
        Demanded::DropHeld => "drop what it holds".into(),
        Demanded::Speak(words) => format!("say {words:?}"),
        Demanded::Small(what) => what.clone(),
        Demanded::Surrender => "surrender".into(),
        Demanded::Act { kind, what, on } => {
            let what = if what.is_empty() { "act" } else { what };
            let on = on.map_or(String::new(), |thing| format!(" on {}", table.thing_sheet(thing).name));
            format!("{what} ({}{on})", action(*kind))
        }
        Demanded::AttackAlly(ally) => format!("attack {}", table.name(*ally)),
        Demanded::HarmItself => "do itself harm".into(),
    }
}

/// One of the five kinds of Action.
pub fn action(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Attack => "Attack",
        ActionKind::Contest => "Contest",
        ActionKind::Move => "Move",
        ActionKind::Task => "Task",
        ActionKind::Defend => "Defend",
    }
}

/// The word for commands and what people read.
fn guard_words(table: &Table, who: ActorId, guard: Guard) -> (String, String) {
    match guard {
        Guard::BlockWith(thing) => {
            let key = thing_key(table, who, thing);
            (format!("block-{key}"), format!("Block with {}", table.thing_sheet(thing).name))
        }
        Guard::BlockArm(arm) => {
            let part = &table.part(who, arm).part;
            (format!("block-{}", key_of(part)), format!("Block with the {part}"))
        }
        Guard::Grip(skill) => ("hold-on".into(), format!("Hold on ({skill})")),
        Guard::Agree => ("agree".into(), "Let it happen".into()),
        other => (key_of(other.word()), other.word().into()),
    }
}

/// The rule behind a defence.
fn guard_rule(guard: Guard) -> RuleId {
    match guard {
        Guard::Endure => rule!("CW-138"),
        Guard::Escape => rule!("CW-154"),
        Guard::Dodge | Guard::BlockWith(_) | Guard::BlockArm(_) => rule!("CW-145"),
        Guard::Resist => rule!("CW-163"),
        Guard::Perceive => rule!("CW-219"),
        Guard::Grip(_) => rule!("CW-149"),
        Guard::Agree | Guard::Helpless => rule!("CW-R77"),
    }
}

fn suspicion(what: Suspicion) -> (&'static str, &'static str) {
    match what {
        Suspicion::SomethingWrong => ("something is wrong", "something-wrong"),
        Suspicion::TheLie => ("this was a lie", "the-lie"),
        Suspicion::TheTruth => ("the truth", "the-truth"),
    }
}

pub fn asked(table: &Table, who: Who, question: &ContestQuestion) -> Asked {
    let me = match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => ActorId(0),
    };
    let (kind, rule, text, options) = match question {
        ContestQuestion::Defend { by, name, options } => {
            let bonus = |guard: Guard| match guard.rolls() {
                true => format!("{:+}", table.skill(me, guard.skill(table)).bonus),
                false => String::new(),
            };
            let options = options.iter().map(|&guard| {
                let (key, label) = guard_words(table, me, guard);
                Choice::new(key, label).noting(bonus(guard))
            });
            let text =
                format!("{} against {}: how does {} defend?", name.named().word(), table.name(me), table.name(me));
            ("contest-defence", rule!("CW-118"), format!("{}: {text}", table.name(*by)), options.collect())
        }
        ContestQuestion::Demand { by, way, demand, .. } => {
            let mut options = vec![
                Choice::new("accept", "Within reason, a straight roll"),
                Choice::new("high-roll", "Within reason, High Roll"),
                Choice::new("low-roll", "Within reason, Low Roll").noting("smooth talk to a foe"),
            ];
            if !demand.is_always_within_reason() {
                options.push(Choice::new("refuse", "Out of reason; state another demand"));
            }
            let way = match way {
                Ploy::Trickery => "trickery",
                Ploy::Charm => "charm",
                Ploy::Coercion => "coercion",
            };
            let text = format!("{} demands, by {way}: {}. Within reason?", table.name(*by), demanded(table, demand));
            ("demand", rule!("CW-132"), text, options)
        }
        ContestQuestion::Scope { by, way } => {
            let (against, not) = (
                Choice::new("against", format!("On Checks against {}", table.name(*by))),
                Choice::new("not-against", format!("On Checks not against {}", table.name(*by))),
            );
            let options = if *way == Taunt::Threat { vec![against, not] } else { vec![not, against] };
            ("distract-scope", rule!("CW-R80"), format!("How does {} distract?", table.name(*by)), options)
        }
        ContestQuestion::Suspicion { who, of } => {
            let options = Suspicion::ALL.map(|what| {
                let (label, key) = suspicion(what);
                Choice::new(key, label)
            });
            let text = format!("What does {} suspect of {}?", table.name(*who), table.name(*of));
            ("suspicion", rule!("CW-137"), text, options.into())
        }
        ContestQuestion::Distance { target, feet } => {
            let options = feet.iter().map(|feet| Choice::new(feet.to_string(), format!("{feet} feet"))).collect();
            ("shove-distance", rule!("CW-142"), format!("How far is {} moved?", table.name(*target)), options)
        }
        ContestQuestion::Knock { thing, wield, cells, .. } => {
            let wield = wield.then(|| Choice::new("wield", "Wield it"));
            let cells = cells.iter().map(|&cell| {
                let key = cell_key(table, cell);
                Choice::new(key.clone(), format!("It flies to {key}"))
            });
            let text = format!("What becomes of {}?", table.thing_sheet(*thing).name);
            ("disarmed", rule!("CW-150"), text, wield.into_iter().chain(cells).collect())
        }
        ContestQuestion::MuchLarger { by, target, .. } => {
            let options = vec![Choice::new("high-roll", "It High Rolls"), Choice::new("immune", "It is immune")];
            let text = format!("{} is much larger than {}", table.name(*target), table.name(*by));
            ("much-larger", rule!("CW-156"), text, options)
        }
    };
    Asked { kind, rule, text, options }
}

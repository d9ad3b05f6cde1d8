//! Moves, falls and Sneaking in words.

use super::{Asked, factors, is_known, known_name, name_of, sum};
use crate::{
    acts::movement::MoveQuestion,
    acts::value::{part_key, weapon_key},
    fall::{FallEvent, How},
    sneak::{SneakEvent, Watch},
    table::Table,
};
use referee_engine::{ActorSet, Choice, Factor, Line, Who, rule};

pub fn asked(table: &Table, who: Who, question: &MoveQuestion) -> Asked {
    let me = match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => referee_engine::ActorId(0),
    };
    match question {
        MoveQuestion::Tumble { feet, injuries } => {
            let at_stake = if *injuries == 1 { "1 Injury".to_owned() } else { format!("{injuries} Injuries") };
            let text = format!("{} falls {feet} feet, {at_stake}. Tumble?", name_of(table, who));
            let options = vec![Choice::new("decline", "No Reaction"), Choice::plain("Tumble")];
            Asked { kind: "tumble", rule: rule!("CW-248"), text, options }
        }
        MoveQuestion::PotShot { mover } => {
            let text =
                format!("{} Moves within {}'s Reach. Pot Shot?", known_name(table, who, *mover), name_of(table, who));
            let shot = Choice::plain("Pot Shot");
            let shot = if is_known(table, who, *mover) { shot.of_actor(*mover) } else { shot };
            let options = vec![Choice::new("decline", "No Reaction"), shot];
            Asked { kind: "pot-shot", rule: rule!("CW-245"), text, options }
        }
        MoveQuestion::PotShotWeapon { mover, of } => {
            let text = format!("With what does {} strike at {}?", name_of(table, who), known_name(table, who, *mover));
            let options =
                of.iter().map(|&arm| Choice::new(weapon_key(table, me, arm), table.weapon_name(me, arm))).collect();
            Asked { kind: "pot-shot-weapon", rule: rule!("CW-R71"), text, options }
        }
        MoveQuestion::PotShotPart { mover, of } => {
            let text = format!("At which part of {}?", known_name(table, who, *mover));
            let choice = |&part| {
                let sheet = table.part(*mover, part);
                Choice::new(part_key(table, *mover, part), sheet.part.clone()).noting(format!("{:?}", sheet.class))
            };
            Asked { kind: "pot-shot-part", rule: rule!("CW-R71"), text, options: of.iter().map(choice).collect() }
        }
        MoveQuestion::ObstacleRank { who, thing } => {
            let text = format!("{} wants past {}. Which Rank?", table.name(*who), table.thing_sheet(*thing).name);
            let choice = |rank: Option<crate::rank::Rank>| match rank {
                Some(rank) => Choice::plain(rank.to_string()).noting(rank.number().to_string()),
                None => Choice::new("no-check", "No Check needed"),
            };
            let options = MoveQuestion::RANKS.map(choice).into();
            Asked { kind: "obstacle-rank", rule: rule!("CW-170"), text, options }
        }
        MoveQuestion::StopOrFall { who, thing } => {
            let sheet = table.thing_sheet(*thing);
            let feet = sheet.obstacle.map_or(0, |obstacle| obstacle.drop_ft);
            let text = format!("{} does not get past {}. Stop in front, or fall?", table.name(*who), sheet.name);
            let options = vec![Choice::plain("stop"), Choice::plain("fall").noting(format!("{feet} feet"))];
            Asked { kind: "stop-or-fall", rule: rule!("CW-R102"), text, options }
        }
        MoveQuestion::Observers { sneaker, watch, from } => {
            let list = |wanted: Watch| {
                let of: ActorSet = watch.iter().filter(|(_, watch)| *watch == wanted).map(|(foe, _)| *foe).collect();
                names(table, of)
            };
            let text = format!(
                "Who could notice {}? Compared: {}; in clear view of: {}",
                table.name(*sneaker),
                list(Watch::Compared),
                list(Watch::ClearView)
            );
            let change = |(at, to): (usize, Watch)| {
                let foe = watch[at].0;
                let (key, label) = watch_words(to);
                let key = format!("{}-{key}", table.sheet(foe).key);
                Choice::new(key, format!("{} {label}", table.name(foe))).of_actor(foe)
            };
            let mut options = vec![Choice::new("as-proposed", "So it is")];
            options.extend(MoveQuestion::changes(watch, *from).map(change));
            Asked { kind: "observers", rule: rule!("CW-R108"), text, options }
        }
    }
}

fn watch_words(watch: Watch) -> (&'static str, &'static str) {
    match watch {
        Watch::Away => ("away", "could neither see nor hear"),
        Watch::Compared => ("compared", "is compared with the Sneak Check"),
        Watch::ClearView => ("clear-view", "had a clear view"),
    }
}

fn names(table: &Table, of: ActorSet) -> String {
    let names: Vec<&str> = of.iter().map(|who| table.name(who)).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
}

pub fn sneaked(table: &Table, event: &SneakEvent) -> Line {
    match event {
        SneakEvent::Checked { who, check, face, compared, in_view } => {
            let total = face.map_or("with no roll".to_owned(), |face| sum(face, check));
            let beaten = compared.iter().filter(|(.., beaten)| *beaten).map(|(foe, ..)| *foe).collect();
            let text = format!("{}: Sneak {total}; Unaware: {}", table.name(*who), names(table, beaten));
            let each = compared.iter().map(|(foe, rank, beaten)| {
                let how = if *beaten { "beaten" } else { "aware" };
                Factor::new(rank.to_string(), format!("Perceive of {}: {how}", table.name(*foe)), rule!("CW-183"))
            });
            let views = in_view
                .iter()
                .map(|foe| Factor::new("aware", format!("{} had a clear view", table.name(foe)), rule!("CW-R109")));
            Line::new(1, text, [rule!("CW-182"), rule!("CW-184")])
                .by(*who)
                .with(factors(check))
                .with(each.collect::<Vec<_>>())
                .with(views.collect::<Vec<_>>())
        }
        SneakEvent::Noticed { who, by } => {
            let text = format!("{} is noticed by {}", table.name(*who), names(table, *by));
            Line::new(1, text, [rule!("CW-R112")]).by(*who)
        }
    }
}

pub fn fell(table: &Table, event: &FallEvent) -> Line {
    match *event {
        FallEvent::Falls { who, feet, how, injuries } => {
            let (does, rule) = match how {
                How::Thrown => ("falls", rule!("CW-262")),
                How::Dropped => ("drops down", rule!("CW-264")),
            };
            let text = format!("{} {does} {feet} feet: {injuries} random Injuries at stake", table.name(who));
            Line::new(0, text, [rule]).by(who)
        }
        FallEvent::Tumbled { who, injuries } => {
            let text = match injuries {
                0 => format!("{} lands without an Injury", table.name(who)),
                _ => format!("{} takes {injuries} of them", table.name(who)),
            };
            Line::new(1, text, [rule!("CW-R129")]).by(who)
        }
        FallEvent::Struck { who, severity, reads, place, part } => {
            let part = &table.part(who, part).part;
            let text = format!("{}: {severity} is {}, {place} is the {part}", table.name(who), reads.word());
            Line::new(1, text, [rule!("CW-R126")]).by(who)
        }
        FallEvent::Landed { who, prone } => {
            let how = if prone { "lies Prone" } else { "stands" };
            Line::new(1, format!("{} {how}", table.name(who)), [rule!("CW-R130")]).by(who)
        }
    }
}

//! Questions of Moves in words.

use super::{Asked, is_known, known_name, name_of};
use crate::{
    acts::movement::MoveQuestion,
    acts::value::{part_key, weapon_key},
    table::Table,
};
use referee_engine::{Choice, Who, rule};

pub fn asked(table: &Table, who: Who, question: &MoveQuestion) -> Asked {
    let me = match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => referee_engine::ActorId(0),
    };
    match question {
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
    }
}

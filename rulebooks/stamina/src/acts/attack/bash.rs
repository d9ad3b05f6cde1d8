//! Bash (ST-078 to ST-086).

use super::{
    effects::{force, wound},
    *,
};
use crate::{
    acts::movement::{is_water, put},
    harm::{fall, knock_down},
    table::Posture,
    words::cell,
};
use referee_engine::space::{Cell, push};

technique! {
    /// ST-078.
    Bash: "bash", "Bash", "Melee", "2 stamina", "ST-078"
}

impl Special for Bash {
    /// ST-079: a weapon with the keyword.
    fn suits(table: &Table, attack: &Attack, _: &Arm) -> Result<(), Why<'static>> {
        if table.melee(attack.actor, attack.weapon).is_some_and(|melee| melee.bash) {
            return Ok(());
        }
        Err(bar!("ST-079", "no-bash", "a Bash needs a weapon with the Bash keyword").moot())
    }

    /// ST-081: penalty dice, none with a shield.
    fn dice(_: &Stamina, _: &Table, _: &Attack, arm: &Arm) -> u8 {
        if arm.shield { 0 } else { 2 }
    }

    /// ST-080: a blow that goes through has no further effect.
    fn hit<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        let penetrates = wound(book, table, outcome, oracle)?;
        if penetrates || !table.is_active(outcome.attack.target) {
            return Ok(());
        }
        bash(book, table, outcome, oracle)
    }
}

/// What a bash value does to a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BashEffect {
    Nothing,
    Back,
    Knees,
    Prone,
}

/// ST-083 to ST-086, ST-R52: the value against defense and melee defense as they were read.
fn bash_effect(value: i32, defense: i32, melee: i32) -> BashEffect {
    match value - melee {
        5.. => BashEffect::Prone,
        1..=4 => BashEffect::Knees,
        _ if value > defense && melee >= defense => BashEffect::Back,
        _ => BashEffect::Nothing,
    }
}

/// ST-082: damage and twice the rank.
fn bash<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
    let Outcome { attack, defenses, .. } = outcome;
    let (target, (damage, _)) = (attack.target, force(book, outcome));
    let value = damage + 2 * u16::from(table.sheet(attack.actor).rank(Secondary::Bash));
    let effect = bash_effect(i32::from(value), defenses.current.into(), defenses.total.into());
    let back = effect == BashEffect::Back;
    oracle.tell(Audience::All, || Event::Bashed(Bashed { at: target, value, back }));
    match effect {
        BashEffect::Nothing => {}
        BashEffect::Back => shove(table, attack, oracle)?,
        BashEffect::Knees => knock_down(table, target, Posture::Kneeling, rule!("ST-084"), oracle)?,
        BashEffect::Prone => knock_down(table, target, Posture::Prone, rule!("ST-085"), oracle)?,
    }
    Ok(())
}

/// ST-R53: one hex straight away from the attacker; if that is blocked it stays. It causes no free attacks. Whoever is
/// driven over a ledge falls (ST-R35).
fn shove<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let (from, to) = (table.actor(attack.actor).place, table.actor(attack.target).place);
    let space = &table.setup.space;
    let taken = |cell| table.is_taken(cell) || is_water(table, cell);
    let end = push(space, &table.pieces, from, to, u32::from(space.cell_size()), taken);
    if end.cell == to.cell {
        return Ok(());
    }
    let (who, drop, ground) = (attack.target, space.drop_below(end), space.on_ground(end.cell));
    put(table, who, ground);
    oracle.tell(Audience::All, || Event::Pushed(Pushed { who, to: ground.cell }));
    if drop > 1 { fall(table, who, drop, oracle) } else { Ok(()) }
}

/// ST-082: the bash value, and what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bashed {
    pub at: ActorId,
    pub value: u16,
    /// Was it moved back?
    pub back: bool,
}

impl Tells<Stamina> for Bashed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (how, rule) = if self.back { (", moved back", rule!("ST-083")) } else { ("", rule!("ST-082")) };
        let text = format!("bash value {} against {}{how}", self.value, table.name(self.at));
        Line::new(2, text, [rule]).by(self.at)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        if self.back {
            to.push(Mark::word("moved back", Some(self.at), 1, "back"));
        }
    }
}

/// ST-083: somebody is driven back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pushed {
    pub who: ActorId,
    pub to: Cell,
}

impl Tells<Stamina> for Pushed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} is driven back to {}", table.name(self.who), cell(table, self.to));
        Line::new(2, text, [rule!("ST-083")]).by(self.who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_083_to_st_086_the_limits_of_a_bash() {
        // ST-V18: defense 8, melee defense 10.
        let cases = [(8, BashEffect::Nothing), (9, BashEffect::Back), (10, BashEffect::Back), (11, BashEffect::Knees)];
        for (value, expected) in cases.into_iter().chain([(14, BashEffect::Knees), (15, BashEffect::Prone)]) {
            assert_eq!(bash_effect(value, 8, 10), expected, "{value}");
        }
        // ST-R52: with melee defense below defense only its limits count.
        assert_eq!(bash_effect(6, 8, 6), BashEffect::Nothing);
        assert_eq!(bash_effect(7, 8, 6), BashEffect::Knees);
    }
}

//! Checks by the ledger's numbers.

use super::{
    causes::{HIGH, LOW, STRAIGHT},
    *,
};
use crate::house::BeyondLegendary;
use crate::rank::SkillRank;
use referee_dice::Chance;

fn check(rank: SkillRank, bonus: i8, causes: Causes) -> Check {
    let trained = Trained { rank, bonus };
    Check { who: ActorId(0), skill: Skill::Acuity, trained, modifier: 0, causes }
}

/// CW-P01, with CW-038, CW-042, CW-044, CW-045.
#[test]
fn cw_p01_chance_by_needed_face() {
    for k in 1..=11i32 {
        let (up, down) = ((11 - k) as u128, (k - 1) as u128);
        let expected = [Chance::new(up, 10), Chance::new(100 - down * down, 100), Chance::new(up * up, 100)];
        let causes = [Causes::NONE, Causes::NONE.and(Cause::Focus), Causes::NONE.and(Cause::Fear)];
        for (causes, expected) in causes.into_iter().zip(expected) {
            let chance = causes.dice().distribution().chance_of(|face| beats(face, k - 1));
            assert_eq!(chance, expected, "k {k}, {causes:?}");
        }
    }
}

/// CW-047, CW-048, CW-050, CW-R06.
#[test]
fn cw_048_high_and_low_cancel_whatever_their_number() {
    let high = Causes::NONE.and(Cause::Focus).and(Cause::Helped).and(Cause::Ambush);
    assert_eq!(high.dice(), HIGH, "CW-R06: two dice, however many reasons");
    let low = Causes::NONE.and(Cause::Hindered).and(Cause::Fear);
    assert_eq!(low.dice(), LOW);
    assert_eq!(low.and(Cause::Focus).dice(), STRAIGHT);
    assert_eq!(high.and(Cause::FoeInReach).dice(), STRAIGHT);
}

/// CW-059 to CW-062, CW-195, CW-046, CW-R05.
#[test]
fn cw_195_a_higher_skill_rank_succeeds_by_itself_unless_it_rolls_low() {
    let mut book = Clockworld::default();
    for skill in SkillRank::ALL {
        for index in 0..6 {
            let automatic = check(skill, 0, Causes::NONE).is_automatic(&book, Rank(index));
            assert_eq!(automatic, skill as u8 > index, "{skill} against {}", Rank(index));
        }
    }
    let low = Causes::NONE.and(Cause::Hindered);
    assert!(!check(SkillRank::Adept, 2, low).is_automatic(&book, Rank::NOVICE));
    let cancelled = low.and(Cause::Fear).and(Cause::Focus);
    assert!(check(SkillRank::Adept, 2, cancelled).is_automatic(&book, Rank::NOVICE));
    book.house.cancelled_low_blocks_auto = true;
    assert!(!check(SkillRank::Adept, 2, cancelled).is_automatic(&book, Rank::NOVICE));
}

/// CW-226, CW-227, CW-228.
#[test]
fn cw_226_a_capped_task_needs_a_skill_rank_at_most_one_below() {
    for skill in SkillRank::ALL {
        for index in 0..6 {
            let capped = check(skill, 9, Causes::NONE).is_capped(Rank(index));
            assert_eq!(capped, index > skill as u8 + 1, "{skill} against {}", Rank(index));
        }
    }
}

/// CW-R09 in all three positions.
#[test]
fn cw_r09_beyond_legendary() {
    let mut book = Clockworld::default();
    assert_eq!(book.number(Rank(7)), Some(17));
    book.house.beyond_legendary = BeyondLegendary::Cap;
    assert_eq!(book.number(Rank(7)), Some(13));
    book.house.beyond_legendary = BeyondLegendary::Impossible;
    assert_eq!(book.number(Rank(7)), None);
    assert_eq!(book.number(Rank(5)), Some(13));
}

/// CW-P02, CW-275: the default Bonus of each Skill Rank against each Rank, straight, High, Low, with no automatic success.
#[test]
fn cw_p02_rank_checks_with_the_default_bonus() {
    // The chance to beat depends on number − Bonus alone: rows of CW-P01.
    let by_needed = |k: i32| -> [Chance; 3] {
        let k = k.clamp(1, 11);
        let (up, down) = ((11 - k) as u128, (k - 1) as u128);
        [Chance::new(up, 10), Chance::new(100 - down * down, 100), Chance::new(up * up, 100)]
    };
    let book = Clockworld::default();
    for skill in SkillRank::ALL {
        let bonus = book.house.bonus(skill);
        assert_eq!(bonus, 2 * skill as i8, "CW-R01");
        for index in 0..6 {
            let number = Rank(index).number();
            let expected = by_needed(number - i32::from(bonus) + 1);
            let rolls = [Causes::NONE, Causes::NONE.and(Cause::Focus), Causes::NONE.and(Cause::Fear)];
            for (causes, expected) in rolls.into_iter().zip(expected) {
                let plus = check(skill, bonus, causes).plus();
                assert_eq!(causes.dice().distribution().chance_of(|face| beats(face + plus, number)), expected);
            }
        }
    }
}

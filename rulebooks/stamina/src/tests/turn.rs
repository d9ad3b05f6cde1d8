//! Turns: what may be declared, and what ends when.

use crate::{
    action::Action,
    acts::attack::ReachDice,
    house::LoweredRepeat,
    testing::{duel, run, who},
    turn::{Cost, Need, declare, may},
};
use referee_engine::{Refusal, Script, Through, Who, act::Asks};

#[test]
fn st_r28_a_lowered_action_is_taken_once_a_turn_unless_the_switch_says_otherwise() {
    let (mut book, mut table) = duel();
    let ann = who(&table, "ann");
    let cost = Cost::lowered(Action::Loose, true);
    assert!(declare(&mut table, ann, &cost, &mut Through(&mut Script::new(&book))).is_ok());
    assert_eq!(Refusal::from(may(&book, &table, ann, &cost).unwrap_err()).rule.unwrap().to_string(), "ST-R28");
    book.house.lowered_repeat = LoweredRepeat::Unlimited;
    assert!(may(&book, &table, ann, &cost).is_ok());
    assert!(declare(&mut table, ann, &cost, &mut Through(&mut Script::new(&book))).is_ok());
    assert_eq!(table.actor(ann).turn.penalty, 2, "ST-R29: they add up");
}

/// ST-R94: the question says how many dice there are, and whether a strike could come at all.
#[test]
fn st_r94_whoever_chooses_between_dice_and_a_strike_knows_what_it_chooses() {
    let (book, table) = duel();
    let (ann, cid) = (who(&table, "ann"), who(&table, "cid"));
    let text = |dice, able| ReachDice { target: cid, dice, able }.text(&book, &table, Who::Actor(ann));
    assert_eq!(text(2, true), "Cid reaches farther. Take 2 penalty dice, or grant it a free strike?");
    assert!(text(1, false).contains("1 penalty die,") && text(1, false).contains("It cannot strike now"));
}

#[test]
fn st_197_recovery_is_never_lowered_and_st_145_ranged_actions_are() {
    let (book, table) = duel();
    let ann = who(&table, "ann");
    for (action, rule) in
        [(Action::Restoration, "ST-197"), (Action::RegainComposure, "ST-197"), (Action::Aim, "ST-150")]
    {
        let refusal = Refusal::from(may(&book, &table, ann, &Cost::lowered(action, true)).unwrap_err());
        assert_eq!(refusal.rule.unwrap().to_string(), rule);
    }
    for action in [Action::Loose, Action::Throw, Action::ReadyAmmo, Action::Disengage, Action::ReadyStow] {
        assert!(may(&book, &table, ann, &Cost::lowered(action, true)).is_ok(), "{action:?}");
    }
}

#[test]
fn st_r20_what_cannot_be_paid_cannot_be_declared() {
    let (book, mut table) = duel();
    let ann = who(&table, "ann");
    table.actor_mut(ann).stamina = 1;
    let refusal = Refusal::from(may(&book, &table, ann, &Cost::of(Action::Bash, Need::One)).unwrap_err());
    assert_eq!(refusal.code, "no-stamina");
    assert!(may(&book, &table, ann, &Cost::of(Action::Basic, Need::One)).is_ok());
}

#[test]
fn st_040_only_whose_turn_it_is_acts() {
    let (book, mut table) = duel();
    let refusal = run(&book, &mut table, "cid", "basic target=ann", &[], &[]).unwrap_err();
    assert_eq!(refusal.rule.unwrap().to_string(), "ST-040");
    assert!(run(&book, &mut table, "ann", "end-turn", &[], &[]).is_ok());
    assert_eq!(table.acting(), Some(who(&table, "cid")));
}

//! What is drawn on the map while an action is chosen: only for the player who chooses it, and nothing they may not
//! know.

use crate::client::{Running, Socket};
use serde_json::{Value, json};

async fn drawn(socket: &mut Socket, id: &str, slots: Value) -> Value {
    let filled = json!({ "verb": "attack", "actor": 0, "slots": slots });
    socket.send(json!({ "kind": "slots", "id": id, "filled": filled })).await;
    socket.answer_to(id).await["drawn"].clone()
}

fn labels(drawn: &Value) -> Vec<&str> {
    drawn.as_array().map_or(Vec::new(), |all| all.iter().filter_map(|one| one["label"].as_str()).collect())
}

#[tokio::test]
async fn an_attack_draws_how_far_it_goes_for_whoever_makes_it() {
    let server = Running::new().await;
    let player = |actor: &str| json!({ "role": "player", "actors": [actor] });
    let table = server.table("clockworld:tavern-shootout", json!([player("mudo"), player("hanne")])).await;
    let mut mudo = server.connect(&table, 1).await;
    let shot = drawn(&mut mudo, "shot", json!({ "weapon": "revolver" })).await;
    assert_eq!(labels(&shot), ["Reach", "Close Range", "Long Range"]);
    let near = shot[0]["cells"].as_array().unwrap().len();
    assert_eq!((near, &shot[0]["kind"], &shot[1]["kind"]), (6, &json!("reach"), &json!("range")), "six hexes around");
    let kick = drawn(&mut mudo, "kick", json!({ "weapon": "left-leg-kick" })).await;
    assert_eq!(labels(&kick), ["Reach"]);
    // An unknown target draws nothing more.
    let guess = drawn(&mut mudo, "guess", json!({ "weapon": "revolver", "target": "nobody-like-this" })).await;
    assert_eq!(labels(&guess), labels(&shot));
    // The player of another character learns nothing about Mudo's weapons.
    let mut hanne = server.connect(&table, 2).await;
    assert_eq!(labels(&drawn(&mut hanne, "other", json!({ "weapon": "revolver" })).await), Vec::<&str>::new());
}

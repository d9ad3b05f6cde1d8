// Battles a second of dnd-combat-simulator: four goblins against four orcs, one attack a turn, no map.
const dnd = require(process.argv[2]);

function party(count, id, hp, ac, attack, die, bonus) {
  const party = new dnd.Party();
  for (let at = 0; at < count; at++) party.addMember(new dnd.Combatant(id + at, hp, ac, 1, attack, die, 1, bonus));
  return party;
}

let attacks = 0;
function battle() {
  const combat = new dnd.Combat();
  combat.addParty(party(4, "goblin", 7, 15, 4, 6, 2), "goblins");
  combat.addParty(party(4, "orc", 15, 13, 5, 12, 3), "orcs");
  combat.runFight(() => {});
}

const until = (ms) => {
  const start = process.hrtime.bigint();
  let battles = 0;
  while (Number(process.hrtime.bigint() - start) / 1e6 < ms) {
    battle();
    battles++;
  }
  return battles / (Number(process.hrtime.bigint() - start) / 1e9);
};
until(500); // warm
console.log(Math.max(until(1000), until(1000), until(1000)).toFixed(0));

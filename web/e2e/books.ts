// The encounter to play with each rulebook, and how to trigger what the test needs. The page knows no
// rulebook; this test does.

import type { Secrecy } from '../src/lib/wire';

/** An offer to take, with its slots in the order in which they are filled in. */
export interface Step {
  verb: string;
  /** The acting character; omitted for the game master's own offers. */
  actor?: string;
  slots?: Record<string, string>;
  /** Who may see it, if not everyone. */
  secrecy?: Secrecy;
  /** Preparation: turns are passed until it is this actor's turn. */
  turnOf?: string;
}

export interface Plan {
  scene: string;
  /** The player who acts first, with the odds shown, and the one who is asked when others act. */
  acts: string;
  asked: string;
  /** The game master's steps until the fight begins. */
  begin: Step[];
  /** The verb that passes a turn; without it the computer acts once. */
  pass?: string;
  act: Step[];
  /** A question, its standing answer, the answer that reacts, and three ways to trigger it. */
  question: { kind: string; standing: string; reacts: string; comes: [Step[], Step[], Step[]] };
  /**
   * A roll that only the game master sees. `silent`: not even the fact that something happened is visible.
   */
  secret: { steps: Step[]; dice: string; silent: boolean; when: 'first' | 'then' };
  /** A number on the sheet of the player who is asked. */
  correction: { step: Step; track: string; to: string };
  /** Removes some of the foes, so that the fight comes to an end. */
  late: Step[];
}

const gm = (verb: string, slots: Record<string, string> = {}): Step => ({ verb, slots });
const of = (actor: string, verb: string, slots: Record<string, string> = {}): Step => ({ actor, verb, slots });

/** Guard One's blow at Oren, with the action points for it. */
const guardStrikes = [gm('correct', { who: 'guard-1', what: 'ap', to: '6' }), of('Guard One', 'attack', { target: 'oren' })];

/** Rusk stands next to Ann and walks away. */
const ruskWalks = [
  gm('correct', { who: 'rusk', what: 'at', to: '7,6' }),
  { ...of('Rusk', 'walk', { to: '3,6' }), turnOf: 'Rusk' },
];

const scoutIsCalled = [gm('call', { who: 'scout', with: 'athletics', level: 'challenging', helpers: 'warrior' })];

export const plans: Record<string, Plan> = {
  clockworld: {
    scene: 'clockworld:tavern-shootout',
    acts: 'Mudo',
    asked: 'Hanne Brandt',
    begin: [gm('set-turn', { side: 'threats' })],
    act: [gm('set-turn', { side: 'players' }), of('Mudo', 'attack', { target: 'rusk' })],
    question: {
      kind: 'reaction',
      standing: 'never',
      reacts: 'block-shield',
      comes: [
        [of('Left Eye', 'attack', { target: 'hanne' })],
        [of('The one on the balcony', 'attack', { target: 'hanne' })],
        [gm('correct', { who: 'left-eye', what: 'actions_left', to: '2' }), of('Left Eye', 'attack', { target: 'hanne' })],
      ],
    },
    secret: {
      steps: [gm('check', { who: 'rusk', skill: 'acuity', rank: 'adept', secret: 'yes' })],
      dice: 'Check',
      silent: true,
      when: 'then',
    },
    correction: { step: gm('correct', { who: 'hanne', what: 'reactions', to: '7' }), track: 'Reactions', to: '7' },
    late: ['left-eye', 'pike', 'balcony'].map((who) => gm('correct', { who, what: 'out', to: 'fled' })),
  },
  proficiency: {
    scene: 'proficiency:party-against-a-gang',
    acts: 'Scout',
    asked: 'Warrior',
    begin: [gm('initiative')],
    pass: 'end-turn',
    act: [{ ...of('Scout', 'attack', { target: 'vole' }), turnOf: 'Scout' }],
    question: {
      kind: 'help',
      standing: 'refuses',
      reacts: 'helps',
      comes: [scoutIsCalled, scoutIsCalled, scoutIsCalled],
    },
    secret: {
      steps: [{ ...gm('call', { who: 'scout', with: 'stealth', level: 'challenging' }), secrecy: 'blind' }],
      dice: 'skill check',
      silent: true,
      when: 'then',
    },
    correction: { step: gm('correct', { who: 'warrior', what: 'hp', to: '5' }), track: 'hp', to: '5' },
    late: ['tansy', 'crake', 'sorrel', 'cook', 'grip'].map((who) => gm('correct', { who, what: 'life', to: 'captured' })),
  },
  crisis: {
    scene: 'crisis:grenade-in-a-room',
    acts: 'Ilse',
    asked: 'Oren',
    begin: [gm('begin'), { ...gm('correct', { who: 'guard-1', what: 'at', to: '2,6' }), turnOf: 'Guard One' }],
    pass: 'end-turn',
    act: [{ ...of('Ilse', 'attack', { target: 'guard-2' }), turnOf: 'Ilse' }],
    question: { kind: 'parry', standing: 'never', reacts: 'parry', comes: [guardStrikes, guardStrikes, guardStrikes] },
    secret: {
      steps: [
        gm('correct', { who: 'guard-1', what: 'at', to: '6,1' }),
        gm('correct', { who: 'guard-1', what: 'ap', to: '6' }),
        of('Guard One', 'hide'),
        of('Guard One', 'sneak'),
      ],
      dice: 'sneak',
      silent: true,
      when: 'then',
    },
    correction: { step: gm('correct', { who: 'oren', what: 'ap', to: '1' }), track: 'AP', to: '1' },
    late: ['guard-1', 'guard-2', 'guard-3'].map((who) => gm('correct', { who, what: 'lethal', to: '12' })),
  },
  stamina: {
    scene: 'stamina:night-watch',
    acts: 'Wren',
    asked: 'Ann',
    begin: [gm('begin-rounds'), gm('correct', { who: 'rusk', what: 'hidden', to: 'no' })],
    pass: 'end-turn',
    act: [{ ...of('Wren', 'loose', { target: 'rusk' }), turnOf: 'Wren' }],
    question: { kind: 'free-attack', standing: 'never', reacts: 'basic-attack-shoulder', comes: [ruskWalks, ruskWalks, ruskWalks] },
    secret: { steps: [of('Shade', 'sneak')], dice: 'stealth check', silent: true, when: 'first' },
    correction: { step: gm('correct', { who: 'ann', what: 'stamina', to: '4' }), track: 'Stamina', to: '4' },
    late: ['pike', 'shade'].map((who) => gm('correct', { who, what: 'out', to: 'out' })),
  },
  segments: {
    scene: 'segments:ambush',
    acts: 'Ilse',
    asked: 'Berta',
    begin: [gm('stop-clock')],
    act: [{ ...of('Ilse', 'declare', { intention: 'slow' }), turnOf: 'Ilse' }, { ...of('Ilse', 'attack', { target: 'right-reed' }), turnOf: 'Ilse' }],
    question: {
      kind: 'free-attack',
      standing: 'never',
      reacts: 'fist',
      comes: [
        [gm('push', { who: 'left-reed', to: '4,4' })],
        [gm('push', { who: 'left-reed', to: '4,3' })],
        [gm('push', { who: 'left-reed', to: '4,5' })],
      ],
    },
    secret: {
      steps: [gm('area', { area: 'old-mine' }), gm('mark'), gm('mark'), gm('area', { area: 'open-road' })],
      dice: 'wandering',
      silent: false,
      when: 'first',
    },
    correction: { step: gm('correct', { who: 'berta', what: 'health', to: '9' }), track: 'Health', to: '9' },
    late: ['left-reed', 'grey'].map((who) => gm('correct', { who, what: 'out', to: 'dead' })),
  },
};

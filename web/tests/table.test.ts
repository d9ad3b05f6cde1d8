import { describe, expect, it } from 'vitest';
import { TableState } from '../src/lib/table.svelte';
import type { ActorView, ServerMessage, View } from '../src/lib/wire';

const actor = (id: number, side: number, name: string): ActorView => ({
  id, side, name, key: name.toLowerCase(), place: null, facing: null, stance: 'standing', health: 'unhurt', well: 100,
  active: true, tracks: [], conditions: [], sheet: [],
});

const view = (acting: number[]): View => ({
  book: 'toy',
  clock: { mode: 'turns', turn: 'Player Turn 1', round: 1, elapsed: 0, acting },
  sides: [{ side: 0, name: 'Players', acting: true }, { side: 1, name: 'Threats', acting: false }],
  actors: [actor(0, 0, 'Mudo'), actor(1, 0, 'Hanne'), actor(2, 1, 'Rusk')],
  objects: [], map: null, over: null,
});

function seated(role: 'gm' | 'player', actors: number[] = []) {
  const table = new TableState(() => { throw new Error('no socket in this test'); }, 'key');
  const say = (message: ServerMessage) => table.take(message);
  say({
    kind: 'welcome', version: 1, line: 2,
    table: { code: 'c', name: 'n', book: 'toy', created: 0, state: 'open', commitment: '' },
    seat: { id: 1, name: 'Mudo', role, actors },
  });
  return { table, say };
}

const told = (text: string) => [{ kind: 'line' as const, text, depth: 0, heading: false, rules: [], factors: [], actor: null }];

describe('a table', () => {
  it('knows whose turn it is and whom this seat plays', () => {
    const { table, say } = seated('player', [1]);
    say({ kind: 'situation', line: 2, head: 2, view: view([0, 1]), offers: [], questions: [], waits_for: [], standing: [], typed: [] });
    expect(table.mine.map((one) => one.name)).toEqual(['Hanne']);
    expect(table.isMyTurn).toBe(true);
    say({ kind: 'situation', line: 3, head: 3, view: view([2]) });
    expect(table.isMyTurn).toBe(false);
    expect(table.shown?.name).toBe('Hanne');
  });

  it('keeps the parts of a situation that were not sent', () => {
    const { table, say } = seated('gm');
    say({ kind: 'situation', line: 2, head: 2, view: view([0]), waits_for: ['Hanne'] });
    say({ kind: 'situation', line: 3, head: 3, waits_for: [] });
    expect(table.view?.actors).toHaveLength(3);
    expect(table.waitsFor).toEqual([]);
    expect(table.line).toBe(3);
  });

  it('counts the time for answers by its own clock, and forgets it when nobody is asked', () => {
    const { table, say } = seated('player', [0]);
    say({ kind: 'situation', line: 2, head: 2, answer_within: 20_000 });
    expect(Math.round(((table.answerBy ?? 0) - Date.now()) / 1000)).toBe(20);
    const before = table.answerBy;
    say({ kind: 'situation', line: 2, head: 2, waits_for: [] });
    expect(table.answerBy).toBe(before);
    say({ kind: 'situation', line: 3, head: 3, answer_within: null });
    expect(table.answerBy).toBeNull();
  });

  it('takes every line once, however often it arrives', () => {
    const { table, say } = seated('gm');
    say({ kind: 'log', entries: [{ line: 1, undone: false, told: told('one') }], undone: [], reset: false });
    say({ kind: 'told', line: 2, told: told('two') });
    say({ kind: 'told', line: 2, told: told('two') });
    say({ kind: 'log', entries: [{ line: 2, undone: false, told: told('two') }, { line: 3, undone: false, told: told('three') }], undone: [], reset: false });
    expect(table.rows.map((row) => row.line)).toEqual([1, 2, 3]);
  });

  it('strikes what is undone and brings it back', () => {
    const { table, say } = seated('gm');
    say({ kind: 'told', line: 1, told: told('one') });
    say({ kind: 'undone', lines: [1] });
    expect(table.rows[0]?.undone).toBe(true);
    say({ kind: 'undone', lines: [] });
    expect(table.rows[0]?.undone).toBe(false);
  });

  it('begins anew when the server says so', () => {
    const { table, say } = seated('gm');
    say({ kind: 'told', line: 9, told: told('of another life') });
    say({ kind: 'log', entries: [{ line: 1, undone: false, told: told('one') }], undone: [], reset: true });
    expect(table.rows.map((row) => row.line)).toEqual([1]);
  });

  it('names people and finds standing answers', () => {
    const { table, say } = seated('gm');
    say({ kind: 'situation', line: 1, head: 1, view: view([]), standing: [{ who: { actor: 2 }, question: 'reaction', answer: { always: 'dodge' } }] });
    expect([table.name('gm'), table.name({ actor: 2 }), table.name({ side: 1 })]).toEqual(['GM', 'Rusk', 'Threats']);
    expect(table.standingFor({ actor: 2 }, 'reaction')).toEqual({ always: 'dodge' });
    expect(table.standingFor({ actor: 1 }, 'reaction')).toBe('ask');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bench } from '../src/lib/bench.svelte';
import { setToWatch } from '../src/lib/journal';
import { Stop, inLines, workOut } from '../src/lib/work';
import { Refused } from '../src/lib/connection';

/** The server's answers by method and path, and the requests made. */
const asked: { what: string; body: unknown }[] = [];
let say: (what: string, body: unknown) => unknown = () => ({});

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const what = `${request.method} ${url.replace('/api/v1', '')}`;
    const body: unknown = request.body ? JSON.parse(String(request.body)) : undefined;
    asked.push({ what, body });
    return new Response(JSON.stringify(say(what, body)), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the bench', () => {
  const scene = { name: 'toy:duel', title: 'Duel', text: 'book = "toy"\n', actors: [], view: { sides: [{ side: 0, name: 'Us' }, { side: 1, name: 'Them' }] } };
  beforeEach(() => {
    say = (what) => (what.endsWith('/books') ? [{ name: 'toy', policies: ['random', 'bold'], scenes: [{ name: 'toy:duel', title: 'Duel' }] }] : scene);
  });
  it('begins with the first scene, played to win', async () => {
    const bench = new Bench();
    await bench.start();
    expect(bench.from).toEqual({ kind: 'ready', name: 'toy:duel' });
    expect(bench.playing).toEqual([{ side: 'Us', policy: 'bold' }, { side: 'Them', policy: 'bold' }]);
    expect(bench.label).toBe('Duel (Us bold, Them bold)');
  });
  it('sends the text once it was changed, and says so', async () => {
    const bench = new Bench();
    await bench.start();
    bench.text += '# mine\n';
    expect(bench.from).toEqual({ kind: 'scene', text: 'book = "toy"\n# mine\n' });
    expect(bench.label.startsWith('Duel*')).toBe(true);
  });
});

describe('work', () => {
  const job = (state: string, more = {}) => ({ id: 'j', state, done: 3, of: 10, ...more });
  const work = { kind: 'simulate' as const, runs: 10 };
  const from = { kind: 'ready' as const, name: 'toy:duel' };
  it('is watched to its end', async () => {
    const states = [job('running'), job('done', { result: { played: 10 } })];
    say = (what) => (what.startsWith('POST') ? job('waiting') : states.shift());
    const heard: number[] = [];
    expect(await workOut(from, work, new Stop(), (now) => heard.push(now.done))).toEqual({ played: 10 });
    expect(heard).toEqual([3, 3]);
  });
  it('is called off', async () => {
    const stop = new Stop();
    say = (what) => (what.startsWith('POST') ? job('running') : what.startsWith('DELETE') ? job('running') : job('cancelled'));
    const result = workOut(from, work, stop);
    stop.stop();
    expect(await result).toBeNull();
    expect(asked.some((one) => one.what === 'DELETE /jobs/j')).toBe(true);
  });
  it('says what is wrong, and where', async () => {
    const problem = { code: 'mistakes', message: 'the scene has mistakes', mistakes: [{ file: 's', line: 2, column: 5, path: '', message: 'unknown key' }] };
    say = () => job('failed', { problem });
    const error = await workOut(from, work).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refused);
    expect(inLines(error)).toBe('the scene has mistakes\n2:5 unknown key');
  });
});

describe('a journal to watch', () => {
  it('becomes a table with a seat for everybody, and one that only watches', async () => {
    say = (what) =>
      what === 'POST /tables'
        ? { table: { code: 'abc' }, actors: [{ id: 0, key: 'ann', name: 'Ann' }, { id: 1, key: 'bob', name: 'Bob' }], seats: [{ key: 'gm' }] }
        : {};
    expect(await setToWatch('{"journal":"referee"}')).toEqual({ code: 'abc', key: 'gm' });
    expect(asked.slice(1).map((one) => one.body)).toEqual([
      { name: 'Ann', role: 'player', actors: ['ann'] },
      { name: 'Bob', role: 'player', actors: ['bob'] },
      { role: 'spectator', actors: [] },
    ]);
  });
});

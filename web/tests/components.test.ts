import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Countdown from '../src/parts/Countdown.svelte';
import HealthBar from '../src/parts/HealthBar.svelte';
import LogRow from '../src/parts/LogRow.svelte';
import OddsBars from '../src/parts/OddsBars.svelte';
import OfferList from '../src/parts/OfferList.svelte';
import type { Offer } from '../src/lib/wire';

let shown: Record<string, unknown> | null = null;
afterEach(() => {
  if (shown) unmount(shown);
  document.body.innerHTML = '';
});

describe('offers', () => {
  const offer = (label: string, more: Partial<Offer> = {}): Offer => ({ verb: label.toLowerCase(), actor: 0, label, group: 'Actions', cost: '1 Action', rule: 'CW-025', ...more });
  it('are real buttons in their groups; refused ones say why and by which rule', () => {
    const onchoose = vi.fn();
    const offers = [offer('Attack'), offer('Turn', { group: 'Incidentals' }), offer('Shove', { refused: { code: 'x', why: 'nobody is near', rule: 'CW-050' } })];
    shown = mount(OfferList, { target: document.body, props: { offers, onchoose } });
    expect([...document.querySelectorAll('h3')].map((one) => one.textContent)).toEqual(['Actions', 'Incidentals']);
    document.querySelector<HTMLButtonElement>('[data-verb=attack]')?.click();
    expect(onchoose).toHaveBeenCalledWith(offers[0], false);
    expect(document.querySelector('.refused')?.textContent).toMatch(/Shove.*nobody is near.*CW-050/s);
    expect(document.querySelector('[data-verb=shove]')).toBeNull();
  });
});

describe('a line of the log', () => {
  it('opens into its factors', () => {
    const told = { text: '13 against 7: a hit', depth: 1, heading: false, rules: ['CW-025'], factors: [{ amount: '+4', why: 'Handguns', rule: 'CW-010' }], actor: 0 };
    shown = mount(LogRow, { target: document.body, props: { row: { kind: 'line', id: '1', line: 1, undone: false, hidden: false, told }, name: () => 'Mudo' } });
    expect(document.querySelector('table')).toBeNull();
    expect(document.querySelector('[data-hidden]')).toBeNull();
    document.querySelector<HTMLButtonElement>('[aria-expanded]')?.click();
    flushSync();
    expect(document.querySelector('table')?.textContent).toMatch(/\+4.*Handguns.*CW-010/s);
  });
  it('draws dice as dice and strikes dropped ones', () => {
    const told = { who: 'gm' as const, name: 'attack', roll: '2d10kh1', typed: true, shown: { total: 9, dice: [{ die: 10, face: 9, worth: 9, kept: true }, { die: 10, face: 2, worth: 2, kept: false }] } };
    shown = mount(LogRow, { target: document.body, props: { row: { kind: 'dice', id: '1', line: 1, undone: false, hidden: true, told }, name: () => 'GM' } });
    expect([...document.querySelectorAll('svg[role=img]')].map((die) => die.getAttribute('aria-label'))).toEqual(['d10: 9', 'd10: 2, dropped']);
    expect(document.querySelector('[data-hidden]')?.textContent).toContain('Hidden from some seats');
    expect(document.body.textContent).toContain('physical dice');
  });
});

describe('odds', () => {
  it('have words beside their colours', () => {
    const odds = { error: { exact: '0', decimal: 0 }, groups: [{ whole: { exact: '1', decimal: 1 }, marginals: [{ measure: 'attack', who: 3, name: 'Rusk', values: [{ value: 0, word: 'missed', chance: { exact: '23/100', decimal: 0.23 } }, { value: 3, word: 'hit', chance: { exact: '77/100', decimal: 0.77 } }] }] }] };
    shown = mount(OddsBars, { target: document.body, props: { odds } });
    expect(document.querySelector('dl')?.textContent).toMatch(/missed.*23%.*hit.*77%/s);
  });
});

describe('health', () => {
  it('is a bar and a word', () => {
    shown = mount(HealthBar, { target: document.body, props: { actor: { well: 40, health: 'badly hurt', active: true } } });
    expect(document.querySelector<HTMLElement>('.bar i')?.style.width).toBe('40%');
    expect(document.querySelector('.hurt')?.textContent).toBe('badly hurt');
  });
});

describe('the time for answers', () => {
  it('counts down, and says when it is over', () => {
    vi.useFakeTimers();
    shown = mount(Countdown, { target: document.body, props: { until: Date.now() + 10_000, seconds: 20 } });
    flushSync();
    expect(document.querySelector('strong')?.textContent).toBe('10 s left');
    vi.advanceTimersByTime(10_200);
    flushSync();
    expect(document.querySelector('strong')?.textContent).toBe('Time is up');
    vi.useRealTimers();
  });
});

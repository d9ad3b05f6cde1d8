import { describe, expect, it } from 'vitest';
import { isJournal } from '../src/lib/journal';
import { seatOf } from '../src/lib/join';
import { showing } from '../src/lib/showing';

describe('joining', () => {
  const origin = 'http://192.168.0.7:7450';
  it('takes a code however it is typed', () => {
    for (const typed of ['BCDF2345', 'bcdf-2345', ' BCDF 2345 ']) expect(seatOf(typed, origin)).toEqual({ kind: 'code', code: 'BCDF2345' });
  });
  it('takes a link, here or elsewhere', () => {
    expect(seatOf('/t/abc#0123456789', origin)).toEqual({ kind: 'here', path: '/t/abc#0123456789' });
    expect(seatOf('http://other:1/t/abc#0123456789', origin)).toMatchObject({ kind: 'elsewhere' });
  });
  it('takes nothing else', () => {
    for (const typed of ['', 'hello', 'BCDF234A', '/t/abc', 'javascript:alert(1)#0123456789']) expect(seatOf(typed, origin).kind).toBe('nothing');
  });
});

describe('files', () => {
  it('a journal says that it is one', () => {
    expect(isJournal('{"journal":"referee","dice":{}}\n{"line":1}\n')).toBe(true);
    for (const text of ['title = "x"\n', '{"scene":1}\n', '', '{broken\n']) expect(isJournal(text)).toBe(false);
  });
  it('a case is marked where it names the rule', () => {
    expect(showing('a CW-001 b CW-001', 'CW-001').map((part) => part.text)).toEqual(['a ', 'CW-001', ' b ', 'CW-001', '']);
    expect(showing('none', 'CW-001')).toEqual([{ text: 'none', isIt: false }]);
  });
});

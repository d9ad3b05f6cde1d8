// Parses the input of the join form: a seat link for this or another server, or a join code.

export type Wanted =
  | { kind: 'here'; path: string }
  | { kind: 'elsewhere'; url: string }
  | { kind: 'code'; code: string }
  | { kind: 'nothing' };

export function seatOf(typed: string, origin: string): Wanted {
  const text = typed.trim();
  const code = text.replace(/[-\s]/g, '').toUpperCase();
  if (/^[2-9B-DF-HJ-NP-TV-Z]{8}$/.test(code)) return { kind: 'code', code };
  try {
    const url = new URL(text, origin);
    if (!/^\/t\/[^/]+$/.test(url.pathname) || url.hash.length < 10) return { kind: 'nothing' };
    return url.origin === origin ? { kind: 'here', path: url.pathname + url.hash } : { kind: 'elsewhere', url: url.href };
  } catch {
    return { kind: 'nothing' };
  }
}

// The house rules of a book as switches, read from the schema of its scenes.

export interface Switch {
  name: string;
  /** The ruling that it belongs to. */
  rule: string | null;
  about: string;
  /** As it stands in the scene, written as in TOML. */
  now: string;
  /** What else it could be, written as in TOML; empty if it is free. */
  others: string[];
  /** A number may be anything in this range. */
  range: [number, number] | null;
}

type Schema = Record<string, unknown>;

const written = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

export function switchesOf(schema: Schema, scene: string): Switch[] {
  const whole = follow(schema, (schema['properties'] as Record<string, Schema> | undefined)?.['rules'] ?? {});
  const rules = (whole['properties'] ?? {}) as Record<string, Schema>;
  return Object.entries(rules).flatMap(([name, given]) => {
    const usual = given['default'];
    // What has no plain value (a list, a table) is changed in the text of the scene.
    if (usual === undefined || usual === null || typeof usual === 'object') return [];
    const about = String(given['description'] ?? '');
    const [, rule = null, text = about] = /^([A-Z]{2}-[A-Z]?\d+)(?:[^:]*)?: ?(.*)$/s.exec(about) ?? [];
    const now = setIn(scene, name) ?? written(usual);
    const one = follow(schema, given);
    const all = typeof usual === 'boolean' ? ['false', 'true'] : words(one).map(written);
    const range: [number, number] | null =
      typeof usual === 'number' ? [Number(one['minimum'] ?? 0), Number(one['maximum'] ?? 100)] : null;
    return [{ name, rule, about: text, now, others: all.filter((value) => value !== now), range }];
  });
}

function follow(schema: Schema, part: Schema): Schema {
  const name = /^#\/\$defs\/(.+)$/.exec(String(part['$ref'] ?? ''))?.[1];
  const defined = (schema['$defs'] ?? {}) as Record<string, Schema>;
  return name ? { ...defined[name], ...part, $ref: undefined } : part;
}

/** The words that a value may be. */
function words(schema: Schema): string[] {
  const all = [schema, ...((schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[])];
  return all.flatMap((one) => [...((one['enum'] ?? []) as unknown[]), one['const']]).filter((one) => typeof one === 'string');
}

/** What a scene sets a rule to, as it is written there: under `[rules]`, or in `rules = { … }`. */
export function setIn(scene: string, name: string): string | undefined {
  const value = `\\s*=\\s*("[^"]*"|[\\w.+-]+)`;
  const section = /^\[rules\]\s*\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(scene)?.[1] ?? '';
  const inline = /^rules\s*=\s*\{([\s\S]*?)\}/m.exec(scene)?.[1] ?? '';
  return (
    new RegExp(`^${name}${value}`, 'm').exec(section)?.[1] ??
    new RegExp(`\\b${name}${value}`).exec(inline)?.[1] ??
    new RegExp(`^rules\\.${name}${value}`, 'm').exec(scene)?.[1]
  );
}

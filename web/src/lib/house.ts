// The house rules of a book as switches, read from the schema of its scenes.

export interface Switch {
  name: string;
  /** The ruling behind it. */
  rule: string | null;
  about: string;
  /** The current value in TOML. */
  now: string;
  /** The alternative values in TOML; empty if any value is allowed. */
  others: string[];
  /** The range, if it is a number. */
  range: [number, number] | null;
}

type Schema = Record<string, unknown>;

const written = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

export function switchesOf(schema: Schema, scene: string): Switch[] {
  const whole = follow(schema, (schema['properties'] as Record<string, Schema> | undefined)?.['rules'] ?? {});
  const rules = (whole['properties'] ?? {}) as Record<string, Schema>;
  return Object.entries(rules).flatMap(([name, given]) => {
    const usual = given['default'];
    // Values other than scalars (a list, a table) are changed in the source of the scene.
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

/** The allowed words of a value. */
function words(schema: Schema): string[] {
  const all = [schema, ...((schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[])];
  return all.flatMap((one) => [...((one['enum'] ?? []) as unknown[]), one['const']]).filter((one) => typeof one === 'string');
}

/** The value that a scene sets, as written there: under `[rules]`, or in `rules = { … }`. */
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

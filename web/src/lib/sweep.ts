// A sweep: the same scene with one text replaced by each of several.

export interface Variant {
  label: string;
  text: string;
}

/** The values are divided by semicolons; the first place where the text stands is replaced. */
export function variantsOf(scene: string, old: string, values: string): Variant[] {
  if (!old || !scene.includes(old)) return [];
  return values
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean)
    .map((value) => ({ label: value, text: scene.replace(old, () => value) }));
}

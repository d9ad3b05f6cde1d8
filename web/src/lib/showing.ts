// Splits a text at every mention of a rule.

export interface Part {
  text: string;
  isIt: boolean;
}

export function showing(text: string, id: string): Part[] {
  return text.split(id).flatMap((part, at) => [...(at > 0 ? [{ text: id, isIt: true }] : []), { text: part, isIt: false }]);
}

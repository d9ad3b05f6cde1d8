// The rule shown in the dialog, opened by clicking a rule id anywhere.

import { api, type RuleEntry } from './api';
import type { RuleId } from './wire';

class RuleBox {
  id = $state<RuleId | null>(null);
  entry = $state.raw<RuleEntry | null>(null);
  trouble = $state<string | null>(null);
  private readonly known = new Map<RuleId, RuleEntry>();

  async show(id: RuleId): Promise<void> {
    this.id = id;
    this.trouble = null;
    this.entry = this.known.get(id) ?? null;
    if (this.entry) return;
    try {
      const entry = await api.rule(id);
      this.known.set(id, entry);
      if (this.id === id) this.entry = entry;
    } catch (error) {
      if (this.id === id) this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  hide(): void {
    this.id = null;
  }
}

export const ruleBox = new RuleBox();

import type { Load } from './loads.ts';

/**
 * Remembers what use-cases load of the settings of brands, since every message needs the same channel, hooks, bot and
 * feedback configuration.
 */
export interface SettingsMemory {
  /**
   * @param revision - Of the settings of the brand, read in the same transaction before the load.
   * @returns `undefined`: it is not known, or of another revision.
   */
  find(brand: string, revision: number, load: Load): { readonly answer: unknown } | undefined;
  /** Keeps an answer, which nobody changes from then on. @spec CV59 */
  keep(brand: string, revision: number, load: Load, answer: unknown): void;
}

/** How many settings are remembered: a channel, its hooks, a bot and its feedback configuration are one each. */
const rememberedSettings = 2_000;

export function createSettingsMemory(): SettingsMemory {
  /** In the order in which they were kept, the oldest first. */
  const known = new Map<string, { readonly revision: number; readonly answer: unknown }>();
  return {
    find(brand, revision, load) {
      const key = keyOf(load);
      const found = key === undefined ? undefined : known.get(`${key} ${brand}`);
      return found?.revision === revision ? found : undefined;
    },
    keep(brand, revision, load, answer) {
      const key = keyOf(load);
      if (key === undefined) return;
      known.delete(`${key} ${brand}`);
      known.set(`${key} ${brand}`, { revision, answer: frozen(answer) });
      if (known.size <= rememberedSettings) return;
      const [oldest = ''] = known.keys();
      known.delete(oldest);
    },
  };
}

/** @returns `undefined` for what is no setting. */
function keyOf(load: Load): string | undefined {
  switch (load.kind) {
    case 'bot':
      return `bot ${load.id}`;
    case 'channel':
      return `channel ${load.number}`;
    case 'feedback':
      return `feedback ${load.botId}`;
    case 'hooks':
      return `hooks ${load.channel}`;
    default:
      return undefined;
  }
}

/** Whether a load is of settings, which are remembered by their revision. */
export function isOfSettings(load: Load): boolean {
  return keyOf(load) !== undefined;
}

/** Whether a use-case that begins with these loads goes on to settings. One that writes a bot does not. */
export function expectsSettings(first: readonly Load[]): boolean {
  return first.length > 0 && first.every(({ kind }) => kind !== 'lockedBot' && kind !== 'botNumber');
}

/** @param value - Plain data. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

import { remember } from '../remember.ts';
import type { Load } from './loads.ts';

/**
 * Caches settings of brands, because every message needs the same channel, hooks, bot and feedback configuration. An
 * answer that was read at a version of the settings of a brand, or later, is valid while they have this version: each
 * commit that changes a setting gives them a new version.
 *
 * @spec CV59, ST90
 */
export interface SettingsMemory {
  /** @returns `undefined`: no answer is cached at this version, or the load is not for a setting. */
  find(brand: string, load: Load, version: string | undefined): { readonly answer: unknown } | undefined;
  /** Whether it knows an answer at some version. */
  mayKnow(brand: string, load: Load): boolean;
  /** Call it for every answer that was read after the version. Nobody can change the answer afterwards. */
  note(brand: string, load: Load, version: string | undefined, answer: unknown): void;
}

/** How many settings are remembered: a channel, its hooks, a bot and its feedback configuration count as one each. */
const rememberedSettings = 2_000;

export function createSettingsMemory(): SettingsMemory {
  /** In the order of their insertion, the oldest first. */
  const known = new Map<string, { readonly version: string | undefined; readonly answer: unknown }>();

  return {
    find(brand, load, version) {
      const found = known.get(`${keyOf(load)} ${brand}`);
      return found !== undefined && found.version === version ? found : undefined;
    },
    mayKnow: (brand, load) => known.has(`${keyOf(load)} ${brand}`),
    note(brand, load, version, answer) {
      const setting = keyOf(load);
      if (setting === undefined) return;
      remember(known, `${setting} ${brand}`, { version, answer: frozen(answer) }, rememberedSettings);
    },
  };
}

/** @returns `undefined` for a load of anything but a setting. */
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

/** @param value - Plain data. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

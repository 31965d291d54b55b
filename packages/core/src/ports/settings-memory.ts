import { after } from './later.ts';
import type { Load } from './loads.ts';

/**
 * Remembers settings of brands that transactions read, since every message needs the same channel, hooks, bot and
 * feedback configuration.
 *
 * @spec CV59
 */
export interface SettingsMemory {
  /** Begins a transaction of a brand. */
  begin(brand: string): SettingsReads;
}

/** The settings that one transaction reads. */
export interface SettingsReads {
  /**
   * Answers a load of settings, from memory if possible. Nobody can change the answer.
   *
   * @param revision - Of the settings of the brand, read in the same transaction before the call.
   * @param read - Reads them from the store. Its result may come immediately or as a promise; the answer then comes in
   *   the same way.
   */
  find(load: Load, revision: number, read: () => Promise<unknown>): Promise<unknown>;
  /** Remembers the settings read from the store. Call it when the transaction has committed. */
  keep(): void;
}

/** How many settings are remembered: a channel, its hooks, a bot and its feedback configuration count as one each. */
const rememberedSettings = 2_000;

export function createSettingsMemory(): SettingsMemory {
  /** In the order of their insertion, the oldest first. */
  const known = new Map<string, { readonly revision: number; readonly answer: unknown }>();

  function keep(key: string, revision: number, answer: unknown): void {
    known.delete(key);
    known.set(key, { revision, answer });
    if (known.size <= rememberedSettings) return;
    const [oldest = ''] = known.keys();
    known.delete(oldest);
  }

  return {
    begin(brand) {
      const read: Parameters<typeof keep>[] = [];
      return {
        find(load, revision, readStored) {
          const key = `${keyOf(load)} ${brand}`;
          const found = known.get(key);
          return after(found?.revision === revision ? found.answer : readStored(), (answer) => {
            if (found?.revision !== revision) read.push([key, revision, frozen(answer)]);
            return answer;
          });
        },
        keep() {
          for (const each of read) keep(...each);
        },
      };
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

/** Whether a load is of settings, which are remembered by their revision. */
export function isOfSettings(load: Load): boolean {
  return keyOf(load) !== undefined;
}

/**
 * Whether a use-case that begins with these loads will load settings. A use-case that changes a setting locks it
 * instead.
 */
export function expectsSettings(first: readonly Load[]): boolean {
  return first.length > 0 && first.every(({ kind }) => !kind.startsWith('locked') && kind !== 'botNumber');
}

/** @param value - Plain data. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

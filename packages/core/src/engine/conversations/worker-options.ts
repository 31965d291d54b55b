import { defaultLeaseMs } from './hold-leases.ts';

export interface ConversationWorkerOptions {
  /**
   * Conversations worked at a time; default 32. One that waits for an effect is none of them. While another brand
   * waits, a brand leaves as many free as it has, so that it never has more than half.
   */
  readonly concurrency?: number;
  /**
   * Effects carried out at a time; default 128. A brand leaves as many free as it has, always, so that it never has
   * more than half, and whoever comes next finds one. What finds none waits in the store.
   */
  readonly effectSlots?: number;
  /** How long a conversation waits for another worker when this one dies. Default 30,000. */
  readonly leaseMs?: number;
  /** How often to look for what other processes pushed. Default 1,000. */
  readonly pollMs?: number;
  /** How long `stop` lets effects go on. Default 5,000. */
  readonly graceMs?: number;
  /** Nobody else works on this store: leases that a former process left are given up at once. Default no. */
  readonly isAlone?: boolean;
}

const defaults: Required<ConversationWorkerOptions> = {
  concurrency: 32,
  effectSlots: 128,
  leaseMs: defaultLeaseMs,
  pollMs: 1_000,
  graceMs: 5_000,
  isAlone: false,
};

/** @throws {TypeError} When there is to be no slot: conversations would wait for ever. */
export function resolveWorkerOptions(given: ConversationWorkerOptions = {}): Required<ConversationWorkerOptions> {
  const {
    concurrency = defaults.concurrency,
    effectSlots = defaults.effectSlots,
    leaseMs = defaults.leaseMs,
    pollMs = defaults.pollMs,
    graceMs = defaults.graceMs,
    isAlone = defaults.isAlone,
  } = given;
  for (const [name, count] of Object.entries({ concurrency, effectSlots })) {
    if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`The option ${name} is an integer from 1.`);
  }
  return { concurrency, effectSlots, leaseMs, pollMs, graceMs, isAlone };
}

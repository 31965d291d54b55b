import fc from 'fast-check';

export const brands = ['acme', 'umbra'] as const;
export type BrandName = (typeof brands)[number];

/** How a receiver treats the requests that reach it. */
export const receiverModes = ['ok', 'refuses', 'slow', 'late', 'hangs', 'resets', 'moody'] as const;
export type ReceiverMode = (typeof receiverModes)[number];

/**
 * What a call of the store can meet: it finds no store, it or its answer is lost on the way, it takes long. A commit can
 * also meet a conflict that had no cause, as after a deadlock.
 */
export const storeFaults = ['unavailable', 'conflict', 'lost_call', 'lost_answer', 'slow'] as const;
export type StoreFaultKind = (typeof storeFaults)[number];

/** Moments of the next commit at which a machine crashes. */
export const crashMoments = ['before_commit', 'after_commit'] as const;
export type CrashMoment = (typeof crashMoments)[number];

/** The next event: a request of a client, or a fault. Numbers choose among the things that exist at that moment. */
export type Action =
  | { readonly kind: 'say'; readonly visitor: number; readonly times: number }
  | { readonly kind: 'agent_says'; readonly visitor: number }
  | { readonly kind: 'create_bot' }
  | { readonly kind: 'write_draft'; readonly bot: number; readonly writers: number; readonly broken: boolean }
  | { readonly kind: 'edit_block'; readonly bot: number }
  | { readonly kind: 'publish'; readonly bot: number; readonly writers: number }
  | { readonly kind: 'restore'; readonly bot: number; readonly version: number }
  | { readonly kind: 'delete_version'; readonly bot: number; readonly version: number }
  | { readonly kind: 'trash'; readonly bot: number }
  | { readonly kind: 'create_hook' }
  | { readonly kind: 'edit_hook'; readonly hook: number }
  | { readonly kind: 'delete_hook'; readonly hook: number }
  | { readonly kind: 'change_plan'; readonly hasHooks: boolean }
  | { readonly kind: 'link_account'; readonly answers: number; readonly cancels: number }
  | { readonly kind: 'replay'; readonly delivery: number }
  | { readonly kind: 'spy' }
  | { readonly kind: 'receiver'; readonly receiver: number; readonly mode: ReceiverMode }
  | { readonly kind: 'store_fault'; readonly fault: StoreFaultKind; readonly share: number; readonly forMs: number }
  | { readonly kind: 'crash'; readonly at: 'once' | CrashMoment; readonly downMs: number }
  | { readonly kind: 'restart'; readonly downMs: number }
  | { readonly kind: 'freeze'; readonly forMs: number };

export interface Step {
  /** Milliseconds after the step before. */
  readonly afterMs: number;
  /**
   * Decides delays, and the calls that fail during a fault, from here to the next step: a step that is removed when a
   * plan is shrunk does not change the events after the others.
   */
  readonly noise: number;
  readonly brand: BrandName;
  /** Which of the nodes it concerns. */
  readonly node: number;
  readonly action: Action;
}

/** Everything that a seed decides. */
export interface Plan {
  /** Decides the ids, and the noise before the first step. */
  readonly noise: number;
  /** By how many milliseconds the clock of each node is wrong: as many nodes as there are numbers. */
  readonly skews: readonly number[];
  readonly steps: readonly Step[];
}

/** Clocks of machines with NTP differ by much less. */
export const maxSkewMs = 400;

/** A seed has half as many steps on average: the engine is busy for about a minute of its time. */
const maxSteps = 60;

const index = fc.nat(5);
const visitor = fc.nat(2);
const downMs = fc.nat(20_000);

/** An action with this weight among the others, and what is drawn for it. */
function weighted(weight: number, kind: Action['kind'], members: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) {
  return { weight, arbitrary: fc.record({ kind: fc.constant(kind), ...members }) as fc.Arbitrary<unknown> };
}

const action = fc.oneof(
  weighted(14, 'say', { visitor, times: fc.integer({ min: 1, max: 3 }) }),
  weighted(2, 'agent_says', { visitor }),
  weighted(1, 'create_bot'),
  weighted(4, 'write_draft', { bot: index, writers: fc.integer({ min: 1, max: 3 }), broken: fc.boolean() }),
  weighted(3, 'edit_block', { bot: index }),
  weighted(4, 'publish', { bot: index, writers: fc.integer({ min: 1, max: 2 }) }),
  weighted(1, 'restore', { bot: index, version: index }),
  weighted(2, 'delete_version', { bot: index, version: index }),
  weighted(1, 'trash', { bot: index }),
  weighted(2, 'create_hook'),
  weighted(2, 'edit_hook', { hook: index }),
  weighted(1, 'delete_hook', { hook: index }),
  weighted(1, 'change_plan', { hasHooks: fc.boolean() }),
  weighted(4, 'link_account', { answers: fc.nat(2), cancels: fc.nat(2) }),
  weighted(1, 'replay', { delivery: index }),
  weighted(2, 'spy'),
  weighted(6, 'receiver', { receiver: fc.nat(2), mode: fc.constantFrom(...receiverModes) }),
  weighted(6, 'store_fault', {
    fault: fc.constantFrom(...storeFaults),
    share: fc.constantFrom(0.05, 0.2, 0.6),
    forMs: fc.nat(8_000),
  }),
  weighted(6, 'crash', { at: fc.constantFrom('once', 'once', ...crashMoments), downMs }),
  weighted(1, 'restart', { downMs }),
  weighted(4, 'freeze', { forMs: fc.oneof(fc.nat(2_000), fc.nat(20_000)) }),
) as fc.Arbitrary<Action>;

const step: fc.Arbitrary<Step> = fc.record({
  // Some steps follow another immediately, in the middle of its work.
  afterMs: fc.oneof(fc.nat(15), fc.nat(3_000)),
  noise: fc.noShrink(fc.nat()),
  brand: fc.constantFrom(...brands),
  node: fc.nat(2),
  action,
});

/** Plans, which shrink to fewer and simpler steps. */
export const planArbitrary: fc.Arbitrary<Plan> = fc.record({
  noise: fc.noShrink(fc.nat()),
  skews: fc.array(fc.integer({ min: -maxSkewMs, max: maxSkewMs }), { minLength: 1, maxLength: 3, size: 'max' }),
  steps: fc.array(step, { maxLength: maxSteps, size: 'max' }),
});

/** How fast-check draws the plan of a seed. Neighbouring seeds give plans that have nothing in common. */
export function drawOf(seed: number): { seed: number; numRuns: 1; unbiased: true } {
  return { seed: Math.imul(seed + 1, 0x9e3779b1), numRuns: 1, unbiased: true };
}

export function planOf(seed: number): Plan {
  const [plan] = fc.sample(planArbitrary, drawOf(seed));
  if (plan === undefined) throw new Error('fast-check drew no plan.');
  return plan;
}

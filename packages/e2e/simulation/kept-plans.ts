import type { Plan } from './plan.ts';

/** Plans that failed once, by what was wrong. */
export const keptPlans: Readonly<Record<string, Plan>> = {
  '[CV46] messages that came while they were listed pushed the first ones out': {
    noise: 369493250,
    skews: [0],
    steps: [
      { afterMs: 0, noise: 1992073681, brand: 'acme', node: 0, action: { kind: 'say', visitor: 0, times: 1 } },
      { afterMs: 7, noise: 526487999, brand: 'umbra', node: 0, action: { kind: 'say', visitor: 0, times: 2 } },
    ],
  },
  '[WH7][WH12] the answer to a former attempt replaced the log of the delivery': {
    noise: 1,
    skews: [0],
    steps: [
      { afterMs: 0, noise: 1, brand: 'acme', node: 0, action: { kind: 'receiver', receiver: 1, mode: 'hangs' } },
      { afterMs: 0, noise: 1, brand: 'acme', node: 0, action: { kind: 'say', visitor: 0, times: 1 } },
      // The lease is lost, and the same worker claims the delivery again.
      { afterMs: 500, noise: 10, brand: 'acme', node: 0, action: { kind: 'receiver', receiver: 1, mode: 'refuses' } },
      {
        afterMs: 0,
        noise: 10,
        brand: 'acme',
        node: 0,
        action: { kind: 'store_fault', fault: 'before_commit', share: 0.6, forMs: 4_000 },
      },
      // The first attempt ends during the third.
      { afterMs: 7_500, noise: 10, brand: 'acme', node: 0, action: { kind: 'receiver', receiver: 1, mode: 'slow' } },
      { afterMs: 20_000, noise: 10, brand: 'acme', node: 0, action: { kind: 'spy' } },
    ],
  },
};

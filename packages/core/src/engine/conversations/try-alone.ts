import type { BrandTransaction } from '../../ports/storage.ts';
import { planStep } from './compose-step.ts';
import type { Desk } from './desk.ts';
import { findNextTurn } from './find-next-turn.ts';
import type { CarriedOut } from './pending-effects.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import type { HeldConversation } from './step-result.ts';

type Trial =
  | { readonly kind: 'lost' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'cold'; readonly version: RunnableVersion }
  | { readonly kind: 'step'; compute(): unknown };

/**
 * Computes the next step of a conversation that a process died over, alone in this process, and keeps nothing of it:
 * a death meanwhile is counted, and a death at any other moment is not. Whoever comes out of it has shown that the
 * step is harmless, so that only deaths in a row count, and takes it as ever.
 *
 * All that the step needs is read before, so that for a harmless one the moment is short.
 *
 * @throws What the step throws: the process lives.
 * @spec CV50, CV52
 */
export async function tryAlone(
  desk: Desk,
  held: HeldConversation,
  carried: CarriedOut | undefined,
): Promise<'tried' | 'lost'> {
  for (;;) {
    const trial = await desk.storage.transaction(held.brand, (tx) => findTrial(desk, tx, held, carried));
    if (trial.kind === 'lost') return 'lost';
    if (trial.kind === 'nothing') return 'tried';
    if (trial.kind === 'step') return computeAlone(desk, held, trial.compute, 1);
    const { version } = trial;
    const diagramJson = await readDiagram(desk.storage.reader(held.brand), version);
    if (diagramJson === undefined) continue;
    const prepared = await computeAlone(desk, held, () => desk.prepared.prepare(version, diagramJson), held.deaths);
    if (prepared === 'lost') return 'lost';
  }
}

async function findTrial(
  desk: Desk,
  tx: BrandTransaction,
  held: HeldConversation,
  carried: CarriedOut | undefined,
): Promise<Trial> {
  const next = await findNextTurn(desk, tx, held, carried);
  if (next.kind === 'lost') return next;
  if (next.kind !== 'turn') return { kind: 'nothing' };
  const { scene, turn } = next;
  if (turn.kind === 'cold') return turn;
  return turn.kind === 'step' ? { kind: 'step', compute: await planStep(desk, scene, turn) } : { kind: 'nothing' };
}

/** @param left - Deaths that are counted on when this one comes out of it alive. */
function computeAlone(
  desk: Desk,
  held: HeldConversation,
  compute: () => unknown,
  left: number,
): Promise<'tried' | 'lost'> {
  const queue = desk.storage.conversationQueue;
  return desk.steps.gate.alone(async () => {
    if (!(await queue.enterStep(held, held.worker))) return 'lost';
    try {
      desk.steps.pace.measure(compute);
    } finally {
      await queue.leaveStep(held, held.worker, left);
    }
    return 'tried';
  });
}

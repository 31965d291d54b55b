import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { type ComposedStep, planStep } from './compose-step.ts';
import type { Desk } from './desk.ts';
import { findNextTurn } from './find-next-turn.ts';
import { type CarriedOut, withoutPending } from './pending-effects.ts';
import { resetConversation } from './reset-conversation.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import type { HeldConversation, StepResult } from './step-result.ts';
import type { Scene, Turn } from './turn.ts';
import { writeStep } from './write-step.ts';

type Attempt =
  | StepResult
  | { readonly kind: 'cold'; readonly version: RunnableVersion }
  /** Others come first. */
  | { readonly kind: 'crowded' };

/**
 * Works the next entry of a conversation, or the outcome of its effects, in one transaction.
 *
 * Race rule: commits nothing unless the worker holds the customer at that moment.
 *
 * @spec CV17, CV18, CV19, CV20, CV22, CV55
 */
export async function stepConversation(
  desk: Desk,
  held: HeldConversation,
  carried: CarriedOut | undefined,
): Promise<StepResult> {
  const plan = await desk.plans.planOf(held.brand);
  for (;;) {
    const attempt = await desk.storage.transaction(held.brand, (tx) => attemptStep(desk, tx, { held, carried, plan }));
    if (attempt.kind === 'crowded') {
      await desk.steps.pace.rest(held.brand);
    } else if (attempt.kind === 'cold') {
      const diagramJson = await readDiagram(desk.storage.reader(held.brand), attempt.version);
      if (diagramJson !== undefined) desk.prepared.prepare(attempt.version, diagramJson);
    } else {
      return attempt;
    }
  }
}

interface AttemptRequest {
  readonly held: HeldConversation;
  readonly carried: CarriedOut | undefined;
  readonly plan: PlanTier;
}

async function attemptStep(
  desk: Desk,
  tx: BrandTransaction,
  { held, carried, plan }: AttemptRequest,
): Promise<Attempt> {
  const next = await findNextTurn(desk, tx, held, carried);
  if (next.kind !== 'turn') return next;
  const { scene, turn, entry } = next;
  if (turn.kind === 'cold') return turn;
  if (turn.kind === 'step' && desk.steps.pace.isOver()) return { kind: 'crowded' };

  const step = await takeTurn(desk, scene, turn, plan);
  const { customer, channel } = scene;
  if (entry !== undefined) await tx.conversations.drop(customer.number, entry);
  if (held.deaths > 0) await tx.conversations.clearDeaths(customer.number);
  if (step === undefined || step.pending.length === 0) return { kind: 'stepped' };
  return { kind: 'stepped', pending: { channelNumber: channel.number, effects: step.pending } };
}

/** @returns The step, if one was taken. */
async function takeTurn(
  desk: Desk,
  scene: Scene,
  turn: Exclude<Turn, { readonly kind: 'cold' }>,
  plan: PlanTier,
): Promise<ComposedStep | undefined> {
  switch (turn.kind) {
    case 'pass':
      return undefined;
    case 'wait':
      if (scene.record !== undefined) await scene.tx.conversations.put(withoutPending(scene.record));
      return undefined;
    case 'reset':
      await resetConversation(desk, scene, turn.beginAt);
      return undefined;
    case 'step': {
      const compute = await planStep(desk, scene, turn);
      const step = desk.steps.pace.measure(compute);
      await writeStep(desk, scene, step, plan);
      return step;
    }
  }
}

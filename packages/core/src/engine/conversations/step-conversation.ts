import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { systemSender } from '../../domain/message/message.ts';
import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { channelOf } from '../messages/channel-of.ts';
import { recordMessages } from '../messages/record-messages.ts';
import type { Desk } from './desk.ts';
import { type CarriedOut, decodePending, type PendingEffect } from './pending-effects.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import type { Scene, Turn } from './turn.ts';
import { turnOfEntry } from './turn-of-entry.ts';
import { turnOfOutcome } from './turn-of-outcome.ts';
import { writeStep } from './write-step.ts';

/** A conversation that a worker holds. */
export interface HeldConversation extends ClaimedConversation {
  readonly worker: string;
}

export type StepResult =
  /** The worker does not hold it any more. */
  | { readonly kind: 'lost' }
  /** There is nothing to work. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'stepped' }
  /** Effects have to be carried out before it goes on. */
  | { readonly kind: 'pending'; readonly channelNumber: number; readonly effects: readonly PendingEffect[] };

type Attempt = StepResult | { readonly kind: 'cold'; readonly version: RunnableVersion };

/**
 * Works the next entry of a conversation, or the outcome of its effects, in one transaction.
 *
 * Race rule: commits nothing unless the worker holds the customer at that moment.
 *
 * @spec CV17, CV18, CV19, CV20, CV22
 */
export async function stepConversation(
  desk: Desk,
  held: HeldConversation,
  carried: CarriedOut | undefined,
): Promise<StepResult> {
  const plan = await desk.plans.planOf(held.brand);
  for (;;) {
    const attempt = await desk.storage.transaction(held.brand, (tx) => attemptStep(desk, tx, { held, carried, plan }));
    if (attempt.kind !== 'cold') return attempt;
    const diagramJson = await readDiagram(desk.storage.reader(held.brand), attempt.version);
    if (diagramJson !== undefined) desk.prepared.prepare(attempt.version, diagramJson);
  }
}

interface AttemptRequest {
  readonly held: HeldConversation;
  readonly carried: CarriedOut | undefined;
  readonly plan: PlanTier;
}

async function attemptStep(desk: Desk, tx: BrandTransaction, request: AttemptRequest): Promise<Attempt> {
  const scene = await openScene(desk, tx, request.held);
  if (scene === undefined) return { kind: 'lost' };
  const { customer, channel, record } = scene;

  const effects = decodePending(record?.effectsJson);
  if (effects.length > 0) {
    if (request.carried === undefined) return { kind: 'pending', channelNumber: channel.number, effects };
    return writeTurn(desk, scene, await turnOfOutcome(scene, effects, request.carried), request.plan);
  }
  const entry = await tx.conversations.next(customer.number);
  if (entry === undefined) return { kind: 'idle' };
  const written = await writeTurn(desk, scene, await turnOfEntry(scene, entry.item), request.plan);
  if (written.kind === 'stepped') await tx.conversations.drop(customer.number, entry.number);
  return written;
}

/** @returns `undefined` when the worker does not hold the customer. @spec CV18 */
async function openScene(desk: Desk, tx: BrandTransaction, held: HeldConversation): Promise<Scene | undefined> {
  const customer = await tx.customers.claim(held.customerNumber);
  if (customer === undefined || !(await tx.conversations.isHeld(customer.number, held.worker))) return undefined;
  const record = await tx.conversations.find(customer.number);
  const state = record && desk.runner.readState(JSON.parse(record.stateJson) as JsonValue);
  const { runner, prepared } = desk;
  return { tx, runner, prepared, customer, channel: await channelOf(tx, customer), record, state };
}

async function writeTurn(desk: Desk, scene: Scene, turn: Turn, plan: PlanTier): Promise<Attempt> {
  switch (turn.kind) {
    case 'cold':
      return turn;
    case 'pass':
      break;
    case 'wait':
      if (scene.record !== undefined) await scene.tx.conversations.put(withoutEffects(scene.record));
      break;
    case 'reset':
      await reset(desk, scene, turn.beginAt);
      break;
    case 'step':
      await writeStep(desk, scene, turn, plan);
  }
  return { kind: 'stepped' };
}

function withoutEffects({ effectsJson: _, ...record }: NonNullable<Scene['record']>): NonNullable<Scene['record']> {
  return record;
}

/** A conversation that has not begun has another name than before, so that ids of effects do not come again. */
async function reset(desk: Desk, { tx, runner, customer }: Scene, beginAt?: string): Promise<void> {
  const state = runner.createConversation(desk.ids.uuid(), 0);
  const began = { ...(beginAt !== undefined && { beginAt }) };
  await tx.conversations.put({ customerNumber: customer.number, stateJson: JSON.stringify(state), ...began });
}

/**
 * Gives up what cannot be worked: the entry, or the effects whose outcome cannot be handed in.
 *
 * @spec CV26
 */
export async function giveUp(desk: Desk, held: HeldConversation): Promise<void> {
  const plan = await desk.plans.planOf(held.brand);
  await desk.storage.transaction(held.brand, async (tx) => {
    const scene = await openScene(desk, tx, held);
    if (scene === undefined) return;
    const { customer, channel, record } = scene;
    const data = { action: 'error', code: 'step_failed', detail: 'The conversation could not be worked.' } as const;
    await recordMessages(desk, tx, { customer, channel, plan }, [
      { content: { type: 'event', data }, sender: systemSender },
    ]);
    const entry = record?.effectsJson === undefined ? await tx.conversations.next(customer.number) : undefined;
    if (entry !== undefined) await tx.conversations.drop(customer.number, entry.number);
    await reset(desk, scene);
  });
}

import type { JsonValue } from '../../domain/json/json-value.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { channelOf } from '../messages/channel-of.ts';
import type { Desk } from './desk.ts';
import { type CarriedOut, decodePending } from './pending-effects.ts';
import type { HeldConversation, StepResult } from './step-result.ts';
import type { Scene, Turn } from './turn.ts';
import { turnOfEntry } from './turn-of-entry.ts';
import { turnOfOutcome } from './turn-of-outcome.ts';

/** What is to be done in a conversation next. */
export type NextTurn =
  | Exclude<StepResult, { readonly kind: 'stepped' }>
  | {
      readonly kind: 'turn';
      readonly scene: Scene;
      readonly turn: Turn;
      /** Of the inbox; absent where it is an outcome. */
      readonly entry?: number;
    };

/** @spec CV17, CV18, CV22 */
export async function findNextTurn(
  desk: Desk,
  tx: BrandTransaction,
  held: HeldConversation,
  carried: CarriedOut | undefined,
): Promise<NextTurn> {
  const scene = await openScene(desk, tx, held);
  if (scene === undefined) return { kind: 'lost' };
  const { customer, channel, record } = scene;

  const effects = decodePending(record?.effectsJson);
  if (effects.length > 0) {
    if (carried === undefined) return { kind: 'pending', pending: { channelNumber: channel.number, effects } };
    return { kind: 'turn', scene, turn: await turnOfOutcome(scene, effects, carried) };
  }
  const entry = await tx.conversations.next(customer.number);
  if (entry === undefined) return { kind: 'idle' };
  return { kind: 'turn', scene, turn: await turnOfEntry(scene, entry.item), entry: entry.number };
}

/** @returns `undefined` when the worker does not hold the customer. @spec CV18 */
export async function openScene(desk: Desk, tx: BrandTransaction, held: HeldConversation): Promise<Scene | undefined> {
  const customer = await tx.customers.claim(held.customerNumber);
  if (customer === undefined || !(await tx.conversations.isHeld(customer.number, held.worker))) return undefined;
  const record = await tx.conversations.find(customer.number);
  const state = record && desk.runner.readState(JSON.parse(record.stateJson) as JsonValue);
  const { runner, prepared } = desk;
  return { tx, runner, prepared, customer, channel: await channelOf(tx, customer), record, state };
}

import type { Catalog } from '../domain/blocks/catalog.ts';
import type { Bot } from '../domain/bot/bot.ts';
import type { Permission, Principal } from '../domain/principal/principal.ts';
import type { BlockKinds } from '../domain/rules/block-kind.ts';
import type { AccountDirectory } from '../ports/account-directory.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { BotRecord } from '../ports/bot-store.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationRunner } from '../ports/conversation-runner.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { PlanSource } from '../ports/plan-source.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { BrandReader, BrandTransaction, Storage } from '../ports/storage.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { AccountProviders } from './accounts/account-providers.ts';
import type { BrandSlots } from './brand-slots.ts';
import type { EffectCarrier } from './conversations/effects-in-turn.ts';
import type { PreparedBots } from './conversations/prepared-bots.ts';
import type { StepOrder } from './conversations/step-order.ts';
import type { DiagramTurns } from './drafts/diagram-turns.ts';
import type { Outcome } from './engine.ts';
import { EngineError } from './engine-error.ts';
import type { EngineLimits } from './limits.ts';

/** What one engine is made of. */
export interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly ids: IdSource;
  readonly catalog: Catalog;
  readonly kinds: BlockKinds;
  readonly channelFamilies: ReadonlySet<string>;
  readonly deployer: ChannelDeployer;
  readonly accounts: AccountDirectory;
  readonly providers: AccountProviders;
  readonly secrets: SecretBox;
  readonly plans: PlanSource;
  readonly sender: WebhookSender | undefined;
  /** Absent: this engine works no conversations. */
  readonly runner: ConversationRunner | undefined;
  readonly prepared: PreparedBots | undefined;
  readonly steps: StepOrder;
  readonly effects: EffectCarrier;
  readonly limits: EngineLimits;
  /** Searches for customers. */
  readonly searches: BrandSlots;
  /** Work on large diagrams. */
  readonly turns: DiagramTurns;
  viewBot(record: BotRecord): Bot;
}

/** What a use-case works with: the parts, and who is calling. */
export interface Scope extends Parts {
  readonly principal: Principal;
  /** Set while the use-case runs for `Engine.once`. */
  readonly run: IdempotentRun | undefined;
}

/** Ties the answer of a use-case to the transaction that commits its effect. */
export interface IdempotentRun {
  /** @throws {EngineError} `idempotency_key_in_use` when another run took the key over; the transaction rolls back. */
  settle(tx: BrandTransaction, outcome: Outcome<unknown>): Promise<string>;
  /** Says that the transaction which settled has committed. */
  committed(answer: string): void;
}

/**
 * The first thing that every use-case does.
 *
 * @spec PE1, PE2, PE5
 */
export function requirePermission(principal: Principal, permission: Permission): void {
  if (!principal.permissions.includes(permission)) throw new EngineError('permission_denied');
}

export function readerOf(scope: Scope): BrandReader {
  return scope.storage.reader(scope.principal.brand);
}

/**
 * Runs one transaction of a use-case.
 *
 * A result of kind `done` or `refused` ends the use-case: an idempotent request stores its answer in this very
 * transaction. Any other kind is a step on the way, and stores nothing. An error thrown by `work` rolls back.
 *
 * @spec ID4
 */
export async function transact<TResult extends { readonly kind: string }>(
  scope: Scope,
  work: (tx: BrandTransaction) => Promise<TResult>,
): Promise<TResult> {
  const { run } = scope;
  if (run === undefined) return scope.storage.transaction(scope.principal.brand, work);

  let answer: string | undefined;
  const result = await scope.storage.transaction(scope.principal.brand, async (tx) => {
    const step = await work(tx);
    answer = isOutcome(step) ? await run.settle(tx, step) : undefined;
    return step;
  });
  if (answer !== undefined) run.committed(answer);
  return result;
}

/** Runs a use-case that is one transaction and answers what `work` answers. */
export async function commit<T>(scope: Scope, work: (tx: BrandTransaction) => Promise<T>): Promise<T> {
  const outcome = await transact(scope, async (tx) => done(await work(tx)));
  return outcome.value;
}

export function done<T>(value: T): { readonly kind: 'done'; readonly value: T } {
  return { kind: 'done', value };
}

/** A refusal that leaves something written. One that leaves nothing is thrown inside the transaction. */
export function refused(error: EngineError): { readonly kind: 'refused'; readonly error: EngineError } {
  return { kind: 'refused', error };
}

function isOutcome(step: { readonly kind: string }): step is Outcome<unknown> {
  return step.kind === 'done' || step.kind === 'refused';
}

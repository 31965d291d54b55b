import { canSeeBot, findWriteRefusal } from '../../domain/bot/bot-access.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import { type BotAssignment, readBotAssignment } from '../../domain/customer/read-bot-assignment.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import { takeRead } from '../input/take-read.ts';
import type { Scope } from '../scope.ts';
import { actOnCustomer } from './act-on-customer.ts';

/** @spec CU18, CU21, CU30, CU32, CU33, CU34, CU36, CU40 */
export async function assignBot(
  scope: Scope,
  number: number,
  botNumber: number,
  options?: { readonly launch?: boolean; readonly node?: string },
): Promise<Customer> {
  let assignment: BotAssignment | undefined;
  return actOnCustomer(scope, number, {
    async decide(customer, tx) {
      const bot = await findBotToAssign(scope, tx, botNumber);
      assignment = takeRead(readBotAssignment(options));
      if (assignment.launch && customer.blocked) throw new EngineError('customer_blocked');
      return { kind: 'assign_bot', botId: bot.id };
    },
    async follow({ number: held }, tx, { hasChanged }) {
      if (assignment === undefined) return;
      const { launch, node } = assignment;
      if (!launch && !hasChanged && node === undefined) return;
      const kind = launch ? 'start' : 'assigned';
      await tx.conversations.push(held, { kind, ...(node !== undefined && { node }) }, scope.clock.now());
    },
  });
}

/**
 * @throws {EngineError} `bot_not_found`, `unsupported_builder`, `bot_never_published`
 * @spec CU32
 */
async function findBotToAssign(scope: Scope, tx: BrandTransaction, botNumber: unknown): Promise<BotRecord> {
  const numbers = typeof botNumber === 'number' && Number.isSafeInteger(botNumber) ? [botNumber] : [];
  const [linked] = await tx.bots.findLinked({ ids: [], numbers });
  const bot = linked === undefined ? undefined : await tx.bots.find(linked.id);
  if (bot === undefined || !canSeeBot(scope.principal, bot)) throw new EngineError('bot_not_found');
  const refusal = findWriteRefusal(bot);
  if (refusal !== undefined) throw new EngineError(refusal);
  if (bot.liveVersion === undefined) throw new EngineError('bot_never_published');
  return bot;
}

import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { DraftHead } from '../ports/draft-store.ts';

/** The bots that one transaction has locked. */
export class LockedBots {
  readonly #isPresent = new Map<string, boolean>();

  add(botId: string, isPresent: boolean): void {
    this.#isPresent.set(botId, isPresent);
  }

  require(botId: string): void {
    if (!this.#isPresent.has(botId)) throw new Error('A transaction must lock a bot before it writes to it.');
  }

  requirePresent(botId: string): void {
    this.require(botId);
    if (this.#isPresent.get(botId) === false) throw new Error('The brand has no such bot.');
  }

  requireNextRevision({ botId, revision }: Pick<DraftHead, 'botId' | 'revision'>, expected: number): void {
    this.require(botId);
    if (revision <= expected) throw new Error('The revision of a draft must grow.');
  }
}

/** The customers that one transaction has locked, each with the number of its last message. */
export class LockedCustomers {
  readonly #lastSeqs = new Map<number, number | undefined>();

  /** @param customer - `undefined`: the brand has none with this number. */
  add(number: number, customer: CustomerRecord | undefined): void {
    this.#lastSeqs.set(number, customer?.lastSeq);
  }

  /** The call that locks it is made: later calls of the transaction come after it. */
  ask(number: number): void {
    if (!this.#lastSeqs.has(number)) this.#lastSeqs.set(number, undefined);
  }

  require(number: number): void {
    if (!this.#lastSeqs.has(number)) throw new Error('A transaction must lock a customer before it writes to it.');
  }

  requirePresent(number: number): void {
    this.require(number);
    if (this.#lastSeqs.get(number) === undefined) throw new Error('The brand has no such customer.');
  }

  addMessage(number: number, seq: number): void {
    this.requirePresent(number);
    if (seq !== (this.#lastSeqs.get(number) ?? 0) + 1) {
      throw new Error("A message must be numbered one more than the customer's last.");
    }
    this.#lastSeqs.set(number, seq);
  }
}

/** @param channel - The channel of the customer; `undefined`: the brand has none with this number. */
export function requireChannelOf(
  { workspace, purpose }: Pick<CustomerRecord, 'workspace' | 'purpose'>,
  channel: ChannelRecord | undefined,
): void {
  if (channel === undefined) throw new Error('The brand has no such channel.');
  if (channel.workspace !== workspace || channel.purpose !== purpose) {
    throw new Error('A customer must have the workspace and the purpose of its channel.');
  }
}

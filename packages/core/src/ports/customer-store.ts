import type { Customer, CustomerChange, CustomerText } from '../domain/customer/customer.ts';
import type { Message } from '../domain/message/message.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface CustomerRecord extends Customer {
  /** The workspace of its channel. */
  readonly workspace: number;
  /** The purpose of its channel. Customers of test channels appear in no list. */
  readonly purpose: 'live' | 'test';
}

export interface CustomerListQuery extends OffsetRange {
  readonly workspaces: readonly number[];
  readonly channelNumber?: number;
  /** `null`: assigned to no agent. */
  readonly agentId?: number | null;
  readonly archived?: boolean;
  readonly optIn?: boolean;
  /**
   * Bytes of Fields after which the slice may end early, with one customer at least. A store should end it there, so
   * that nobody waits for a page of customers with very large Fields.
   *
   * @spec ST120
   */
  readonly fieldBytes?: number;
}

export interface CustomerSearchQuery extends Omit<CustomerListQuery, keyof OffsetRange> {
  readonly by: CustomerText;
  /** Folded by `foldText`; a store folds the customers' texts in the same way. Not empty. */
  readonly text: string;
  /** Continues after the customer with this number; 0 starts at the beginning. */
  readonly after: number;
  /** How many customers to look at, at least 1. */
  readonly limit: number;
}

export interface CustomerSearchStep {
  /** Customers that match, by ascending number. */
  readonly numbers: readonly number[];
  /** Pass as `after` to continue; absent when every customer was looked at. */
  readonly next?: number;
}

export interface CustomerReader {
  /** @spec ST64 */
  find(number: number): Promise<CustomerRecord | undefined>;
  /** @spec ST64 */
  findByToken(channelNumber: number, token: string): Promise<CustomerRecord | undefined>;
  /**
   * Only live customers, by ascending number. A store should keep counters, so that neither the total, under any
   * combination of filters, nor a large offset costs more the more customers there are.
   *
   * @spec ST70, ST71, ST100
   */
  list(query: CustomerListQuery): Promise<Slice<CustomerRecord>>;
  /**
   * Searches at most `limit` of the brand's live customers for a text, so that the cost of a call does not grow with
   * their number. Each call sees the last committed state.
   *
   * @spec CU50
   */
  search(query: CustomerSearchQuery): Promise<CustomerSearchStep>;
  /**
   * How many customers of a channel have an `expiresAt`. It counts no further than `upTo`, so that its cost is bounded.
   *
   * @spec ST113
   */
  countExpiring(channelNumber: number, upTo: number): Promise<number>;
  /**
   * The customers of a channel who expire first after this moment: by `expiresAt`, then by number. The cost should not
   * grow with the number of customers.
   *
   * @spec ST123
   */
  listExpiring(channelNumber: number, after: EpochMs, limit: number): Promise<readonly CustomerRecord[]>;
}

export interface CustomerStore extends CustomerReader {
  /**
   * Finds the customer and locks it until this transaction ends.
   *
   * Race rule: while it is locked, the `lock` of any other transaction waits. Reads after `lock` return the latest
   * committed state.
   *
   * @spec ST66
   */
  lock(number: number): Promise<CustomerRecord | undefined>;
  /** The same by the token on a channel; locks nothing if there is no such customer. @spec ST64, ST66 */
  lockByToken(channelNumber: number, token: string): Promise<CustomerRecord | undefined>;
  /**
   * Race rule: one of several concurrent calls with the same channel and token returns the customer; the others return
   * `'token_taken'` and write nothing. No number is given twice in a store, even after a rollback. The transaction has
   * the new customer locked. Rejects when the brand does not have the channel.
   *
   * The engine takes care that `workspace` and `purpose` equal the values of the channel, and that a given number comes
   * from `nextNumber`. Default: the next number.
   *
   * @spec ST55, ST65, ST69
   */
  insert(
    customer: Omit<CustomerRecord, 'number'> & { readonly number?: number },
  ): Promise<CustomerRecord | 'token_taken'>;
  /** A number that no customer of the store has had, and that is not given again, even after a rollback. @spec ST55 */
  nextNumber(): Promise<number>;
  /**
   * Writes the members given. The engine takes care that the customer exists and that this transaction has it locked.
   *
   * @spec ST67, ST68
   */
  update(number: number, change: CustomerChange): Promise<void>;
  /**
   * Erases the customer with its messages, conversation and inbox; does nothing when there is no such customer. Its
   * deliveries are erased by `DeliveryStore.eraseOfCustomer`. The engine takes care that the customer is locked.
   *
   * @spec ST67, ST72
   */
  destroy(number: number): Promise<void>;
}

export interface MessageReader {
  /** Newest first, which is by descending `seq`. @spec ST73 */
  list(customerNumber: number, range: OffsetRange): Promise<Slice<Message>>;
  /** The customer's message with this `uuid`. @spec ST114 */
  find(customerNumber: number, uuid: string): Promise<Message | undefined>;
}

export interface MessageStore extends MessageReader {
  /**
   * Adds a message of a customer whom this transaction has locked. Rejects when the customer has a message with this
   * `uuid`, and when the brand does not have the customer.
   *
   * The engine takes care that `seq` is one more than the last message's. The numbers therefore have no gap, and the
   * greatest one is also the count.
   *
   * @spec ST67, ST74
   */
  insert(customerNumber: number, message: Message): Promise<void>;
}

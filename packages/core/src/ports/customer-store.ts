import type { Customer, CustomerChange } from '../domain/customer/customer.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { OffsetRange } from './channel-store.ts';

export interface CustomerRecord extends Customer {
  /** Of its channel. */
  readonly workspace: number;
  /** Of its channel: whoever talks to a test deployment is in no list. */
  readonly purpose: 'live' | 'test';
}

export interface CustomerListQuery extends OffsetRange {
  readonly workspaces: readonly number[];
  readonly channelNumber?: number;
  /** `null`: assigned to no agent. */
  readonly agentId?: number | null;
  readonly archived?: boolean;
  readonly optIn?: boolean;
}

/** Where a customer can be found by a text. */
export const customerTexts = ['name', 'email', 'phone', 'token'] as const;
export type CustomerText = (typeof customerTexts)[number];

export interface CustomerSearchQuery extends Omit<CustomerListQuery, keyof OffsetRange> {
  readonly by: CustomerText;
  /** Folded by `foldText`, as are the texts that it is looked for in. Not empty. */
  readonly text: string;
  /** Looks on behind this number; 0 for the beginning. */
  readonly after: number;
  /** Customers to look through, from 1. */
  readonly limit: number;
}

export interface CustomerSearchStep {
  /** Those found, by ascending number. */
  readonly numbers: readonly number[];
  /** What to look on behind; absent when all were looked through. */
  readonly next?: number;
}

export interface CustomerReader {
  /** @spec ST64 */
  find(number: number): Promise<CustomerRecord | undefined>;
  /** @spec ST64 */
  findByToken(channelNumber: number, token: string): Promise<CustomerRecord | undefined>;
  /**
   * Live customers alone, by ascending number. Without a filter, by channel and by `archived`, the total comes
   * from kept counters and the first page costs the same however many there are.
   *
   * @spec ST70, ST71
   */
  list(query: CustomerListQuery): Promise<Slice<CustomerRecord>>;
  /**
   * Looks through some of the brand's live customers for a text, and no further: what a call costs does not grow with
   * the customers. Each call sees what was committed last.
   *
   * @spec CU50
   */
  search(query: CustomerSearchQuery): Promise<CustomerSearchStep>;
}

export interface CustomerStore extends CustomerReader {
  /**
   * Finds the customer and holds it until this transaction ends.
   *
   * Race rule: while it is held, no other transaction can change the customer, its messages or its conversation:
   * they wait, or their own `claim` waits. What is read after `claim` is the latest committed state.
   *
   * @spec ST66
   */
  claim(number: number): Promise<CustomerRecord | undefined>;
  /** As `claim`, by token; it holds nobody where there is none. @spec ST66 */
  claimByToken(channelNumber: number, token: string): Promise<CustomerRecord | undefined>;
  /**
   * Race rule: of concurrent calls with the same channel and token one answers the customer, the others
   * `'token_taken'`, and write nothing. Numbers are given once in the installation. The transaction holds what
   * it inserted. A fault on a channel that the brand does not have, and for another workspace or purpose than the
   * channel's.
   *
   * @spec ST55, ST65, ST69
   */
  insert(customer: Omit<CustomerRecord, 'number'>): Promise<CustomerRecord | 'token_taken'>;
  /**
   * Writes the members given. A fault when this transaction has neither claimed nor inserted the customer.
   *
   * @spec ST67, ST68
   */
  update(number: number, change: CustomerChange): Promise<void>;
  /**
   * Erases the customer with its messages, conversation and inbox. Its deliveries are erased by
   * `DeliveryStore.eraseOfCustomer`. A fault when it was not claimed; one who is absent stays absent.
   *
   * @spec ST67, ST72
   */
  destroy(number: number): Promise<void>;
}

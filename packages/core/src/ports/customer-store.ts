import type { Customer, CustomerText } from '../domain/customer/customer.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';

/** A customer as stored. Customers of purpose `test` talk to test deployments and are in no list. */
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

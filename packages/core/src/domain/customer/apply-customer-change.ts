import type { Customer, CustomerChange } from './customer.ts';

/** Gives the customer as the change leaves it: what is `undefined` is cleared, what is left out stays. */
export function applyCustomerChange<T extends Customer>(customer: T, change: CustomerChange): T {
  const next = Object.entries({ ...customer, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(next) as unknown as T;
}

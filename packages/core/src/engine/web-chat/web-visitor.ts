import type { Customer } from '../../domain/customer/customer.ts';
import type { Clock } from '../../ports/clock.ts';

/** A visitor of one bot, whom nobody signed in. */
export interface WebVisitor {
  /** The brand of the bot. */
  readonly brand: string;
  /** Number of the bot. */
  readonly bot: number;
  /** Number of the customer. */
  readonly customer: number;
}

/** Whether a customer is a visitor whose conversation has expired, whether or not it is erased already. @spec VI7 */
export function hasExpired({ expiresAt }: Pick<Customer, 'expiresAt'>, clock: Clock): boolean {
  return expiresAt !== undefined && expiresAt <= clock.now();
}

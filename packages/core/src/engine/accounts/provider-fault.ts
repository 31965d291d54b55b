import { isProviderError, type ProviderFailure } from '../../ports/account-provider.ts';

export interface ProviderFault {
  readonly reason: ProviderFailure;
  /** For logs. */
  readonly cause: unknown;
}

/**
 * Tells what a failed call of a provider comes to. An error that is not the port's own may carry a token in its
 * message, so only its name is kept.
 *
 * @spec CA33, CA41
 */
export function providerFault(error: unknown): ProviderFault {
  if (isProviderError(error)) return { reason: error.reason, cause: error };
  const name = error instanceof Error ? error.name : typeof error;
  return { reason: 'unavailable', cause: new Error(`The provider threw ${name}.`) };
}

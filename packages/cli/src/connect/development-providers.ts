import { hash } from 'node:crypto';
import type { ShippedAccountKind } from '@botwright/core';
import { shippedAccountKinds } from '@botwright/core/inputs';
import type { Clock, IdSource } from '@botwright/core/ports';
import { type PretendProviders, pretendProviders } from '@botwright/core/testing';
import type { PageOperation } from '@botwright/http/pages';
import { boundedEntries } from './bounded-entries.ts';
import { bookingPage, consentOperations } from './development-pages.ts';

export const developmentPath = '/development';

/**
 * Simulated providers with consent pages, to try connected accounts without an account of a service.
 *
 * @spec SV32, SV33, SV34, SV39
 */
export function developmentProviders(options: {
  /** Public URL of the server, without a slash at the end. */
  readonly publicRoot: string;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** The providers that people can consent to. Default: all. */
  readonly kinds?: readonly ShippedAccountKind[];
}): Pick<PretendProviders, 'providers'> & { readonly operations: readonly PageOperation[] } {
  const { publicRoot, ids, clock, kinds = shippedAccountKinds } = options;
  const { providers, consents } = pretendProviders({
    ids,
    challengeOf: (verifier) => hash('sha256', verifier, 'base64url'),
    consentUrl({ kind, state, codeChallenge, redirectUri }) {
      const query = { state, code_challenge: codeChallenge, redirect_uri: redirectUri };
      return `${publicRoot}${developmentPath}/${kind}/consent?${new URLSearchParams(query)}`;
    },
    bookingUrl: `${publicRoot}${developmentPath}/booking`,
    entries: (bounds) => boundedEntries(clock, bounds),
  });
  const [spreadsheets, scheduler] = providers;
  const titles = { spreadsheets: spreadsheets.title, scheduler: scheduler.title };
  return {
    providers,
    operations: [
      ...consentOperations({ publicRoot, ids, titles, consents, kinds, path: developmentPath }),
      ...(kinds.includes('scheduler') ? [bookingPage(developmentPath)] : []),
    ],
  };
}

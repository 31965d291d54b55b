import type { ShippedAccountKind } from '../domain/account-connection/connected-account.ts';
import {
  ProviderError,
  type ProviderFailure,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '../ports/account-provider.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdSource } from '../ports/id-source.ts';
import { observedCalls, type PretendCall } from './observed-calls.ts';
import {
  type ConsentRequest,
  consentBounds,
  type MakeEntries,
  type PretendConsents,
  pretendConsents,
} from './pretend-consents.ts';
import { pretendSheets } from './pretend-sheets.ts';
import { pretendTokens } from './pretend-tokens.ts';

/** A person who can consent at a pretend provider. */
export interface PretendPerson {
  /** The external id of the account. */
  readonly id: string;
  /** Names the connected scheduler. */
  readonly name: string;
  /** Names the connected spreadsheets. */
  readonly email: string;
}

/** The two people who can consent at a pretend provider; the first is the default. */
export const pretendPeople: readonly [PretendPerson, PretendPerson] = [
  { id: 'ada', name: 'Ada Example', email: 'ada@example.com' },
  { id: 'ben', name: 'Ben Example', email: 'ben@example.com' },
];

/** The one scope of the pretend providers. */
export const pretendScope = 'development';

/** How pretend providers make pages and tokens. */
export interface PretendProviderOptions {
  /** Makes codes of consents, and a part of each token. */
  readonly ids: Pick<IdSource, 'token'>;
  /** The S256 challenge of a PKCE verifier. */
  readonly challengeOf: (verifier: string) => string;
  /** The page where the person answers. Default: one at `https://provider.example`. */
  readonly consentUrl?: (request: ConsentRequest) => string;
  /** The page for bookings. Default: one at `https://provider.example`. */
  readonly bookingUrl?: string;
  /** Access tokens end after `lifeMs` milliseconds, and a refresh token works once. Default: tokens do not end. */
  readonly expiry?: { readonly clock: Clock; readonly lifeMs: number };
  /** Default: maps that grow without bounds. */
  readonly entries?: MakeEntries;
}

/** Providers in memory, with people who consent, recorded calls, and failures on demand. */
export interface PretendProviders {
  /** For `connectedAccounts` of the engine. */
  readonly providers: readonly [SpreadsheetProvider, SchedulerProvider];
  /** For the consent page. */
  readonly consents: PretendConsents<PretendPerson>;
  /** The last 1,000 calls that a real provider would send as requests, oldest first. */
  readonly calls: PretendCall[];
  /**
   * Consents at this URL, which works once.
   *
   * @param person - Default: the first of `pretendPeople`. Tokens of other people do not work.
   * @returns The parameters that the provider adds to the redirect URI.
   * @throws {Error} For an unknown or answered URL.
   */
  answer(authorizationUrl: string, person?: PretendPerson): { readonly state: string; readonly code: string };
  /**
   * Runs `work` before the next calls of this method, with their arguments; replaces the former work. The call throws
   * its errors.
   *
   * @param times - Default: 1.
   */
  before(call: PretendCall, work: (...given: readonly unknown[]) => unknown, times?: number): void;
  /**
   * Makes the next calls of this method fail; for two calls: `fail('insertRow', 'unavailable', 2)`.
   *
   * @param failure - The reason of a `ProviderError`, or the error to throw.
   * @param times - Default: 1.
   */
  fail(call: PretendCall, failure: ProviderFailure | Error, times?: number): void;
}

/**
 * Makes pretend account providers, for tests and for trials of connected accounts without a real account. They send no
 * requests.
 *
 * A token begins with the id of its person, so that it works after a restart. Does not store revocations.
 *
 * @spec SV32, SV33, SV34, SV39
 */
export function pretendProviders({
  ids,
  challengeOf,
  consentUrl = exampleConsentUrl,
  bookingUrl = 'https://provider.example/book',
  expiry,
  entries = () => new Map(),
}: PretendProviderOptions): PretendProviders {
  const consents = pretendConsents<PretendPerson>({ newCode: () => ids.token(), challengeOf, entries });
  const requests = entries<ConsentRequest>(consentBounds);
  const tokens = pretendTokens({ people: pretendPeople, scope: pretendScope, ids, entries, expiry });
  const calls = observedCalls();

  function common(kind: ShippedAccountKind): CommonProvider {
    return {
      requiredScopes: [pretendScope],
      authorizationUrl(sent) {
        calls.runBefore('authorizationUrl', [sent]);
        const { state, codeChallenge, redirectUri } = sent;
        const request = { kind, state, codeChallenge, redirectUri };
        consents.expect(request);
        const url = consentUrl(request);
        requests.set(url, request);
        return url;
      },
      async exchangeCode(exchange) {
        const { id: externalId, name, email } = consents.redeem(kind, exchange);
        const given = tokens.give(externalId);
        if (kind === 'spreadsheets') return { externalId, name: email, tokens: given };
        return { externalId, name, schedulingUrl: bookingUrl, tokens: given };
      },
      refresh: async (given) => tokens.refresh(given),
      revoke: async ({ accessToken, refreshToken }) => tokens.end(accessToken, refreshToken),
    };
  }

  const spreadsheets = calls.observe<SpreadsheetProvider>({
    ...common('spreadsheets'),
    ...pretendSheets(tokens.personOf),
    kind: 'spreadsheets',
    title: 'Development Sheets',
  });
  const scheduler = calls.observe<SchedulerProvider>({
    ...common('scheduler'),
    kind: 'scheduler',
    title: 'Development Scheduler',
    async listEventTypes(accessToken) {
      tokens.personOf(accessToken);
      return [
        { name: 'Short call', schedulingUrl: `${bookingUrl}?type=short`, durationMinutes: 15 },
        { name: 'Demonstration', schedulingUrl: `${bookingUrl}?type=demonstration`, durationMinutes: 45 },
      ];
    },
  });
  return {
    providers: [spreadsheets, scheduler],
    consents,
    calls: calls.made,
    answer(authorizationUrl, person = pretendPeople[0]) {
      const request = requests.get(authorizationUrl);
      const code = request && consents.answer(request, person);
      if (request === undefined || code === undefined) throw new Error('No consent is expected at this URL.');
      return { state: request.state, code };
    },
    before: calls.before,
    fail(call, failure, times) {
      const error = typeof failure === 'string' ? new ProviderError(failure, `${call}: ${failure}`) : failure;
      const refuse = (): never => {
        throw error;
      };
      calls.before(call, refuse, times);
    },
  };
}

type CommonProvider = Pick<
  SpreadsheetProvider,
  'requiredScopes' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke'
>;

function exampleConsentUrl({ kind, state, codeChallenge, redirectUri }: ConsentRequest): string {
  const query = { state, code_challenge: codeChallenge, redirect_uri: redirectUri };
  return `https://provider.example/${kind}?${new URLSearchParams(query)}`;
}

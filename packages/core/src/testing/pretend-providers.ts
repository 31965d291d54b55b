import type { AccountKind } from '../domain/account-connection/connected-account.ts';
import { ProviderError, type SchedulerProvider, type SpreadsheetProvider } from '../ports/account-provider.ts';
import type { IdSource } from '../ports/id-source.ts';
import { type ConsentRequest, type MakeEntries, type PretendConsents, pretendConsents } from './pretend-consents.ts';
import { pretendSheets } from './pretend-sheets.ts';

/** Somebody who can consent at a pretend provider. */
export interface PretendPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export const pretendPeople: readonly PretendPerson[] = [
  { id: 'ada', name: 'Ada Example', email: 'ada@example.com' },
  { id: 'ben', name: 'Ben Example', email: 'ben@example.com' },
];

/** The one scope of the pretend providers. */
export const pretendScope = 'development';

const maxRevoked = 10_000;

export interface PretendProviderOptions {
  readonly ids: Pick<IdSource, 'token'>;
  /** The S256 challenge of a PKCE verifier. */
  readonly challengeOf: (verifier: string) => string;
  /** The page where the person answers. */
  readonly consentUrl: (request: ConsentRequest) => string;
  /** The page where visitors would book. */
  readonly bookingUrl: string;
  /** Default: maps that grow without bounds. */
  readonly entries?: MakeEntries;
}

export interface PretendProviders {
  readonly providers: readonly [SpreadsheetProvider, SchedulerProvider];
  /** For the page where the person answers. */
  readonly consents: PretendConsents<PretendPerson>;
}

/**
 * Makes pretend account providers, for tests and for trying connected accounts without signing up anywhere. They send
 * no requests.
 *
 * A token begins with the id of its person, so that it works after a restart. Revocations are not stored.
 *
 * @spec SV32, SV33, SV34, SV39
 */
export function pretendProviders({
  ids,
  challengeOf,
  consentUrl,
  bookingUrl,
  entries = () => new Map(),
}: PretendProviderOptions): PretendProviders {
  const consents = pretendConsents<PretendPerson>({ newCode: () => ids.token(), challengeOf, entries });
  const revoked = entries<true>({ lifeMs: Number.POSITIVE_INFINITY, max: maxRevoked });

  /** @throws {ProviderError} `revoked` */
  function personOf(accessToken: string): PretendPerson {
    const person = pretendPeople.find(({ id }) => accessToken.startsWith(`${id}.`));
    if (person === undefined || revoked.get(accessToken) !== undefined) {
      throw new ProviderError('revoked', 'Not a good token.');
    }
    return person;
  }

  function common(
    kind: AccountKind,
  ): Pick<SpreadsheetProvider, 'requiredScopes' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke'> {
    return {
      requiredScopes: [pretendScope],
      authorizationUrl({ state, codeChallenge, redirectUri }) {
        const request = { kind, state, codeChallenge, redirectUri };
        consents.expect(request);
        return consentUrl(request);
      },
      async exchangeCode(exchange) {
        const { id: externalId, name, email } = consents.redeem(kind, exchange);
        const tokens = { accessToken: `${externalId}.${ids.token()}`, scopes: [pretendScope] };
        if (kind === 'spreadsheets') return { externalId, name: email, tokens };
        return { externalId, name, schedulingUrl: bookingUrl, tokens };
      },
      async refresh(tokens) {
        personOf(tokens.accessToken);
        return tokens;
      },
      revoke: async ({ accessToken }) => void revoked.set(accessToken, true),
    };
  }

  const spreadsheets: SpreadsheetProvider = {
    ...common('spreadsheets'),
    ...pretendSheets((accessToken) => personOf(accessToken).id),
    kind: 'spreadsheets',
    title: 'Development Sheets',
  };
  const scheduler: SchedulerProvider = {
    ...common('scheduler'),
    kind: 'scheduler',
    title: 'Development Scheduler',
    async listEventTypes(accessToken) {
      personOf(accessToken);
      return [
        { name: 'Short call', schedulingUrl: `${bookingUrl}?type=short`, durationMinutes: 15 },
        { name: 'Demonstration', schedulingUrl: `${bookingUrl}?type=demonstration`, durationMinutes: 45 },
      ];
    },
  };
  return { providers: [spreadsheets, scheduler], consents };
}

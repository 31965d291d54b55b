import type { ShippedAccountKind } from '../domain/account-connection/connected-account.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import {
  type AccountProvider,
  ProviderError,
  type ProviderFailure,
  type ProviderTokens,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '../ports/account-provider.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdSource } from '../ports/id-source.ts';
import {
  type ConsentRequest,
  consentBounds,
  type MakeEntries,
  type PretendConsents,
  pretendConsents,
} from './pretend-consents.ts';
import { pretendSheets } from './pretend-sheets.ts';

/** Somebody who can consent at a pretend provider. */
export interface PretendPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export const pretendPeople: readonly [PretendPerson, PretendPerson] = [
  { id: 'ada', name: 'Ada Example', email: 'ada@example.com' },
  { id: 'ben', name: 'Ben Example', email: 'ben@example.com' },
];

/** The one scope of the pretend providers. */
export const pretendScope = 'development';

const maxEnded = 10_000;
const maxCalls = 1_000;

/** A method of a pretend provider. */
export type PretendCall = Exclude<
  keyof SpreadsheetProvider | keyof SchedulerProvider,
  'kind' | 'title' | 'requiredScopes'
>;

export interface PretendProviderOptions {
  readonly ids: Pick<IdSource, 'token'>;
  /** The S256 challenge of a PKCE verifier. */
  readonly challengeOf: (verifier: string) => string;
  /** The page where the person answers. Default: one at `https://provider.example`. */
  readonly consentUrl?: (request: ConsentRequest) => string;
  /** The page where visitors would book. Default: one at `https://provider.example`. */
  readonly bookingUrl?: string;
  /** Access tokens end after `lifeMs` milliseconds, and a refresh token works once. Default: tokens do not end. */
  readonly expiry?: { readonly clock: Clock; readonly lifeMs: number };
  /** Default: maps that grow without bounds. */
  readonly entries?: MakeEntries;
}

export interface PretendProviders {
  readonly providers: readonly [SpreadsheetProvider, SchedulerProvider];
  /** For the page where the person answers. */
  readonly consents: PretendConsents<PretendPerson>;
  /** The last 1,000 calls that would have sent a request, oldest first. */
  readonly calls: PretendCall[];
  /**
   * Consents as a person would at this URL, which works once.
   *
   * @param person - Default: the first of `pretendPeople`. Tokens of people who are not among them do not work.
   * @returns What the provider adds to the redirect URI.
   * @throws {Error} When no provider gave out this URL, or it was answered.
   */
  answer(authorizationUrl: string, person?: PretendPerson): { readonly state: string; readonly code: string };
  /**
   * Runs `work` before the next calls of this method, with their arguments; it replaces the former work. What it throws,
   * the call throws.
   *
   * @param times - Default: 1.
   */
  before(call: PretendCall, work: (...given: readonly unknown[]) => unknown, times?: number): void;
  /**
   * Lets the next calls of this method fail, such as two of them: `fail('insertRow', 'unavailable', 2)`.
   *
   * @param failure - The reason of a `ProviderError`, or what is thrown.
   * @param times - Default: 1.
   */
  fail(call: PretendCall, failure: ProviderFailure | Error, times?: number): void;
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
  consentUrl = exampleConsentUrl,
  bookingUrl = 'https://provider.example/book',
  expiry,
  entries = () => new Map(),
}: PretendProviderOptions): PretendProviders {
  const consents = pretendConsents<PretendPerson>({ newCode: () => ids.token(), challengeOf, entries });
  const requests = entries<ConsentRequest>(consentBounds);
  /** When a token stops working, by token; those that do not stop are left out. */
  const ends = entries<EpochMs>({ lifeMs: Number.POSITIVE_INFINITY, max: maxEnded });
  const calls: PretendCall[] = [];
  const prepared = new Map<PretendCall, { readonly work: (...given: readonly unknown[]) => unknown; left: number }>();

  /** @throws {ProviderError} `revoked` */
  function personOf(token: string): string {
    const person = pretendPeople.find(({ id }) => token.startsWith(`${id}.`));
    const isOver = (ends.get(token) ?? Number.POSITIVE_INFINITY) < (expiry?.clock.now() ?? 0);
    if (person === undefined || isOver) throw new ProviderError('revoked', 'Not a good token.');
    return person.id;
  }

  function tokensOf(person: string): ProviderTokens {
    const tokens = { accessToken: `${person}.${ids.token()}`, scopes: [pretendScope] };
    if (expiry === undefined) return tokens;
    const expiresAt = expiry.clock.now() + expiry.lifeMs;
    ends.set(tokens.accessToken, expiresAt);
    return { ...tokens, refreshToken: `${person}.${ids.token()}`, expiresAt };
  }

  function end(...tokens: readonly (string | undefined)[]): void {
    for (const token of tokens) if (token !== undefined) ends.set(token, Number.NEGATIVE_INFINITY);
  }

  function runPrepared(call: PretendCall, given: readonly unknown[]): unknown {
    const next = prepared.get(call);
    if (next === undefined || next.left <= 0) return undefined;
    next.left -= 1;
    return next.work(...given);
  }

  /** Records the calls of a provider, and runs the work that was prepared for them. */
  function observed<TProvider extends AccountProvider>(provider: TProvider): TProvider {
    const members = Object.entries(provider).map(([name, member]) => {
      if (typeof member !== 'function' || name === 'authorizationUrl') return [name, member];
      const call = name as PretendCall;
      const observe = async (...given: readonly unknown[]): Promise<unknown> => {
        if (calls.push(call) > maxCalls) calls.shift();
        await runPrepared(call, given);
        return member(...given);
      };
      return [name, observe];
    });
    return Object.fromEntries(members);
  }

  function common(
    kind: ShippedAccountKind,
  ): Pick<SpreadsheetProvider, 'requiredScopes' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke'> {
    return {
      requiredScopes: [pretendScope],
      authorizationUrl(sent) {
        runPrepared('authorizationUrl', [sent]);
        const { state, codeChallenge, redirectUri } = sent;
        const request = { kind, state, codeChallenge, redirectUri };
        consents.expect(request);
        const url = consentUrl(request);
        requests.set(url, request);
        return url;
      },
      async exchangeCode(exchange) {
        const { id: externalId, name, email } = consents.redeem(kind, exchange);
        const tokens = tokensOf(externalId);
        if (kind === 'spreadsheets') return { externalId, name: email, tokens };
        return { externalId, name, schedulingUrl: bookingUrl, tokens };
      },
      async refresh(tokens) {
        const person = personOf(tokens.refreshToken ?? tokens.accessToken);
        if (tokens.refreshToken === undefined) return tokens;
        end(tokens.refreshToken);
        return tokensOf(person);
      },
      revoke: async ({ accessToken, refreshToken }) => end(accessToken, refreshToken),
    };
  }

  const spreadsheets = observed<SpreadsheetProvider>({
    ...common('spreadsheets'),
    ...pretendSheets(personOf),
    kind: 'spreadsheets',
    title: 'Development Sheets',
  });
  const scheduler = observed<SchedulerProvider>({
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
  });
  const before: PretendProviders['before'] = (call, work, times = 1) => void prepared.set(call, { work, left: times });
  return {
    providers: [spreadsheets, scheduler],
    consents,
    calls,
    answer(authorizationUrl, person = pretendPeople[0]) {
      const request = requests.get(authorizationUrl);
      const code = request && consents.answer(request, person);
      if (request === undefined || code === undefined) throw new Error('No consent is expected at this URL.');
      return { state: request.state, code };
    },
    before,
    fail(call, failure, times) {
      const error = typeof failure === 'string' ? new ProviderError(failure, `${call}: ${failure}`) : failure;
      const refuse = (): never => {
        throw error;
      };
      before(call, refuse, times);
    },
  };
}

function exampleConsentUrl({ kind, state, codeChallenge, redirectUri }: ConsentRequest): string {
  const query = { state, code_challenge: codeChallenge, redirect_uri: redirectUri };
  return `https://provider.example/${kind}?${new URLSearchParams(query)}`;
}

import type { JsonValue } from '../src/domain/json/json-value.ts';
import {
  type ProviderAccount,
  ProviderError,
  type ProviderFailure,
  type ProviderTokens,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '../src/ports/account-provider.ts';
import { pretendConsents } from '../src/testing/pretend-consents.ts';

/** A person at the provider. */
interface Consent {
  readonly externalId: string;
  readonly name: string;
  readonly scopes?: readonly string[];
  readonly schedulingUrl?: string;
  /** Left out: the access token does not end. */
  readonly expiresAt?: number;
  readonly hasRefreshToken?: boolean;
}

export interface ProviderDouble {
  readonly sheets: SpreadsheetProvider;
  readonly scheduler: SchedulerProvider;
  /** Every secret that it gave out or was given. */
  readonly secrets: Set<string>;
  readonly calls: string[];
  readonly rows: Map<string, readonly { column: number; value: JsonValue }[]>;
  /** The next codes are this person's. */
  consent(consent: Consent): void;
  /** The provider's side of the consent screen: a code bound to the challenge of the URL. */
  codeFor(authorizationUrl: string): { readonly state: string; readonly code: string };
  /** Calls of this name fail like this; `undefined` mends them. */
  failWith(call: string, failure: ProviderFailure | Error | undefined): void;
  /** Runs before a call of this name answers. */
  during(call: string, work: () => Promise<void>): void;
  /** Access tokens given out before stop working. */
  endAccess(): void;
  revokeAll(): void;
}

const required = ['sheets.write'];

/** A provider that keeps its word about codes, challenges and tokens, and none about keeping secrets in its errors. */
export function providerDouble(challengeOf: (verifier: string) => string): ProviderDouble {
  const secrets = new Set<string>();
  const calls: string[] = [];
  const failures = new Map<string, ProviderFailure | Error>();
  const hooks = new Map<string, () => Promise<void>>();
  const consents = pretendConsents<Consent>({ newCode: () => secret('code'), challengeOf });
  const access = new Set<string>();
  const refresh = new Set<string>();
  const rows: ProviderDouble['rows'] = new Map();
  let consent: Consent = { externalId: 'ann', name: 'Ann' };
  let count = 0;

  function secret(kind: string): string {
    count += 1;
    const made = `${kind}-secret-${count}-of-the-provider`;
    secrets.add(made);
    return made;
  }

  async function called(name: string, given: string): Promise<void> {
    calls.push(name);
    await hooks.get(name)?.();
    const failure = failures.get(name);
    if (typeof failure === 'string') throw new ProviderError(failure, `${name}: ${failure}`);
    if (failure !== undefined) throw Object.assign(new TypeError(`${failure.message} ${given}`), { given });
  }

  async function asked(name: string, accessToken: string): Promise<void> {
    await called(name, accessToken);
    if (!access.has(accessToken)) throw new ProviderError('revoked', 'The token does not work.');
  }

  function tokensFor({ scopes = required, expiresAt, hasRefreshToken = true }: Consent): ProviderTokens {
    const accessToken = secret('access');
    access.add(accessToken);
    const refreshToken = hasRefreshToken ? secret('refresh') : undefined;
    if (refreshToken !== undefined) refresh.add(refreshToken);
    return {
      accessToken,
      scopes,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
  }

  const common = {
    authorizationUrl: ({
      state,
      codeChallenge,
      redirectUri,
    }: {
      state: string;
      codeChallenge: string;
      redirectUri: string;
    }) => {
      const failure = failures.get('authorizationUrl');
      if (failure !== undefined) throw new TypeError(`No way with ${state}`);
      secrets.add(state);
      return `https://provider.example/auth?${new URLSearchParams({ state, code_challenge: codeChallenge, redirect_uri: redirectUri })}`;
    },
    async exchangeCode(exchange: {
      code: string;
      codeVerifier: string;
      redirectUri: string;
    }): Promise<ProviderAccount> {
      secrets.add(exchange.codeVerifier);
      await called('exchangeCode', exchange.code);
      const person = consents.redeem('spreadsheets', exchange);
      const { externalId, name, schedulingUrl } = person;
      return {
        externalId,
        name,
        ...(schedulingUrl !== undefined && { schedulingUrl }),
        tokens: tokensFor(person),
      };
    },
    async refresh(tokens: ProviderTokens): Promise<ProviderTokens> {
      await called('refresh', tokens.refreshToken ?? '');
      // Refresh tokens serve once here.
      if (!refresh.delete(tokens.refreshToken ?? ''))
        throw new ProviderError('revoked', 'The refresh token does not work.');
      return tokensFor({ ...consent, scopes: tokens.scopes });
    },
    async revoke({ accessToken }: ProviderTokens): Promise<void> {
      await called('revoke', accessToken);
      access.delete(accessToken);
    },
  };

  return {
    sheets: {
      ...common,
      kind: 'spreadsheets',
      title: 'Sheets of Example',
      requiredScopes: required,
      async listSpreadsheets(token) {
        await asked('listSpreadsheets', token);
        return [{ spreadsheetId: 's1', name: 'Leads' }];
      },
      async listSheets(token, spreadsheetId) {
        await asked(`listSheets ${spreadsheetId}`, token);
        return [{ title: 'Tab 1', id: '0' }];
      },
      async listColumns(token, spreadsheetId, sheetTitle) {
        await asked(`listColumns ${spreadsheetId} ${sheetTitle}`, token);
        return [
          { number: 1, header: 'Email' },
          { number: 3, header: 'Name' },
        ];
      },
      async insertRow(token, at, cells) {
        await asked('insertRow', token);
        rows.set(`${at.spreadsheetId} ${at.sheetName}`, cells);
      },
      async updateRow(token, at, reference, cells) {
        await asked('updateRow', token);
        const key = `${at.spreadsheetId} ${at.sheetName}`;
        if (!rows.get(key)?.some(({ column, value }) => column === reference.column && value === reference.value)) {
          return 'no_such_row';
        }
        rows.set(key, cells);
        return 'updated';
      },
      async getRow(token, at, reference, columns) {
        await asked('getRow', token);
        const row = rows.get(`${at.spreadsheetId} ${at.sheetName}`) ?? [];
        if (!row.some(({ column, value }) => column === reference.column && value === reference.value)) {
          return 'no_such_row';
        }
        return row.filter(({ column }) => columns.includes(column));
      },
    },
    scheduler: {
      ...common,
      kind: 'scheduler',
      title: 'Calendar of Example',
      requiredScopes: [],
      async listEventTypes(token) {
        await asked('listEventTypes', token);
        return [{ name: 'Call', schedulingUrl: 'https://book.example/ann/call', durationMinutes: 30 }];
      },
    },
    secrets,
    calls,
    rows,
    consent(next) {
      consent = next;
    },
    codeFor(url) {
      const query = new URL(url).searchParams;
      const request = {
        kind: 'spreadsheets',
        state: query.get('state') ?? '',
        codeChallenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      } as const;
      // One person may answer several times here.
      consents.expect(request);
      const code = consents.answer(request, consent) ?? '';
      return { state: request.state, code };
    },
    failWith(call, failure) {
      if (failure === undefined) failures.delete(call);
      else failures.set(call, failure);
    },
    during: (call, work) => void hooks.set(call, work),
    endAccess: () => access.clear(),
    revokeAll() {
      access.clear();
      refresh.clear();
    },
  };
}

import {
  type ProviderAccount,
  ProviderError,
  type ProviderFailure,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '@botwright/core/ports';

/** A person at the provider. */
export interface Person {
  readonly externalId: string;
  readonly name: string;
  readonly schedulingUrl?: string;
}

/** Providers of both kinds whose answers the test sets. */
export interface ProviderDouble {
  readonly sheets: SpreadsheetProvider;
  readonly scheduler: SchedulerProvider;
  /** All tokens, codes and states that they issued or received. */
  readonly secrets: Set<string>;
  /** The calls that need a token, with the id they asked for. */
  readonly calls: string[];
  /** From now on codes belong to this person. */
  consent(person: Person): void;
  /** What the consent page would send back. */
  codeFor(authorizationUrl: string): { readonly state: string; readonly code: string };
  /** Lets calls of this name fail; `undefined` lets them succeed again. */
  failWith(call: string, failure: ProviderFailure | Error | undefined): void;
}

export function providerDouble(): ProviderDouble {
  const secrets = new Set<string>();
  const calls: string[] = [];
  const failures = new Map<string, ProviderFailure | Error>();
  const codes = new Map<string, Person>();
  let person: Person = { externalId: 'ann', name: 'Ann' };

  function secret(kind: string): string {
    const made = `${kind}-secret-${secrets.size}`;
    secrets.add(made);
    return made;
  }

  function check(call: string): void {
    const failure = failures.get(call);
    if (typeof failure === 'string') throw new ProviderError(failure, `${call}: ${failure}`);
    if (failure !== undefined) throw failure;
  }

  async function answer<T>(call: string, value: T): Promise<T> {
    calls.push(call);
    check(call);
    return value;
  }

  const unused = async () => Promise.reject(new Error('Not asked here.'));
  const common = {
    requiredScopes: [],
    authorizationUrl({ state }: { readonly state: string }): string {
      secrets.add(state);
      check('authorizationUrl');
      return `https://provider.example/auth?state=${state}`;
    },
    async exchangeCode({ code }: { readonly code: string }): Promise<ProviderAccount> {
      const known = codes.get(code);
      if (known === undefined) throw new ProviderError('refused', 'The code is not good.');
      return { ...known, tokens: { accessToken: secret('access'), refreshToken: secret('refresh'), scopes: [] } };
    },
    refresh: unused,
    revoke: async () => {},
  };
  const sheets: SpreadsheetProvider = {
    ...common,
    kind: 'spreadsheets',
    title: 'Sheets of Example',
    listSpreadsheets: () => answer('listSpreadsheets', [{ spreadsheetId: 's1', name: 'Leads' }]),
    listSheets: (_token, file) => answer(`listSheets ${file}`, [{ title: 'Tab 1', id: '0' }]),
    listColumns: (_token, file, title) =>
      answer(`listColumns ${file} ${title}`, [
        { number: 1, header: 'Email' },
        { number: 3, header: 'Name' },
      ]),
    insertRow: unused,
    updateRow: unused,
    getRow: unused,
  };
  const call = { name: 'Call', schedulingUrl: 'https://book.example/ann/call', durationMinutes: 30 };
  return {
    sheets,
    scheduler: {
      ...common,
      kind: 'scheduler',
      title: 'Calendar of Example',
      listEventTypes: () => answer('listEventTypes', [call]),
    },
    secrets,
    calls,
    consent(next) {
      person = next;
    },
    codeFor(url) {
      const code = secret('code');
      codes.set(code, person);
      return { state: new URL(url).searchParams.get('state') ?? '', code };
    },
    failWith(name, failure) {
      if (failure === undefined) failures.delete(name);
      else failures.set(name, failure);
    },
  };
}

import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ProviderError, type ProviderTokens } from '../ports/account-provider.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { MakeEntries } from './pretend-consents.ts';

const maxEnded = 10_000;

interface TokenOptions {
  readonly people: readonly { readonly id: string }[];
  readonly scope: string;
  readonly ids: Pick<IdSource, 'token'>;
  readonly entries: MakeEntries;
  /** Access tokens end after `lifeMs` milliseconds, and a refresh token works once. `undefined`: tokens do not end. */
  readonly expiry: { readonly clock: Clock; readonly lifeMs: number } | undefined;
}

interface PretendTokens {
  /** @returns The id of the person. @throws {ProviderError} `revoked` */
  personOf(token: string): string;
  give(person: string): ProviderTokens;
  /** @throws {ProviderError} `revoked` */
  refresh(tokens: ProviderTokens): ProviderTokens;
  end(...tokens: readonly (string | undefined)[]): void;
}

export function pretendTokens({ people, scope, ids, entries, expiry }: TokenOptions): PretendTokens {
  /** Expiry by token; tokens without expiry are absent. */
  const ends = entries<EpochMs>({ lifeMs: Number.POSITIVE_INFINITY, max: maxEnded });

  function personOf(token: string): string {
    const person = people.find(({ id }) => token.startsWith(`${id}.`));
    const isOver = (ends.get(token) ?? Number.POSITIVE_INFINITY) < (expiry?.clock.now() ?? 0);
    if (person === undefined || isOver) throw new ProviderError('revoked', 'Not a good token.');
    return person.id;
  }

  function give(person: string): ProviderTokens {
    const tokens = { accessToken: `${person}.${ids.token()}`, scopes: [scope] };
    if (expiry === undefined) return tokens;
    const expiresAt = expiry.clock.now() + expiry.lifeMs;
    ends.set(tokens.accessToken, expiresAt);
    return { ...tokens, refreshToken: `${person}.${ids.token()}`, expiresAt };
  }

  function end(...tokens: readonly (string | undefined)[]): void {
    for (const token of tokens) if (token !== undefined) ends.set(token, Number.NEGATIVE_INFINITY);
  }

  return {
    personOf,
    give,
    end,
    refresh(tokens) {
      const person = personOf(tokens.refreshToken ?? tokens.accessToken);
      if (tokens.refreshToken === undefined) return tokens;
      end(tokens.refreshToken);
      return give(person);
    },
  };
}

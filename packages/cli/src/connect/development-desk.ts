import { hash } from 'node:crypto';
import {
  type AccountKind,
  type AuthorizationRequest,
  type Clock,
  type IdSource,
  type ProviderAccount,
  ProviderError,
  type ProviderTokens,
} from '@botwright/core';
import { boundedEntries } from './bounded-entries.ts';

/** Somebody who can consent at a development provider. */
export interface DevelopmentPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export const developmentPeople: readonly DevelopmentPerson[] = [
  { id: 'ada', name: 'Ada Example', email: 'ada@example.com' },
  { id: 'ben', name: 'Ben Example', email: 'ben@example.com' },
];

export const developmentScope = 'development';

/** As long as the links that lead here. */
const lifeMs = 15 * 60 * 1_000;
const maxOpen = 1_000;
const maxRevoked = 10_000;

/** What a member was sent to the consent page with. */
export interface ConsentAsked extends AuthorizationRequest {
  readonly kind: AccountKind;
}

interface OpenCode extends ConsentAsked {
  readonly person: DevelopmentPerson;
}

/** Codes and tokens of a development provider. What it keeps is bounded in number and ends. */
export interface DevelopmentDesk {
  /** Takes a consent that a member is sent for; no other is given. */
  expect(asked: ConsentAsked): void;
  /** Whether it was asked for just so, and is not answered. */
  isExpected(asked: ConsentAsked): boolean;
  /**
   * Answers a consent that is expected, and forgets it.
   *
   * @param person - Left out: nobody consents.
   * @returns A code that serves once; none when nobody consents.
   */
  answer(asked: ConsentAsked, person: DevelopmentPerson | undefined): string | undefined;
  /** @throws {ProviderError} `refused` */
  exchange(exchange: {
    readonly kind: AccountKind;
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string;
  }): Pick<ProviderAccount, 'externalId' | 'tokens'> & { readonly person: DevelopmentPerson };
  revoke(tokens: ProviderTokens): void;
  /** @throws {ProviderError} `revoked` */
  personOf(accessToken: string): DevelopmentPerson;
}

/**
 * Tokens say whose they are, so that accounts outlive the process; what was revoked is forgotten with it.
 *
 * @spec SV33, SV39
 */
export function developmentDesk({ ids, clock }: { readonly ids: IdSource; readonly clock: Clock }): DevelopmentDesk {
  const byState = boundedEntries<ConsentAsked>({ clock, lifeMs, max: maxOpen });
  const byCode = boundedEntries<OpenCode>({ clock, lifeMs, max: maxOpen });
  const revoked = boundedEntries<true>({ clock, lifeMs: Number.POSITIVE_INFINITY, max: maxRevoked });

  function isExpected({ state, kind, codeChallenge, redirectUri }: ConsentAsked): boolean {
    const asked = byState.get(state);
    return asked?.kind === kind && asked.codeChallenge === codeChallenge && asked.redirectUri === redirectUri;
  }

  return {
    expect: (asked) => byState.set(asked.state, asked),
    isExpected,
    answer(asked, person) {
      if (!isExpected(asked)) return undefined;
      byState.delete(asked.state);
      if (person === undefined) return undefined;
      const code = ids.token();
      byCode.set(code, { ...asked, person });
      return code;
    },
    exchange({ kind, code, codeVerifier, redirectUri }) {
      const open = byCode.take(code);
      const isGood =
        open?.kind === kind &&
        open.redirectUri === redirectUri &&
        open.codeChallenge === hash('sha256', codeVerifier, 'base64url');
      if (!isGood) throw new ProviderError('refused', 'The code is not good.');
      const { person } = open;
      const accessToken = `${person.id}.${ids.token()}`;
      return { externalId: person.id, tokens: { accessToken, scopes: [developmentScope] }, person };
    },
    revoke: ({ accessToken }) => revoked.set(accessToken, true),
    personOf(accessToken) {
      const person = developmentPeople.find(({ id }) => accessToken.startsWith(`${id}.`));
      if (person === undefined || revoked.get(accessToken) !== undefined) {
        throw new ProviderError('revoked', 'Not a good token.');
      }
      return person;
    },
  };
}

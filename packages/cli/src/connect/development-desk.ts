import { hash } from 'node:crypto';
import { type IdSource, type ProviderAccount, ProviderError, type ProviderTokens } from '@botwright/core';

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

interface OpenCode {
  readonly person: DevelopmentPerson;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** Codes and tokens of a development provider. */
export interface DevelopmentDesk {
  /** @returns A code that serves once. */
  issue(open: OpenCode): string;
  /** @throws {ProviderError} `refused` */
  exchange(exchange: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string;
  }): Pick<ProviderAccount, 'externalId' | 'tokens'> & { readonly person: DevelopmentPerson };
  revoke(tokens: ProviderTokens): void;
  /** @throws {ProviderError} `revoked` */
  personOf(accessToken: string): DevelopmentPerson;
}

/** Tokens say whose they are, so that accounts outlive the process; what was revoked is forgotten with it. */
export function developmentDesk(ids: IdSource): DevelopmentDesk {
  const codes = new Map<string, OpenCode>();
  const revoked = new Set<string>();

  return {
    issue(open) {
      const code = ids.token();
      codes.set(code, open);
      return code;
    },
    exchange({ code, codeVerifier, redirectUri }) {
      const open = codes.get(code);
      codes.delete(code);
      if (open?.challenge !== hash('sha256', codeVerifier, 'base64url') || open.redirectUri !== redirectUri) {
        throw new ProviderError('refused', 'The code is not good.');
      }
      const { person } = open;
      const accessToken = `${person.id}.${ids.token()}`;
      return { externalId: person.id, tokens: { accessToken, scopes: [developmentScope] }, person };
    },
    revoke: ({ accessToken }) => void revoked.add(accessToken),
    personOf(accessToken) {
      const person = developmentPeople.find(({ id }) => accessToken.startsWith(`${id}.`));
      if (person === undefined || revoked.has(accessToken)) throw new ProviderError('revoked', 'Not a good token.');
      return person;
    },
  };
}

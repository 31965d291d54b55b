import type { ShippedAccountKind } from '../domain/account-connection/connected-account.ts';
import { type AuthorizationRequest, type CodeExchange, ProviderError } from '../ports/account-provider.ts';

/** The parameters of a link to the consent page. */
export interface ConsentRequest extends AuthorizationRequest {
  /** Decides which of the two providers the account belongs to. */
  readonly kind: ShippedAccountKind;
}

/** Entries by key, such as a `Map`; a server limits their number and age. */
export interface PretendEntries<TValue> {
  /** Adds an entry or replaces it; the result is ignored. */
  set(key: string, value: TValue): unknown;
  /** `undefined` for an unknown key, and for an entry that was dropped. */
  get(key: string): TValue | undefined;
  /** Does nothing for an unknown key; the result is ignored. */
  delete(key: string): unknown;
}

/** @param bounds - The lifetime and the number of entries. */
export type MakeEntries = <TValue>(bounds: { readonly lifeMs: number; readonly max: number }) => PretendEntries<TValue>;

export interface ConsentOptions {
  /** Makes an authorization code, another one at each call. */
  readonly newCode: () => string;
  /** The S256 challenge of a PKCE verifier. */
  readonly challengeOf: (verifier: string) => string;
  /** Default: a `Map`, which grows without bounds. */
  readonly entries?: MakeEntries;
}

/** Consents and their codes, with PKCE (RFC 7636). */
export interface PretendConsents<TPerson> {
  /** Registers a link to the consent page; `answer` requires this. */
  expect(request: ConsentRequest): void;
  /** Whether a link with exactly these parameters is unanswered. */
  isExpected(request: ConsentRequest): boolean;
  /**
   * Answers an expected consent, which is then no longer expected.
   *
   * @param person - `undefined`: the person refuses.
   * @returns A code that works once; `undefined` without consent.
   */
  answer(request: ConsentRequest, person: TPerson | undefined): string | undefined;
  /** @throws {ProviderError} `refused` for a code that was used, has expired, or belongs to other parameters. */
  redeem(kind: ShippedAccountKind, exchange: CodeExchange): TPerson;
}

/** A link can be answered for fifteen minutes. */
export const consentBounds = { lifeMs: 15 * 60 * 1_000, max: 1_000 } as const;

/** @spec SV33, SV39 */
export function pretendConsents<TPerson>({
  newCode,
  challengeOf,
  entries = () => new Map(),
}: ConsentOptions): PretendConsents<TPerson> {
  const byState = entries<ConsentRequest>(consentBounds);
  const byCode = entries<{ readonly request: ConsentRequest; readonly person: TPerson }>(consentBounds);

  function isExpected({ state, kind, codeChallenge, redirectUri }: ConsentRequest): boolean {
    const expected = byState.get(state);
    return expected?.kind === kind && expected.codeChallenge === codeChallenge && expected.redirectUri === redirectUri;
  }

  return {
    expect: (request) => void byState.set(request.state, request),
    isExpected,
    answer(request, person) {
      if (!isExpected(request)) return undefined;
      byState.delete(request.state);
      if (person === undefined) return undefined;
      const code = newCode();
      byCode.set(code, { request, person });
      return code;
    },
    redeem(kind, { code, codeVerifier, redirectUri }) {
      const open = byCode.get(code);
      byCode.delete(code);
      const isGood =
        open?.request.kind === kind &&
        open.request.redirectUri === redirectUri &&
        open.request.codeChallenge === challengeOf(codeVerifier);
      if (!isGood) throw new ProviderError('refused', 'The code is not good.');
      return open.person;
    },
  };
}

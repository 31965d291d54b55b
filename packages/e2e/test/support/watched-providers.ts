import { hash } from 'node:crypto';
import {
  deterministicIds,
  type PretendProviderOptions,
  type PretendProviders,
  pretendProviders,
} from '@botwright/core/testing';

/** Pretend providers, and all tokens and codes that they have issued. */
export function watchedProviders(expiry?: PretendProviderOptions['expiry']): {
  readonly pretend: PretendProviders;
  readonly secrets: ReadonlySet<string>;
} {
  const secrets = new Set<string>();
  const ids = deterministicIds(2);
  const pretend = pretendProviders({
    ids: {
      token() {
        const token = ids.token();
        secrets.add(token);
        return token;
      },
    },
    challengeOf: (verifier) => hash('sha256', verifier, 'base64url'),
    ...(expiry !== undefined && { expiry }),
  });
  return { pretend, secrets };
}

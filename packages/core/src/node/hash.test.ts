import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pkceChallenge, portableSha256, sha256 } from './hash.ts';

it('[SX14] hashes are the same with and without Node’s crypto', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 200 })), (data) => {
      const expected = createHash('sha256').update(data).digest('hex');
      expect([sha256(data), portableSha256(data)]).toEqual([expected, expected]);
    }),
    { seed: 20261128 },
  );
});

it('the challenge of a PKCE verifier is that of RFC 7636, appendix B', () => {
  expect(pkceChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

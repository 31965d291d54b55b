import * as v from 'valibot';
import { members } from './members.ts';

const bytesOfKey = 32;

const key = v.pipe(v.string(), v.check(isKey, `must be ${bytesOfKey} bytes, written in base64`));

/** The first key encrypts, all of them decrypt. @spec CF16 */
export const secretKeys = v.pipe(
  v.array(
    members({
      id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
      key,
    }),
  ),
  v.minLength(1, 'must hold one key at least'),
);

export type SecretKeys = v.InferOutput<typeof secretKeys>;

function isKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === bytesOfKey;
}

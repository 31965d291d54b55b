import { checked, inputList, inputObject } from '@botwright/core/inputs';
import * as v from 'valibot';

const bytesOfKey = 32;

const keys = inputList(
  inputObject({
    id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Expected 1 to 64 letters, digits, - or _.')),
    key: v.pipe(v.string(), v.check(isKey, `Expected ${bytesOfKey} bytes, written in base64.`)),
  }),
);

/** The first key encrypts, all of them decrypt. @spec CF16, CF24 */
export const secretKeys = checked(keys, (given) =>
  given.length === 0 ? 'Expected one key at least.' : findRepeatedIds(given),
);

export type SecretKeys = v.InferOutput<typeof keys>;

function findRepeatedIds(given: SecretKeys) {
  const ids = given.map(({ id }) => id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) < at ? [{ field: `${at}.id`, message: 'Another key has this id.' }] : [],
  );
}

function isKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === bytesOfKey;
}

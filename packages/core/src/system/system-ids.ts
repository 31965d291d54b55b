import { randomBytes, randomUUID } from 'node:crypto';
import { nanoid } from 'nanoid';
import { uuidV7Source } from '../domain/uuid/uuid-v7.ts';
import type { IdSource } from '../ports/id-source.ts';

const tokenLength = 32;

/** Random ids from the machine's secure source. */
export function systemIds(): IdSource {
  const versions = uuidV7Source(randomBytes);
  return {
    uuid: () => randomUUID(),
    uuidAt: (now) => versions.next(now),
    token: () => nanoid(tokenLength),
  };
}

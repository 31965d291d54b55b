import { recordKind } from '../ports/record-kind.ts';

/** The number that stands for an id of the host. It never changes. */
export interface IdentityRecord {
  readonly kind: 'person';
  readonly id: string;
  readonly number: number;
}

export const identities = recordKind<IdentityRecord>()({
  name: 'identity',
  key: ['kind', 'id'],
  fields: { kind: 'text', id: 'text', number: 'integer' },
  unique: { number: { fields: ['kind', 'number'] } },
});

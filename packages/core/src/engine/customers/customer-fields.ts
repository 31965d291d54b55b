import type { Field, Fields } from '../../domain/field/field.ts';
import { isRecordKey } from '../../domain/field/field-name.ts';
import { readField } from '../../domain/field/read-field.ts';
import { writeFields } from '../../domain/field/write-fields.ts';
import { EngineError } from '../engine-error.ts';
import { requireFieldBounds } from '../input/require-field-bounds.ts';
import { takeRead } from '../input/take-read.ts';
import { fieldBoundsOf } from '../limits.ts';
import { commit, readerOf, type Scope } from '../scope.ts';
import { claimCustomer, findCustomer } from './find-customer.ts';

/** @spec CU28, CU38 */
export async function getField(scope: Scope, number: number, name: string): Promise<Field> {
  const { fields } = await findCustomer(scope, readerOf(scope), number);
  return requireField(fields, name);
}

/** @spec CU8, CU28, CU39, CU40, CU61 */
export async function setField(scope: Scope, number: number, name: string, field: Field): Promise<Field> {
  return commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    const bounds = fieldBoundsOf(scope.limits);
    const before = customer.fields;
    const present = Object.hasOwn(before, name) ? before[name] : undefined;
    const written = takeRead(readField(name, field, bounds, present));
    const fields = writeFields(before, [[name, written]]);
    requireFieldBounds(bounds, { before, after: fields, names: [name], fieldOf: () => 'value' });
    await tx.customers.update(customer.number, { fields });
    return written;
  });
}

/** @spec CU28, CU38, CU45 */
export async function deleteField(scope: Scope, number: number, name: string): Promise<void> {
  await commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    requireField(customer.fields, name);
    await tx.customers.update(customer.number, { fields: writeFields(customer.fields, [[name, undefined]]) });
  });
}

/** @throws {EngineError} `field_not_found`, also for what a bot keeps under a record key. */
function requireField(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) && !isRecordKey(name) ? fields[name] : undefined;
  if (field === undefined) throw new EngineError('field_not_found');
  return field;
}

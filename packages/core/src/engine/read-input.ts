import type * as v from 'valibot';
import type { Fields } from '../domain/field/field.ts';
import { type FieldBounds, fieldBoundsMessage, findFieldBoundsFault } from '../domain/field/field-bounds.ts';
import { isHttpUrl } from '../domain/http-url.ts';
import { faultMessages } from '../domain/inputs/fault-messages.ts';
import { type InputFault, readInput as readWithFaults } from '../domain/inputs/read-input.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { EngineError } from './engine-error.ts';

/**
 * Checks and converts a caller's input at run time.
 *
 * @param at - Path of the value in the whole input, such as `name`: the fields of faults begin with it.
 * @throws {EngineError} `field_not_described`, `empty_body` or `invalid_parameters`, with every fault
 * @spec ER3, ER4, ER8
 */
export function readInput<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  at = '',
): v.InferOutput<TSchema> {
  const read = readWithFaults(schema, input);
  if (read.ok) return read.value;
  const under = (field: string) => [at, field].filter((part) => part !== '').join('.');
  throw new EngineError(read.code, {
    faults: read.faults.map(({ field, message }) => ({ field: under(field), message })),
  });
}

/**
 * @param field - Empty when the whole input is at fault.
 * @param message - The fault, without the name of the field.
 */
export function invalidParameters(field: string, message: string): EngineError {
  return invalidInput([{ field, message }]);
}

export function invalidInput(faults: readonly InputFault[]): EngineError {
  return new EngineError('invalid_parameters', { faults });
}

export interface FieldChange {
  readonly before: Fields;
  readonly after: Fields;
  /** The written names. */
  readonly names: readonly string[];
  /** Path of the member of the input that wrote this Field. */
  fieldOf(name: string): string;
}

/**
 * Refuses a write of Fields that exceeds the bounds of one customer.
 *
 * @throws {EngineError} `invalid_parameters`, naming the first Field that does not fit
 * @spec CU61
 */
export function requireFieldBounds(bounds: FieldBounds, { before, after, names, fieldOf }: FieldChange): void {
  const found = findFieldBoundsFault(before, after, names, bounds);
  if (found === undefined) return;
  throw invalidParameters(fieldOf(found.name), fieldBoundsMessage(found.name, found.fault, bounds));
}

/**
 * Finds why a URL cannot be stored as a target of deliveries. Without a sender in this engine only the form is checked:
 * the process that sends decides which addresses may be reached.
 *
 * @returns `undefined` when it can.
 * @spec CH10, CH11, HK5, HK16
 */
export function findTargetFault(
  sender: Pick<WebhookSender, 'checkTarget'> | undefined,
  url: string,
): string | undefined {
  const check = isHttpUrl(url) ? (sender?.checkTarget(url) ?? 'accepted') : 'malformed';
  if (check === 'accepted') return undefined;
  return check === 'blocked' ? blockedAddress : faultMessages.address;
}

/** @spec ER13 */
const blockedAddress =
  'This address is private, so it may not be reached from here: the option allowPrivateTargets of the sender opens ' +
  'it, allow_private_targets in the config of botwright serve.';

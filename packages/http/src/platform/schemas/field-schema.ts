import { fieldTypes } from '@botwright/core';
import * as v from 'valibot';
import { decided } from '../../schemas/marks.ts';

const type = decided(
  v.picklist(fieldTypes),
  'What kind of value it holds. A date, and a datetime, is text as ISO 8601 writes it.',
);
const value = decided(
  v.unknown(),
  'A value of the type; with its name 64 KiB of JSON at most unless the host says otherwise.',
);

/** @spec PL16 */
export const fieldSchema = v.object({ name: decided(v.string(), 'As the path says it.'), type, value });

export type WireField = v.InferOutput<typeof fieldSchema>;

/** For the contract: the engine judges it. @spec CU8 */
export const fieldWriteSchema = v.object({ type, value });

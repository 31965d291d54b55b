import * as v from 'valibot';
import { isJsonObject } from '../../json/json-value.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../change-set.ts';
import { blockEditSchema, blocksInputSchema, changeSetSchema } from './edit-schemas.ts';

/** Why an input was not read. */
export interface EditInputFault {
  /** A member that nothing describes, a wrong type or value, or an input that says nothing to do. */
  readonly code: 'field_not_described' | 'invalid_parameters' | 'empty_body';
  /** Path of the member at fault, such as `blocks.0.type`; empty when it is the whole input. */
  readonly field: string;
  readonly message: string;
}

export type EditInput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: EditInputFault };

/** @spec ED26, ED27, ED28 */
export function readBlocksInput(input: unknown): EditInput<BlocksInput> {
  if (isJsonObject(input) && Object.keys(input).length === 0) return empty('', 'Give at least one block.');
  const read = readAs<BlocksInput>(blocksInputSchema, input);
  return read.ok && read.value.blocks.length === 0 ? empty('blocks', 'Give at least one block.') : read;
}

/** @spec ED26, ED27, ED28 */
export function readBlockEdit(input: unknown): EditInput<BlockEdit> {
  const read = readAs<BlockEdit>(blockEditSchema, input);
  if (!read.ok) return read;
  const says = Object.values(read.value).some((member) => member !== undefined);
  return says ? read : empty('', 'Give the params, the name or the position to write.');
}

/** @spec ED26, ED27, ED28 */
export function readChangeSet(input: unknown): EditInput<ChangeSet> {
  const read = readAs<ChangeSet>(changeSetSchema, input);
  if (!read.ok) return read;
  const { blocks = {}, connections = {} } = read.value;
  const lists = [...Object.values(blocks), ...Object.values(connections)];
  return lists.some((list) => list !== undefined && list.length > 0) ? read : empty('', 'Give at least one change.');
}

function empty(field: string, message: string): EditInput<never> {
  return { ok: false, fault: { code: 'empty_body', field, message } };
}

/** What is right is answered as it came, not as valibot copies it: hostile keys stay. */
function readAs<T>(schema: v.GenericSchema, input: unknown): EditInput<T> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return { ok: true, value: input as T };
  const [outer] = result.issues;
  const issue = innerIssue(outer);
  const field = fieldOf(outer, issue);
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return { ok: false, fault: { code: 'field_not_described', field, message: `"${field}" is not described.` } };
  }
  return { ok: false, fault: { code: 'invalid_parameters', field, message: messageOf(issue) } };
}

/** What is wrong with an object where a text would do as well: what it is not is told by the object, not by the text. */
function innerIssue(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  return issue.issues?.find(({ path }) => path !== undefined) ?? issue;
}

/** The path of an inner issue counts from where the outer one is. */
function fieldOf(outer: v.BaseIssue<unknown>, inner: v.BaseIssue<unknown>): string {
  const paths = outer === inner ? [v.getDotPath(outer)] : [v.getDotPath(outer), v.getDotPath(inner)];
  return paths.filter((path) => path !== null && path !== undefined).join('.');
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'custom' || issue.kind === 'validation') return issue.message;
  if (issue.type === 'union') return 'Expected (string | object).';
  return issue.type === 'strict_object' ? 'It is missing.' : `Expected ${issue.expected ?? 'another value'}.`;
}

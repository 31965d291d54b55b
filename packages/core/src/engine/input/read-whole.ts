import * as v from 'valibot';
import { EngineError } from '../engine-error.ts';
import { takeRead } from './take-read.ts';

/**
 * Reads what a caller gave, and tells all that is wrong with it.
 *
 * @throws {EngineError} `field_not_described` for a member that nothing describes, else `invalid_parameters` with
 * every fault
 * @spec ER3, ER4, ER8
 */
export function readWhole<TSchema extends v.GenericSchema>(schema: TSchema, input: unknown): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;

  const stray = result.issues.find(({ expected }) => expected === 'never');
  if (stray !== undefined) throw new EngineError('field_not_described', { field: v.getDotPath(stray) ?? '' });
  const faults = result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: messageOf(issue) }));
  return takeRead({ ok: false, faults });
}

/** A schema that was given a message says it; the words of the library are for its own issues. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'validation' || !issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.received === 'undefined') return 'It is required.';
  return issue.expected === 'Object' ? 'Expected an object.' : `Expected ${issue.expected ?? 'another value'}.`;
}

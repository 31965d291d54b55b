import { EngineError } from '@botwright/core';
import * as v from 'valibot';

/**
 * Judges what a caller sent by its schema.
 *
 * A member that the schema does not describe is named before any other fault: it is most often the misspelt
 * cause of the others.
 *
 * @throws {EngineError} `field_not_described`, `invalid_parameters`; `field` names the member at fault.
 * @spec HT16, HT35, HT36
 */
export function checkInput<TSchema extends v.GenericSchema>(schema: TSchema, input: unknown): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;

  const unknown = result.issues.find(isUnknownMember);
  if (unknown !== undefined) throw new EngineError('field_not_described', fieldOf(unknown));
  const [first] = result.issues;
  throw new EngineError('invalid_parameters', { ...fieldOf(first), message: explain(first) });
}

function isUnknownMember(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

function fieldOf(issue: v.BaseIssue<unknown>): { readonly field?: string } {
  const field = v.getDotPath(issue);
  return field === null ? {} : { field };
}

function explain(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object') return 'This member is required.';
  return issue.kind === 'validation' || issue.type === 'custom' ? issue.message : `Expected ${issue.expected}.`;
}

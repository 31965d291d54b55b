import * as v from 'valibot';
import { faultMessages } from './fault-messages.ts';
import { emptyInput, type Issue, maxFaults, notDescribed, plainMessage } from './schema-issue.ts';

/** A fault of one member of an input. */
export interface InputFault {
  /** Path of the member, such as `message.url`; empty for the whole input. */
  readonly field: string;
  /** For people: one sentence. */
  readonly message: string;
}

export interface RefusedInput {
  readonly ok: false;
  /**
   * `field_not_described`: the schema does not describe a member. `empty_body`: the input has no effective member.
   * `invalid_parameters`: everything else.
   */
  readonly code: 'field_not_described' | 'empty_body' | 'invalid_parameters';
  /** 1 to 100, in the order of reading; undescribed members come first. */
  readonly faults: readonly InputFault[];
}

export type InputRead<T> = { readonly ok: true; readonly value: T } | RefusedInput;

/** The longest path in a fault, because the sender chooses the member names. In UTF-16 units. */
const maxPathLength = 512;

/**
 * Checks and converts an input by its schema, and reports all its faults.
 *
 * @example
 * const read = readInput(hookCreationSchema, { url: 'ftp://example.org' });
 * // { ok: false, code: 'invalid_parameters', faults: [{ field: 'url', message: 'Expected an absolute http …' }] }
 * @spec ER3, ER4, ER8, MS6, MS45, ED27
 */
export function readInput<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
): InputRead<v.InferOutput<TSchema>> {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };

  const issues = result.issues.flatMap((issue) => innerIssues(issue));
  const undescribed = issues.filter(({ expected }) => expected === notDescribed);
  const others = issues.filter(({ expected }) => expected !== notDescribed);
  const isEmpty = undescribed.length === 0 && others[0]?.expected === emptyInput;
  return {
    ok: false,
    code: undescribed.length > 0 ? 'field_not_described' : isEmpty ? 'empty_body' : 'invalid_parameters',
    faults: [...undescribed, ...others].slice(0, maxFaults).map(faultOf),
  };
}

/**
 * For a union and an input object, returns the issues of the union's object schema, with paths relative to the whole
 * input.
 */
function innerIssues(issue: Issue): readonly Issue[] {
  const inner = (issue.issues ?? []).filter(({ path }) => path !== undefined);
  if (inner.length === 0) return [issue];
  const path = (each: Issue) => [...(issue.path ?? []), ...(each.path ?? [])] as unknown as NonNullable<Issue['path']>;
  return inner.flatMap((each) => innerIssues({ ...each, path: path(each) }));
}

function faultOf(issue: Issue): InputFault {
  const path = v.getDotPath(issue) ?? '';
  const field = path.length > maxPathLength ? `${path.slice(0, maxPathLength).toWellFormed()}…` : path;
  const { message, expected, received } = issue;
  if (!/^Invalid .*: (Expected|Received) /s.test(message)) return { field, message };
  const isMissing = received === 'undefined' && expected !== 'Object';
  return { field, message: isMissing ? faultMessages.required : plainMessage(issue) };
}

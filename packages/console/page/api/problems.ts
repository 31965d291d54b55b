import { isApiError } from '@botwright/client';

/** Describes an error in a sentence. */
export function problemText(error: unknown): string {
  if (isApiError(error, 'unreachable', 'timed_out')) {
    return 'The connection broke before the server answered. Try again; nothing that you typed is lost.';
  }
  if (isApiError(error)) {
    const { problem, requestId, status } = error;
    return status !== undefined && status >= 500 && requestId !== undefined
      ? `${problem} (Request ${requestId})`
      : problem;
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * Describes an error for each field of a form. The Platform API names the fields; the Bots API has codes for some, and
 * otherwise begins its message with the field.
 *
 * @param fields - The names of the form's fields.
 * @param codes - Fields by error code.
 * @returns Messages by field; under the empty name the problems of no field.
 * @spec CO33
 */
export function fieldProblems(
  error: unknown,
  fields: readonly string[],
  codes: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (error === undefined) return {};
  if (!isApiError(error)) return { '': problemText(error) };
  const named = Object.entries(error.fields).filter(([field]) => fields.includes(field));
  if (named.length > 0) {
    const others = Object.entries(error.fields).filter(([field]) => !fields.includes(field));
    return {
      ...Object.fromEntries(named.map(([field, messages]) => [field, messages.join(' ')])),
      ...(others.length > 0 && { '': others.flatMap(([, messages]) => messages).join(' ') }),
    };
  }
  const field = codes[error.code] ?? fields.find((name) => new RegExp(`^\\W?${name}\\b`).test(error.problem));
  return { [field ?? '']: problemText(error) };
}

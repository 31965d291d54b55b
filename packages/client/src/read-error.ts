import type { ApiErrorDetails, StatusErrorCode } from './api-error.ts';
import type { Violation } from './generated/bots-calls.ts';

/** Reads the body of an error; `undefined` for a body that the interface never sends. */
export type ErrorReader = (body: Readonly<Record<string, unknown>>) =>
  | (Partial<Pick<ApiErrorDetails, 'code' | 'violations' | 'violationsTotal' | 'fields'>> & {
      readonly problem: string;
    })
  | undefined;

/** @spec CL13 */
export const readBotsError: ErrorReader = ({ error, detail }) => {
  if (typeof detail === 'string') return { problem: detail };
  if (!isObject(error)) return undefined;
  const { code, message, violations, violations_total: total } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return {
    code,
    problem: message,
    ...(Array.isArray(violations) && { violations: violations as readonly Violation[] }),
    ...(typeof total === 'number' && { violationsTotal: total }),
  };
};

/** @spec CL14 */
export const readPlatformError: ErrorReader = ({ errors }) => {
  if (!isObject(errors)) return undefined;
  const entries = Object.entries(errors).map(([field, messages]) => [field, textsIn(messages)] as const);
  const all = entries.flatMap(([field, messages]) =>
    messages.map((message) => (field === 'non_field_errors' ? message : `${field}: ${message}`)),
  );
  return { problem: all.join(' '), fields: Object.fromEntries(entries) };
};

/** @spec CL14 */
export const readChatError: ErrorReader = ({ error }) => (typeof error === 'string' ? { problem: error } : undefined);

const codeByStatus: ReadonlyMap<number, StatusErrorCode> = new Map([
  [400, 'malformed'],
  [401, 'not_authenticated'],
  [402, 'payment_required'],
  [403, 'permission_denied'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [409, 'conflict'],
  [413, 'request_too_large'],
  [422, 'invalid_parameters'],
  [429, 'too_many_requests'],
] as const);

/** The code of an error without one. @spec CL14 */
export function readCode(status: number): StatusErrorCode {
  return codeByStatus.get(status) ?? (status >= 500 ? 'internal_error' : 'refused');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

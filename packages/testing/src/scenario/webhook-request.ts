import { type AwaitedEffect, isJsonObject, type JsonValue } from '@botwright/core/conversation';
import { lostNumbers } from '@botwright/core/files';
import type { ScenarioStep } from './scenario.ts';

type Expected = Extract<ScenarioStep, { effect: unknown }>['effect'];
type WebhookEffect = Extract<AwaitedEffect, { readonly kind: 'webhook' }>;

/** In UTF-16 units: nobody reads a longer body in a scenario. */
const longestBody = 2_000;

/** Headers that may carry credentials, which belong into no second file. */
const secretHeader = /auth|cookie|key|password|secret|token|signature/i;

/** The request of a webhook as a scenario expects it, without credentials. @spec SF12 */
export function expectedWebhook({ method, url, headers, body }: WebhookEffect): Expected {
  const shown = headers.filter(({ name }) => !secretHeader.test(name)).map(({ name, value }) => [name, value] as const);
  return {
    kind: 'webhook',
    method,
    url,
    ...(shown.length > 0 && { headers: Object.fromEntries(shown) }),
    ...(body !== undefined && body !== '' && body.length <= longestBody && { body: writtenBody(body) }),
  };
}

/** JSON as values: their order and spaces do not matter. */
function writtenBody(body: string): JsonValue {
  const value = jsonOf(body);
  const isExact = lostNumbers(body).next().done === true;
  return isJson(value) && isExact ? value : body;
}

/** A list or an object that is no pattern of a text. */
function isJson(value: unknown): value is JsonValue & object {
  if (typeof value !== 'object' || value === null) return false;
  return !('contains' in value || 'matches' in value);
}

/**
 * The members of a request as a scenario compares them: headers by their names in any case, and the value of a JSON body
 * if one is expected.
 *
 * @spec SF12
 */
export function comparedMember(found: JsonValue, name: string, expected: unknown): JsonValue {
  if (name === 'body' && isJson(expected) && typeof found === 'string') return jsonOf(found) ?? found;
  if (name !== 'headers' || !isJsonObject(expected) || !Array.isArray(found)) return found;
  const headers = found as unknown as WebhookEffect['headers'];
  return Object.fromEntries(
    Object.keys(expected).map((wanted) => {
      const same = headers.filter((header) => header.name.toLowerCase() === wanted.toLowerCase());
      return [wanted, same.length === 0 ? null : same.map(({ value }) => value).join(', ')];
    }),
  );
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

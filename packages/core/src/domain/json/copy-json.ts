import type { JsonValue } from './json-value.ts';

/** Copies a JSON value whole, so that freezing or changing the copy leaves the caller's own alone. */
export function copyJson<T extends JsonValue>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

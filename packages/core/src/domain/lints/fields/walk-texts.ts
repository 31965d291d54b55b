import { isJsonList, isJsonObject, type JsonValue } from '../../json/json-value.ts';

/** Visits every text of a value, at any depth, in no promised order. Never recurses. */
export function walkTexts(value: JsonValue, visit: (text: string) => void): void {
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') visit(next);
    else if (isJsonList(next)) for (const item of next) open.push(item);
    else if (isJsonObject(next)) for (const item of Object.values(next)) open.push(item);
  }
}

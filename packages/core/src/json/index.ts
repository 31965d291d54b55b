/** @module JSON texts without loss: the numbers that JavaScript would change, and where they are. Runs in a browser. */
export { type JsonObject, type JsonValue, jsonPointer } from '../domain/json/json-value.ts';
export { isChangedWhole, isLostNumber, lostNumbers, type WrittenNumber } from '../domain/json/lost-numbers.ts';
export { parseExactJson } from '../domain/json/parse-exact-json.ts';

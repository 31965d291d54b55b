/**
 * @module Reads texts and files of people: finds numbers that JavaScript would change, and relinks bots by their
 *   numbers in files. Runs in a browser.
 */
export {
  isLinkedBot,
  type LinkableBot,
  type LinkHead,
  type LinkHeads,
  readLinkHeads,
} from '../domain/diagram/link-heads.ts';
export { type LinkingFile, type LinkPlan, type LinkTarget, planLinks } from '../domain/diagram/plan-links.ts';
export { type JsonValue, jsonPointer } from '../domain/json/json-value.ts';
export { isChangedWhole, isLostNumber, lostNumbers } from '../domain/json/lost-numbers.ts';
export { parseExactJson } from '../domain/json/parse-exact-json.ts';

/**
 * @module What reads texts and files of people: numbers that JavaScript would change, with their places, and what the
 * numbers of bots in files mean. Runs in a browser.
 */
export {
  isMeant,
  type LinkableBot,
  type LinkHead,
  type LinkHeads,
  readLinkHeads,
} from '../domain/diagram/link-heads.ts';
export {
  type LinkingFile,
  type LinkPlan,
  type LinkPlanContext,
  type LinkTarget,
  planLinks,
} from '../domain/diagram/plan-links.ts';
export { type JsonObject, type JsonValue, jsonPointer } from '../domain/json/json-value.ts';
export { isChangedWhole, isLostNumber, lostNumbers, type WrittenNumber } from '../domain/json/lost-numbers.ts';
export { parseExactJson } from '../domain/json/parse-exact-json.ts';

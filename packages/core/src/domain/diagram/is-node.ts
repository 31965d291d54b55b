import { isJsonObject, ownMember } from '../json/json-value.ts';
import type { DiagramNode } from './diagram.ts';

const optionalMembers = [
  ['path', 'string'],
  ['name', 'string'],
  ['top', 'number'],
  ['left', 'number'],
  ['isTarget', 'boolean'],
] as const;

/**
 * Tells a well-formed node: `id` and `template` are strings, `params` is an object, and `path`, `name`, `top`,
 * `left` and `isTarget` have their type where they are there (`null` has none).
 *
 * @spec DG5
 */
export function isNode(value: unknown): value is DiagramNode {
  if (!isJsonObject(value)) return false;
  if (typeof ownMember(value, 'id') !== 'string' || typeof ownMember(value, 'template') !== 'string') return false;
  if (!isJsonObject(ownMember(value, 'params'))) return false;
  return optionalMembers.every(([member, type]) => !Object.hasOwn(value, member) || typeof value[member] === type);
}

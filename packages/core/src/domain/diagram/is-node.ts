import { isJsonObject } from '../json/json-value.ts';
import type { DiagramNode } from './diagram.ts';

/**
 * Tells a well-formed node: `id` and `template` are strings, `params` is an object, and `path`, `name`, `top`,
 * `left` and `isTarget` have their type where they are there (`null` has none).
 *
 * Runs for every node at every check: reads each member once, by a name that is written out.
 *
 * @spec DG5
 */
export function isNode(value: unknown): value is DiagramNode {
  if (!isJsonObject(value)) return false;
  if (typeof value['id'] !== 'string' || typeof value['template'] !== 'string') return false;
  if (!isJsonObject(value['params'])) return false;
  const { path, name, top, left, isTarget } = value;
  return (
    (path === undefined || typeof path === 'string') &&
    (name === undefined || typeof name === 'string') &&
    (top === undefined || typeof top === 'number') &&
    (left === undefined || typeof left === 'number') &&
    (isTarget === undefined || typeof isTarget === 'boolean')
  );
}

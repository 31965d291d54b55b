import { isJsonList, isJsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';

/** Compares two JSON values by what they hold; the order of an object's members does not matter. @spec RN82 */
export function isEqualJson(left: JsonValue, right: JsonValue, work: Work): boolean {
  work.charge(costs.element);
  if (isJsonList(left)) {
    return (
      isJsonList(right) &&
      left.length === right.length &&
      left.every((entry, index) => isEqualJson(entry, right[index] as JsonValue, work))
    );
  }
  if (isJsonObject(left)) {
    const keys = Object.keys(left);
    work.charge(keys.length * costs.element);
    if (!isJsonObject(right) || keys.length !== Object.keys(right).length) return false;
    return keys.every((key) => {
      const other = ownMember(right, key);
      return other !== undefined && isEqualJson(left[key] as JsonValue, other, work);
    });
  }
  if (typeof left === 'string') work.charge(left.length * costs.character);
  return left === right;
}

import { isJsonList, isJsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';

/** Compares two JSON values by what they hold; the order of an object's members does not matter. @spec RN82 */
export function isEqualJson(left: JsonValue, right: JsonValue): boolean {
  if (isJsonList(left)) {
    return (
      isJsonList(right) &&
      left.length === right.length &&
      left.every((entry, index) => isEqualJson(entry, right[index] as JsonValue))
    );
  }
  if (isJsonObject(left)) {
    const keys = Object.keys(left);
    if (!isJsonObject(right) || keys.length !== Object.keys(right).length) return false;
    return keys.every((key) => {
      const other = ownMember(right, key);
      return other !== undefined && isEqualJson(left[key] as JsonValue, other);
    });
  }
  return left === right;
}

import type { ParamType } from '../../blocks/block-definition.ts';
import { isJsonObject, type JsonValue } from '../../json/json-value.ts';

/** @spec RU34 */
export function hasType(value: JsonValue, type: ParamType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
  }
}

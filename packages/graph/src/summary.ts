import type { JsonObject, JsonValue } from '@botwright/core/diagram';

/** Params that describe a block best, the best first. Many blocks of hosts have them, too. */
const tellingParams = [
  'text',
  'question',
  'message',
  'expression',
  'url',
  'caption',
  'prompt',
  'instructions',
  'scheduling_url',
  'bot_name',
  'bot',
];

/** A few words about a block, from its params; `''` if they say nothing. */
export function summaryOf(params: JsonObject): string {
  const { conditions, match, field, value, action, url, method } = params;
  if (Array.isArray(conditions)) {
    return conditions.map(conditionText).join(match === 'any' ? ' or ' : ' and ');
  }
  if (isText(field)) return action === 'UNSET' ? `clear ${field}` : `${field} = ${valueText(value)}`;
  if (isText(method) && isText(url)) return `${method} ${url}`;
  for (const name of tellingParams) {
    const said = params[name];
    if (isText(said) || typeof said === 'number') return String(said);
  }
  return '';
}

function conditionText(condition: JsonValue): string {
  if (typeof condition !== 'object' || condition === null) return valueText(condition);
  const { field, operator, value } = condition as JsonObject;
  const name = isText(operator) ? operator.replaceAll('_', ' ') : '';
  return [valueText(field), name, valueText(value)].filter((part) => part !== '').join(' ');
}

function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

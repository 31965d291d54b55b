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
  const { conditions, cases, field, value, action, url, method } = params;
  if (Array.isArray(conditions)) return conditionsText(params);
  if (Array.isArray(cases)) return cases.map(caseText).join('; ');
  if (isText(field)) return changeText(field, action, valueText(value));
  if (isText(method) && isText(url)) return `${method} ${url}`;
  for (const name of tellingParams) {
    const said = params[name];
    if (isText(said) || typeof said === 'number') return String(said);
  }
  return '';
}

function changeText(field: string, action: JsonValue | undefined, value: string): string {
  switch (action) {
    case 'UNSET':
      return `clear ${field}`;
    case 'APPEND':
      return `append ${value} to ${field}`;
    case 'REMOVE':
      return `remove ${value} from ${field}`;
    case 'ADD':
      return `add ${value} to ${field}`;
    default:
      return `${field} = ${value}`;
  }
}

function caseText(each: JsonValue): string {
  if (typeof each !== 'object' || each === null) return valueText(each);
  const { id, name } = each as JsonObject;
  return `${isText(name) ? name : valueText(id)}: ${conditionsText(each as JsonObject)}`;
}

function conditionsText({ conditions, match }: JsonObject): string {
  if (!Array.isArray(conditions)) return '';
  return conditions.map(conditionText).join(match === 'any' ? ' or ' : ' and ');
}

function conditionText(condition: JsonValue): string {
  if (typeof condition !== 'object' || condition === null) return valueText(condition);
  const { field, operator, value, formula } = condition as JsonObject;
  if (isText(formula)) return formula;
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

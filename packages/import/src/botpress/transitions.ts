import type { JsonObject } from '@botwright/core/diagram';
import type { Column } from '../bot-work.ts';
import { translateCondition } from '../code/translate-code.ts';
import { excerpt } from '../plain-texts.ts';
import type { Reading } from './reading.ts';
import type { SourceNode, Transition } from './source.ts';
import { lastIntent } from './variables.ts';

/** The intent that a condition asks for, if it asks for nothing else. */
export function intentOf({ condition }: Transition): string | undefined {
  const [, , compared] = /^event\.nlu\.intent\.name\s*={2,3}\s*(['"])([^'"]+)\1$/.exec(condition) ?? [];
  const [, , named] = /^event\.nlu\.intent\.is\(\s*(['"])([^'"]+)\1\s*\)$/.exec(condition) ?? [];
  return compared ?? named;
}

/** The name of the source for a sentence without an intent. */
export const noIntent = 'none';

export const isAlways = ({ condition }: Transition): boolean => /^(?:true|always|)$/.test(condition);

/**
 * Adds the blocks that choose between transitions, in their order.
 *
 * @param isDecided - Whether a transition is handled by the block before.
 * @spec IB6
 */
export function choose(
  reading: Reading,
  node: SourceNode,
  column: Column,
  isDecided: (transition: Transition) => boolean = () => false,
): string | undefined {
  const { work, resolve, say } = reading;
  const cases: { readonly condition: JsonObject; readonly to: string | undefined }[] = [];
  // Without a transition the conversation ends.
  let otherwise = resolve('', node, node.element);
  let isClosed = false;
  for (const transition of node.next) {
    if (isDecided(transition)) continue;
    const { element, condition, target } = transition;
    const to = resolve(target, node, element);
    if (isClosed) {
      say(element, ['carried', 'carried', 'The transition is never taken, as in the source.']);
      continue;
    }
    if (isAlways(transition)) {
      otherwise = to;
      isClosed = true;
      say(element, ['carried', 'carried', 'The transition is a connection.'], to);
      continue;
    }
    const read = conditionOf(transition, reading);
    if (read === undefined) {
      say(element, ['lost', 'condition-formula', `The condition ${excerpt(condition)} has no form, and never holds.`]);
      continue;
    }
    if (typeof read === 'boolean') {
      say(element, ['carried', 'carried', 'The condition always has one result.'], to);
      if (read) {
        otherwise = to;
        isClosed = true;
      }
      continue;
    }
    cases.push({ condition: read, to });
    say(element, ['carried', 'carried', 'The transition is a condition.'], to);
  }
  if (cases.length === 0) return otherwise;
  const { at } = work;
  if (cases.length > 1 && at.has('switch') && cases.length <= at.mostOf('switch', 'cases')) {
    return work.add(
      'switch',
      { cases: cases.map(({ condition }, nth) => ({ id: `case${nth + 1}`, match: 'all', conditions: [condition] })) },
      [...cases.map(({ to }, nth) => [`$case${nth + 1}`, to] as const), ['$else', otherwise]],
      column,
    );
  }
  let next = otherwise;
  for (const { condition, to } of [...cases].reverse()) {
    next = work.add(
      'conditions',
      { match: 'all', conditions: [condition] },
      [
        ['true', to],
        ['false', next],
      ],
      column,
    );
  }
  return next;
}

/** A condition of a block, or its constant result. */
function conditionOf(transition: Transition, { variables, work }: Reading): JsonObject | boolean | undefined {
  const intent = intentOf(transition);
  if (intent !== undefined) {
    if (!work.at.has('understand')) return undefined;
    const field = variables.fieldOf(lastIntent);
    return intent === noIntent ? { field, operator: 'is_not_set' } : { field, operator: 'is', value: intent };
  }
  const { condition } = transition;
  const simple = presenceOf(condition, variables.fieldOf);
  if (simple !== undefined) return simple;
  const code = variables.inCode(condition);
  if (code === undefined) return undefined;
  const read = translateCondition(code, {
    fieldOf: variables.fieldOfCodeName,
    hasTextFunctions: work.at.has('switch'),
    isMissingEmpty: true,
  });
  if (read.kind === 'constant') return read.holds;
  if (read.kind === 'unknown') return undefined;
  const formula = { formula: read.expression };
  return work.at.accepts('conditions', { match: 'all', conditions: [formula] }) ? formula : undefined;
}

/** `user.name !== undefined` and `user.name === null` as conditions that authors read. */
function presenceOf(condition: string, fieldOf: (key: string) => string): JsonObject | undefined {
  const [, key, sign] = /^((?:user|temp|session)\.\w+) *([!=])==? *(?:undefined|null)$/.exec(condition) ?? [];
  if (key === undefined) return undefined;
  return { field: fieldOf(key), operator: sign === '=' ? 'is_not_set' : 'is_set' };
}

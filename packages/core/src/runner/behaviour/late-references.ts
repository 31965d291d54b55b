import { type LateReference, lateReferences } from '../../domain/conversation/effects.ts';
import { hashOfText } from '../../domain/conversation/hash-of-text.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { ExecutionContext } from './block-behaviour.ts';

/** Placeholders by late reference. */
type Placeholders = Readonly<Partial<Record<LateReference, string>>>;

/** Late references in the params of each block, remembered as long as its diagram is in memory. */
const known = new WeakMap<JsonObject, readonly LateReference[]>();

/** The late references that a block has in any of its params. */
export function lateReferencesIn(params: JsonObject): readonly LateReference[] {
  const found = known.get(params) ?? lateReferences.filter((name) => holdsText(params, `@{${name}}`));
  known.set(params, found);
  return found;
}

function holdsText(params: JsonValue, text: string): boolean {
  const pending: JsonValue[] = [params];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string' && next.includes(text)) return true;
    if (isJsonList(next)) for (const entry of next) pending.push(entry);
    else if (isJsonObject(next)) for (const member of Object.values(next)) pending.push(member);
  }
  return false;
}

/**
 * Makes the context in which late references are filled with placeholders. A placeholder is a text that no syntax can
 * take for more than a text, and that nobody can guess who does not know the conversation's id.
 *
 * @param names - Default: those in the params of the block.
 * @returns The context, and the member `late` of the effect; the same context and nothing without late references.
 * @spec LM20, LM21
 */
export function withLateReferences(
  context: ExecutionContext,
  names: readonly LateReference[] = lateReferencesIn(context.params),
): { readonly context: ExecutionContext; readonly late?: Placeholders } {
  const { fields, conversation, step, node, budget } = context;
  if (names.length === 0) return { context };
  budget.charge(Object.keys(fields).length * costs.field + (conversation.length + node.length) * costs.character);
  const key = hashOfText(JSON.stringify([conversation, step, node])).toString(36);
  const late = Object.fromEntries(names.map((name) => [name, `[${name} ${key}]`]));
  const written = Object.entries(late).map(([name, value]) => [name, { type: 'string', value }] as const);
  return { context: { ...context, fields: { ...fields, ...Object.fromEntries(written) } }, late };
}

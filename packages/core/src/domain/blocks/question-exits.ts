import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import type { BlockDefinition, BlockProblem, OutputDerivation, ParamDefinition } from './block-definition.ts';
import { param } from './describe-block.ts';
import { type EntryRules, entriesCheck } from './list-entries.ts';
import { destinationField, mostEntries } from './saved-field.ts';

/** The ways out of a question beside its answers. */
export type ExitId = 'invalid' | 'timeout' | 'skipped' | 'none';

/** Of `attempts`: wrong answers of one question. */
export const attemptBounds = { min: 1, max: 20 };
export const defaultAttempts = 3;
/** Of `seconds`: 5 seconds to 30 days. */
export const timeOutBounds = { min: 5, max: 2_592_000 };

const membersOf: Readonly<Record<ExitId, ReturnType<EntryRules>>> = {
  invalid: { 'attempts?': attemptBounds },
  timeout: { seconds: timeOutBounds },
  skipped: { label: 'text' },
  none: {},
};

const described: Readonly<Record<ExitId, string>> = {
  invalid: `After so many attempts (default ${defaultAttempts}), wrong answers leave by $invalid.`,
  timeout: 'Silence of so many seconds leaves by $timeout.',
  skipped: 'A button with the label leaves by $skipped.',
  none: 'With nothing to offer it leaves by $none.',
};

/** @param ids - The exits that the question may have. @spec EX1 */
export function exitsParam(ids: readonly ExitId[]): ParamDefinition {
  const entry = 'List of {id, attempts?, seconds?, label?, fallback?}. Numbers: attempts, seconds.';
  const effects = ids.map((id) => described[id]).join(' ');
  return param('exits', 'array', {
    rules: { maxItems: 4 },
    description: `${entry} Ids: ${ids.join(', ')}. Each at most once. ${effects} fallback is the value that destination gets then.`,
  });
}

export const exitOutputs: OutputDerivation = { param: 'exits', each: 'id', prefix: '$' };

/** The entry of an exit, and its index. */
interface Exit {
  readonly id: string;
  readonly entry: JsonObject;
  readonly index: number;
}

function exitsIn(params: JsonObject): readonly Exit[] {
  const entries = ownMember(params, 'exits');
  if (!isJsonList(entries)) return [];
  return entries.slice(0, mostEntries).flatMap((entry, index): readonly Exit[] => {
    const id = isJsonObject(entry) ? ownMember(entry, 'id') : undefined;
    return isJsonObject(entry) && typeof id === 'string' ? [{ id, entry, index }] : [];
  });
}

/** The first entry of an exit. */
export function findExit(params: JsonObject, id: ExitId): JsonObject | undefined {
  return exitsIn(params).find((exit) => exit.id === id)?.entry;
}

/** The index of the first entry of an exit. */
export function exitIndexOf(params: JsonObject, id: ExitId): number | undefined {
  return exitsIn(params).find((exit) => exit.id === id)?.index;
}

/** Whether an exit may write a value that is no text. */
export function savesOtherThanText(params: JsonObject): boolean {
  return exitsIn(params).some(({ entry }) => typeof (ownMember(entry, 'fallback') ?? '') !== 'string');
}

/** An exit sets the Field of the destination by its fallback only. @spec EX8 */
export function fieldsAfterExit(params: JsonObject, output: string): readonly string[] {
  const exit = exitsIn(params).find(({ id }) => output === `$${id}`);
  return exit === undefined || Object.hasOwn(exit.entry, 'fallback') ? destinationField(params) : [];
}

/**
 * Makes the checks of the entries of `exits`.
 *
 * @param others - The list params whose entries have ids.
 * @spec EX2, EX3
 */
export function exitsCheck(ids: readonly ExitId[], others: readonly string[]): NonNullable<BlockDefinition['check']> {
  const checkEntries = entriesCheck('exits', (entry) => {
    const id = ids.find((each) => each === ownMember(entry, 'id'));
    return { id: ids, ...(id !== undefined && membersOf[id]) };
  });
  return (params) => [...checkEntries(params), ...takenExits(params, ids, others)];
}

function takenExits(params: JsonObject, ids: readonly string[], others: readonly string[]): readonly BlockProblem[] {
  const exits = exitsIn(params).filter(({ id }) => ids.includes(id));
  if (exits.length === 0) return [];
  const taken = new Map<string, string>();
  for (const list of others) {
    const entries = ownMember(params, list);
    for (const entry of isJsonList(entries) ? entries.slice(0, mostEntries) : []) {
      const id = isJsonObject(entry) ? ownMember(entry, 'id') : undefined;
      if (typeof id === 'string') taken.set(id, `an entry of "${list}"`);
    }
  }
  return exits.flatMap(({ id, index }): readonly BlockProblem[] => {
    const by = taken.get(id);
    if (by === undefined) {
      taken.set(id, `entry ${index + 1}`);
      return [];
    }
    const message = `entry ${index + 1} of "exits" has the id "${id}", which ${by} has too.`;
    return [{ code: 'exit_taken', message, param: 'exits', at: [index, 'id'] }];
  });
}

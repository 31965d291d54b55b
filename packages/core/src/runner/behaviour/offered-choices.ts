import { findField } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import { readJsonPointer, valueAt } from '../field/json-pointer.ts';
import { fillJson } from '../text/fill-json.ts';
import { cutText, fieldText, fillText } from '../text/fill-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { ExecutionContext } from './block-behaviour.ts';
import type { WritingChoice } from './choice.ts';
import { conditionsHold } from './conditions-hold.ts';
import { fieldName } from './field-writes.ts';
import { entriesParam, textParam } from './params.ts';

/** The entries of a list param with no `show`, or with one that holds. @spec CX6 */
export function offeredEntries(context: ExecutionContext, param: string): readonly JsonObject[] {
  const { explain: _, ...silent } = context;
  return entriesParam(context.params, param, context.budget).filter((entry) => {
    const show = ownMember(entry, 'show');
    return !isJsonObject(show) || conditionsHold(silent, show);
  });
}

/**
 * The choice that an entry of a list param makes.
 *
 * @param labelled - The member with the label. A blank one gives way to the id.
 * @returns `undefined` for an entry without an id.
 * @spec RN67, CX7, CX9
 */
export function choiceOfEntry(
  { fields, limits, budget }: ExecutionContext,
  entry: JsonObject,
  labelled: string,
): WritingChoice | undefined {
  const id = ownMember(entry, 'id');
  if (typeof id !== 'string' || id === '') return undefined;
  const written = fillText(textParam(entry, labelled), fields, limits.textLength, budget);
  const label = isBlank(written, budget) ? id : written;
  const value = ownMember(entry, 'value');
  const saved = value === undefined ? undefined : typedValue(fillJson(value, fields, limits.textLength, budget));
  const words = ownMember(entry, 'words');
  return {
    payload: `$${id}`,
    label,
    field: saved ?? { type: 'string', value: label },
    ...(isJsonList(words) && { words: words.filter((word) => typeof word === 'string') }),
  };
}

/** The choices that the entries of a list param make. @spec RN67 */
export function choicesOfEntries(context: ExecutionContext, param: string): readonly WritingChoice[] {
  return offeredEntries(context, param).flatMap((entry) => choiceOfEntry(context, entry, 'label') ?? []);
}

/** Entries of a Field that are offered. */
const mostListed = 100;

/**
 * The choices that the entries of the Field `list` make. An entry without a visible label makes none.
 *
 * @spec CX10, CX11
 */
export function choicesOfList({ params, fields, limits, budget }: ExecutionContext): readonly WritingChoice[] {
  const name = fieldName(ownMember(params, 'list'));
  const list = name === undefined ? undefined : findField(fields, name)?.value;
  const [labelPath, valuePath] = [pathParam('labelPath'), pathParam('valuePath')];
  if (!isJsonList(list) || labelPath === undefined || valuePath === undefined) return [];
  return list.slice(0, mostListed).flatMap((entry, index): readonly WritingChoice[] => {
    budget.charge(costs.entry + (labelPath.length + valuePath.length) * costs.element);
    const label = labelOf(valueAt(entry, labelPath));
    if (isBlank(label, budget)) return [];
    const field = typedValue(valueAt(entry, valuePath)) ?? { type: 'string', value: label };
    return [{ payload: `$item:${index + 1}`, label, field, output: '$item' }];
  });

  function pathParam(param: string): readonly string[] | undefined {
    const path = textParam(params, param);
    budget.charge(path.length * costs.encodedCharacter);
    return readJsonPointer(path);
  }

  function labelOf(value: JsonValue | undefined): string {
    const label = cutText(fieldText(value, budget), limits.textLength);
    budget.charge(label.length * costs.character);
    return label;
  }
}

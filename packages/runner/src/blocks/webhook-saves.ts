import { type JsonValue, ownMember } from '@botwright/core/diagram';
import type { Visit } from '../behaviour/block-behaviour.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import { writeAnswered } from '../behaviour/write-field.ts';
import { type FieldWrite, fieldName } from '../field/field.ts';
import { typedValue } from '../field/typed-value.ts';
import { type JsonPointer, readJsonPointer, valueAt } from '../text/json-pointer.ts';
import { costs } from '../work/costs.ts';

/** A part of the answer, and the Field that it goes to. */
interface Save {
  readonly pointer: JsonPointer;
  readonly name: string | undefined;
}

/** @returns `undefined` when one of the paths is no pointer. @spec RN124 */
export function savesOf({ params, work }: Visit): readonly Save[] | undefined {
  const saves: Save[] = [];
  for (const written of entriesParam(params, 'saves', work)) {
    const path = textParam(written, 'path');
    work.charge(path.length * costs.encodedCharacter);
    const pointer = readJsonPointer(path);
    if (pointer === undefined) return undefined;
    saves.push({ pointer, name: fieldName(ownMember(written, 'destination')) });
  }
  return saves;
}

/** Writes the parts that are there; a part that is `null` removes its Field. @spec RN124 */
export function saveParts(saves: readonly Save[], body: JsonValue | undefined): readonly FieldWrite[] {
  return saves.flatMap(({ pointer, name }) => {
    const part = body === undefined ? undefined : valueAt(body, pointer);
    return part === undefined ? [] : writeAnswered(name, typedValue(part));
  });
}

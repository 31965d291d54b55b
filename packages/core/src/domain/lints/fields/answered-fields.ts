import type { BlockDefinition } from '../../blocks/block-definition.ts';
import type { JsonValue } from '../../json/json-value.ts';
import type { DiagramIndex } from '../../rules/diagram-index.ts';
import { fieldsSet, forEachText } from './block-fields.ts';

/** The Fields that blocks of some kinds fill. */
export function fieldsFilledBy(
  { groups }: DiagramIndex,
  isFilling: (definition: BlockDefinition) => boolean,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, blocks } of groups) {
    if (kind === undefined || !isFilling(kind.definition)) continue;
    for (const block of blocks) for (const name of fieldsSet(block)) names.add(name);
  }
  return names;
}

/** The Fields that blocks which wait for the visitor fill. */
export function answeredFields(index: DiagramIndex): ReadonlySet<string> {
  return fieldsFilledBy(index, ({ waits }) => waits);
}

/** Finds one of these Fields in the texts of a value. */
export function fieldInTexts(value: JsonValue | undefined, names: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  forEachText(value ?? '', (text) => {
    for (const [, name = ''] of text.matchAll(/@\{([^{}]*)\}/g)) if (names.has(name)) found ??= name;
  });
  return found;
}

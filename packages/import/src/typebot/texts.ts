import type { JsonValue } from '@botwright/core/diagram';
import { translateCode } from '../code/translate-code.ts';
import { freeFieldName } from '../field-names.ts';
import { listOf, member, textOf } from '../json.ts';
import { withoutReferences } from '../plain-texts.ts';

/** `{{= code =}}`, then `{{name}}` and `${{name}}`. */
const codeOrName = /\{\{=(.+?)=\}\}|(\$?)\{\{([^{}]+)\}\}/gs;

/** A text in which Fields are written as `@{name}`. */
export interface FilledText {
  readonly text: string;
  /** Code in the text that has no translation; it is left out. */
  readonly dropped: readonly string[];
}

/** The variables of a bot, and the Fields that they become. */
export interface Variables {
  /** The Field of a variable. */
  byId(id: JsonValue | undefined): string | undefined;
  byName(name: string): string | undefined;
  /** @param quote - For the text between variables. */
  fill(text: JsonValue | undefined, quote?: (text: string) => string): FilledText;
  /** Replaces variables in code by names that a parser of JavaScript reads. */
  inCode(code: string): string;
  /** The Field of a name that `inCode` wrote. */
  fieldOfCodeName(name: string): string | undefined;
  readonly list: readonly {
    readonly at: number;
    readonly name: string;
    readonly field: string;
    readonly value: JsonValue | undefined;
  }[];
}

/** @param fieldName - The Field for the name of a variable. @spec IM13 */
export function readVariables(given: JsonValue | undefined, fieldName: (name: string) => string): Variables {
  const fields = new Map<string, string>();
  const ids = new Map<string, string>();
  const used = new Set<string>();
  const list = listOf(given).map((variable, at) => {
    const name = textOf(member(variable, 'name'));
    const known = fields.get(name);
    const field = known ?? freeFieldName(fieldName(name), used);
    used.add(field);
    if (known === undefined) fields.set(name, field);
    const id = textOf(member(variable, 'id'));
    if (!ids.has(id)) ids.set(id, field);
    return { at, name, field, value: member(variable, 'value') };
  });
  const inOrder = [...used];
  const codeNames = new Map(inOrder.map((field, at) => [field, `$field${at}`]));

  const inCode = (code: string): string =>
    code.replace(/(\$?)\{\{([^{}]+)\}\}/g, (_whole, dollar: string, name: string) => {
      const field = fields.get(name);
      // In a template literal the code has `${{{name}}}`, of which the inner part is the variable.
      return field === undefined ? `${dollar}undefined` : `${dollar}${codeNames.get(field)}`;
    });
  const fieldOfCodeName = (name: string): string | undefined => {
    const [, at] = /^\$field(\d{1,6})$/.exec(name) ?? [];
    return at === undefined ? undefined : inOrder[Number(at)];
  };

  return {
    list,
    byId: (id) => ids.get(textOf(id)),
    byName: (name) => fields.get(name),
    inCode,
    fieldOfCodeName,
    fill: (text, quoteMarks = (part) => part) => {
      const quote = (part: string) => quoteMarks(withoutReferences(part));
      const dropped: string[] = [];
      let filled = '';
      let end = 0;
      const source = textOf(text);
      for (const match of source.matchAll(codeOrName)) {
        const [whole, code, dollar = '', name = ''] = match;
        filled += quote(source.slice(end, match.index) + dollar);
        end = match.index + whole.length;
        if (code === undefined) {
          const field = fields.get(name);
          filled += field === undefined ? '' : `@{${field}}`;
          continue;
        }
        const read = translateCode(inCode(code), { fieldOf: fieldOfCodeName, hasTextFunctions: false });
        if (read.kind === 'text') filled += read.text;
        else if (read.kind === 'value') filled += quote(String(read.value));
        else if (read.kind === 'notCode') filled += quote(code);
        else dropped.push(code);
      }
      return { text: filled + quote(source.slice(end)), dropped };
    },
  };
}

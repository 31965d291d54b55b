import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { Column } from '../bot-work.ts';
import { listOf, member, textOf } from '../json.ts';
import { cleanPhrases, mostRoutes, type Route, understand } from '../understanding.ts';
import type { Reading } from './reading.ts';

/** Asks for one of the values of a list entity, and keeps it. */
export function understandValues(
  reading: Reading,
  column: Column,
  given: {
    readonly text: JsonObject | undefined;
    readonly values: readonly JsonValue[];
    readonly field: string;
    readonly to: string | undefined;
    readonly otherwise: string | undefined;
    readonly id: string;
  },
): string {
  const { work } = reading;
  const { text, values, field, to, otherwise, id } = given;
  const routes = values.slice(0, mostRoutes).flatMap((value): readonly Route[] => {
    const name = textOf(member(value, 'name'));
    const phrases = cleanPhrases([name, ...listOf(member(value, 'synonyms')).map(textOf)]);
    if (phrases.length === 0) return [];
    const key = work.add('set_a_field', { field, action: 'SET', value: name }, [['success', to]], column);
    return [{ name, phrases, to: key }];
  });
  return understand(work, column, {
    language: reading.source.language,
    text,
    routes,
    destination: undefined,
    otherwise,
    id,
  });
}

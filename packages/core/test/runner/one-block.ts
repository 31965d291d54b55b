import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { outputsOf, selectVariant } from '../../src/domain/blocks/variant.ts';
import type { FieldType } from '../../src/domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../src/domain/json/json-value.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { seen, type Talk, type TalkOptions, talkTo } from './talk.ts';

const catalog = createCatalog();

/**
 * A bot of one block, the greeting. Each of its outputs leads to a block that sends the output's name, so that
 * the messages show which output was taken.
 */
export function talkToBlock(name: string, params: JsonObject, options: TalkOptions = {}): Talk {
  const definition = catalog.byName(name);
  const variant = definition && selectVariant(definition, params);
  const outputs = variant === undefined ? [] : outputsOf(variant, params);
  const ends = outputs.map((output): [string, BlockSketch] => [`to${output}`, ['send_text', { text: output }]]);
  const connections = outputs.map((output) => `welcome.${output}--to${output}`);
  return talkTo(diagramOf({ welcome: [name, params], ...Object.fromEntries(ends) }, connections), options);
}

/** Answers a question once. @returns The stored value, or `refused`. */
export function answer(block: string, params: JsonObject, text: string): JsonValue {
  const talk = talkToBlock(block, { text: '?', destination: 'x', errorText: 'refused', ...params });
  talk.start();
  const [said = ''] = seen(talk.say(text));
  const field = talk.fields()['x'];
  return said === '$success' && field !== undefined ? [field.type, field.value] : said;
}

/** An answer with the type and the value that a question stores, under the params. */
export type Accepted = readonly [written: string, type: FieldType, value: JsonValue, params?: JsonObject];
export type Refused = readonly [written: string, params?: JsonObject];

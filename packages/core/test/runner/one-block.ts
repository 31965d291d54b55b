import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { outputsOf, selectVariant } from '../../src/domain/blocks/variant.ts';
import type { JsonObject } from '../../src/domain/json/json-value.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { type Talk, type TalkOptions, talkTo } from './talk.ts';

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

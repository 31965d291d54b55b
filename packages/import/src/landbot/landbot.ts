import type { Catalog, JsonValue } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import { readJson } from '../files/read-json.ts';
import { ImportError } from '../import-error.ts';
import type { Importer, ImportFile } from '../importer.ts';
import { isObject, member, textOf } from '../json.ts';
import { nameBots } from '../name-bots.ts';
import { readOldBot } from './read-old-bot.ts';

/** Blocks of a bot. */
const mostBlocks = 20_000;

/**
 * Reads diagrams of Landbot in the form of 2017: an object of blocks by their numbers.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IL1
 */
export function landbotImporter(catalog?: Catalog): Importer {
  return {
    system: 'landbot',
    detect: (files) =>
      files.some((file) => botIn(file) !== undefined) ? { version: '2017', certain: true } : undefined,
    read: (files, options) => {
      const found = files.flatMap((file) => {
        const json = botIn(file);
        return json === undefined ? [] : [{ json, path: file.path, name: '' }];
      });
      for (const { json, path } of found) {
        if (Object.keys(json).length > mostBlocks) throw new ImportError(`${path} has more than 20,000 blocks.`);
      }
      const at = blocksAtHand(catalog);
      const read = nameBots(found).map((bot) => readOldBot(bot, at, options));
      return {
        version: '2017',
        bots: read.map(({ bot }) => bot),
        entries: read.flatMap(({ entries }) => entries),
      };
    },
  };
}

/** The blocks of a file; `undefined` for a file that is none of this form. */
function botIn(file: ImportFile): { readonly [id: string]: JsonValue } | undefined {
  const read = readJson(file);
  if (!('json' in read) || !isObject(read.json)) return undefined;
  const blocks = Object.values(read.json);
  const isBlock = (block: JsonValue): boolean => /^__\w+__$/.test(textOf(member(block, 'function')));
  return blocks.length > 0 && blocks.every(isObject) && blocks.some(isBlock) ? read.json : undefined;
}

import type { Catalog, JsonValue } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import { readJson } from '../files/read-json.ts';
import { ImportError } from '../import-error.ts';
import type { Importer, ImportFile } from '../importer.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { nameBots } from '../name-bots.ts';
import { readBot } from './read-bot.ts';

/** Blocks of a bot. */
const mostBlocks = 20_000;

/**
 * Reads exports of Typebot, of the versions 3 to 6.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IM20
 */
export function typebotImporter(catalog?: Catalog): Importer {
  return {
    system: 'typebot',
    detect: (files) => {
      const found = files.flatMap((file) => botIn(file) ?? []);
      const version = found.map((bot) => textOf(member(bot, 'version'))).find((each) => each !== '');
      return found.length === 0 ? undefined : { version: version ?? '', certain: version !== undefined };
    },
    read: (files, options) => {
      const found = files.flatMap((file) => {
        const json = botIn(file);
        return json === undefined ? [] : [{ json, path: file.path, pointer: isAnswer(file) ? answerMember : '' }];
      });
      for (const { json, path } of found) requireReadable(json, path);
      const bots = nameBots(found.map((bot) => ({ ...bot, name: textOf(member(bot.json, 'name')) })));
      const linked = new Map<string, (typeof bots)[number]>();
      for (const bot of bots) {
        const id = textOf(member(bot.json, 'id'));
        if (id !== '' && !linked.has(id)) linked.set(id, bot);
      }
      const at = blocksAtHand(catalog);
      const read = bots.map((bot) => readBot(bot, linked, at, options));
      return {
        version: textOf(member(found[0]?.json, 'version')),
        bots: read.map(({ bot }) => bot),
        entries: read.flatMap(({ entries }) => entries),
      };
    },
  };
}

/** The bot of a file; `undefined` for a file that is none of this system. */
function botIn(file: ImportFile): JsonValue | undefined {
  const read = readJson(file);
  if (!('json' in read)) return undefined;
  const given = isAnswer(file) ? member(read.json, 'typebot') : read.json;
  const isBot = isObject(given) && Array.isArray(member(given, 'groups')) && Array.isArray(member(given, 'edges'));
  return isBot ? given : undefined;
}

/** Whether a file is an answer of Typebot's API, in which the bot is a member. */
function isAnswer(file: ImportFile): boolean {
  const read = readJson(file);
  return 'json' in read && isObject(member(read.json, 'typebot'));
}

const answerMember = '/typebot';

function requireReadable(bot: JsonValue, path: string): void {
  const version = textOf(member(bot, 'version'));
  if (version !== '' && !/^[3-6](?:\.\d+)?$/.test(version)) {
    throw new ImportError(`${path} is of version ${version} of Typebot: 3 to 6 can be imported.`);
  }
  const blocks = listOf(member(bot, 'groups')).reduce<number>(
    (count, group) => count + listOf(member(group, 'blocks')).length,
    0,
  );
  if (blocks > mostBlocks) throw new ImportError(`${path} has more than 20,000 blocks.`);
}

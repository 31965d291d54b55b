import type { Catalog } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import { readJson } from '../files/read-json.ts';
import { ImportError } from '../import-error.ts';
import type { Importer, ImportFile } from '../importer.ts';
import { member, textOf } from '../json.ts';
import { nameBots } from '../name-bots.ts';
import { readBot } from './read-bot.ts';
import { actionsIn, readSources } from './source.ts';

/** Actions of a bot. */
const mostActions = 20_000;

/**
 * Reads bots of the Bot Framework Composer, versions 1 and 2: folders and zips with `.dialog`, `.lg`, `.lu` and `.qna`.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IO1
 */
export function composerImporter(catalog?: Catalog): Importer {
  return {
    system: 'composer',
    detect: (files) => (files.some(isDialog) ? { version: '2', certain: true } : undefined),
    read: (files, options) => {
      const sources = readSources(files);
      for (const { dialogs, root } of sources) {
        const actions = dialogs.reduce((count, { json }) => count + actionsIn(json), 0);
        if (actions > mostActions) throw new ImportError(`${root || 'The bot'} has more than 20,000 actions.`);
      }
      const bots = nameBots(sources.map((source) => ({ source, name: source.main.id, path: source.main.path })));
      const at = blocksAtHand(catalog);
      const read = bots.map(({ source, key, name, number }) => readBot(source, { key, name, number }, at, options));
      return { version: '2', bots: read.map(({ bot }) => bot), entries: read.flatMap(({ entries }) => entries) };
    },
  };
}

function isDialog(file: ImportFile): boolean {
  if (!/\.dialog$/i.test(file.path)) return false;
  const read = readJson(file);
  return 'json' in read && textOf(member(read.json, '$kind')) === 'Microsoft.AdaptiveDialog';
}

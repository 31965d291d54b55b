import type { Catalog } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import { readJson } from '../files/read-json.ts';
import { ImportError } from '../import-error.ts';
import type { Importer, ImportFile } from '../importer.ts';
import { member, textOf } from '../json.ts';
import { nameBots } from '../name-bots.ts';
import { readBot } from './read-bot.ts';
import { readSource } from './source.ts';

/** Nodes of a bot. */
const mostNodes = 20_000;

/**
 * Reads bots of Botpress v12: folders, zips and `.tgz` exports.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IB1
 */
export function botpressImporter(catalog?: Catalog): Importer {
  return {
    system: 'botpress',
    detect: (files) => (rootsOf(files).length === 0 ? undefined : { version: '12', certain: true }),
    read: (files, options) => {
      const sources = rootsOf(files).map((root) => readSource(root, files));
      for (const { flows, root } of sources) {
        const nodes = flows.reduce((count, flow) => count + flow.nodes.length, 0);
        if (nodes > mostNodes) throw new ImportError(`${root || 'The bot'} has more than 20,000 nodes.`);
      }
      const bots = nameBots(
        sources.map((source) => ({
          source,
          name: textOf(member(source.config?.json, 'name')),
          path: source.root.replace(/[/!]+$/, ''),
        })),
      );
      const at = blocksAtHand(catalog);
      const read = bots.map(({ source, key, name, number }) => readBot(source, { key, name, number }, at, options));
      return { version: '12', bots: read.map(({ bot }) => bot), entries: read.flatMap(({ entries }) => entries) };
    },
  };
}

const mainFlow = /^(.*?)(?:flows\/)?main\.flow\.json$/i;

/** The folders of bots, as the begin of the paths of their files. */
function rootsOf(files: readonly ImportFile[]): readonly string[] {
  const roots = files.flatMap((file) => {
    const [, root] = mainFlow.exec(file.path) ?? [];
    if (root === undefined || (root !== '' && !/[/!]$/.test(root))) return [];
    const read = readJson(file);
    return 'json' in read && Array.isArray(member(read.json, 'nodes')) ? [root] : [];
  });
  return [...new Set(roots)];
}

import type { Catalog } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import type { Importer } from '../importer.ts';
import { nameBots } from '../name-bots.ts';
import { agentFile, readAgents } from './agent.ts';
import { readAgent } from './read-agent.ts';

/**
 * Reads exported agents of Dialogflow CX: the JSON package, as files of a folder or as a zip.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IC1
 */
export function dialogflowCxImporter(catalog?: Catalog): Importer {
  return {
    system: 'dialogflow-cx',
    detect: (files) => {
      const found = files.flatMap((file) => agentFile(file) ?? []);
      return found.length === 0 ? undefined : { version: 'v3', certain: found.some(({ certain }) => certain) };
    },
    read: (files, options) => {
      const at = blocksAtHand(catalog);
      const agents = nameBots(readAgents(files).map((agent) => ({ agent, name: agent.name, path: agent.path })));
      const read = agents.map(({ agent, key, name, number }) => readAgent(agent, { key, name, number }, at, options));
      return {
        version: 'v3',
        bots: read.map(({ bot }) => bot),
        scenarios: read.flatMap(({ scenarios }) => scenarios),
        entries: read.flatMap(({ entries }) => entries),
      };
    },
  };
}

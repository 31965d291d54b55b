import type { Catalog } from '@botwright/core/diagram';
import { blocksAtHand } from '../diagram/blocks-at-hand.ts';
import { readYaml } from '../files/read-yaml.ts';
import type { Importer } from '../importer.ts';
import { member, textOf } from '../json.ts';
import { nameBots } from '../name-bots.ts';
import { projectFile, readProjects } from './project.ts';
import { readProject } from './read-project.ts';

/**
 * Reads assistants of Rasa with flows (CALM): flows, domain, sentences and end-to-end tests in YAML.
 *
 * @param catalog - Blocks of results. Default: the shipped ones.
 * @spec IR1
 */
export function rasaImporter(catalog?: Catalog): Importer {
  return {
    system: 'rasa',
    detect: (files) => {
      const found = files.flatMap((file) => {
        const of = projectFile(file);
        return of === undefined ? [] : [{ ...of, file }];
      });
      if (found.length === 0) return undefined;
      const versions = found.map(({ file }) => {
        const read = readYaml(file);
        const version = 'json' in read ? member(read.json, 'version') : undefined;
        return typeof version === 'number' ? String(version) : textOf(version);
      });
      return {
        version: versions.find((version) => version !== '') ?? '3.1',
        certain: found.some(({ certain }) => certain),
      };
    },
    read: (files, options) => {
      const at = blocksAtHand(catalog);
      const projects = nameBots(
        readProjects(files).map((project) => ({ project, name: project.name, path: project.paths[0] ?? '' })),
      );
      const read = projects.map(({ project, key, name, number }) =>
        readProject(project, { key, name, number }, at, options),
      );
      return {
        version: '3.1',
        bots: read.map(({ bot }) => bot),
        scenarios: read.flatMap(({ scenarios }) => scenarios),
        entries: read.flatMap(({ entries }) => entries),
      };
    },
  };
}

import { checkDiagram, createCatalog, greetingSlotOf } from '@botwright/core/diagram';
import { botpressImporter } from './botpress/botpress.ts';
import { composerImporter } from './composer/composer.ts';
import { dialogflowCxImporter } from './dialogflow-cx/dialogflow-cx.ts';
import { openFiles } from './files/open-files.ts';
import { readJson } from './files/read-json.ts';
import { readYaml } from './files/read-yaml.ts';
import { ImportError } from './import-error.ts';
import type { ImportedBot, Importer, ImportFile, ImportOptions, ImportReading } from './importer.ts';
import { landbotImporter } from './landbot/landbot.ts';
import { rasaImporter } from './rasa/rasa.ts';
import { countOutcomes, type ImportReport } from './report.ts';
import { typebotImporter } from './typebot/typebot.ts';

/** The system of files. */
export interface DetectedSystem {
  /** Such as `typebot`; a value for the option `system`. */
  readonly system: string;
  /** The version of the source format. */
  readonly version: string;
  /** `false`: other systems may have such files. */
  readonly certain: boolean;
}

/** The bots of an import, and the report. */
export interface ImportResult {
  /** In the order of the files. */
  readonly bots: readonly ImportedBot[];
  /** Scenario files. */
  readonly scenarios: NonNullable<ImportReading['scenarios']>;
  /** Lists the elements of the source that are carried, changed and lost. */
  readonly report: ImportReport;
}

const shipped: readonly Importer[] = [
  typebotImporter(),
  landbotImporter(),
  dialogflowCxImporter(),
  rasaImporter(),
  botpressImporter(),
  composerImporter(),
];

/**
 * Finds the system of files.
 *
 * @throws {ImportError} When a file or a zip exceeds a bound.
 * @spec IM5
 */
export function detect(files: readonly ImportFile[]): DetectedSystem | undefined {
  return detectWith(openFiles(files), shipped)?.found;
}

/**
 * Makes bots of files of another system, with a report of each difference. The same files give the same bytes.
 *
 * @throws {ImportError} When no file can be read, a bound is exceeded, or a result would break rules.
 * @spec IM1, IM2, IM3
 * @example
 * const { bots, report } = importBots([{ path: 'lead.json', bytes }]);
 *
 */
export function importBots(files: readonly ImportFile[], options: ImportOptions = {}): ImportResult {
  const opened = openFiles(files);
  const importers = [...(options.importers ?? []), ...shipped];
  const chosen = options.system === undefined ? importers : importers.filter(({ system }) => system === options.system);
  if (chosen.length === 0) {
    const known = [...new Set(importers.map(({ system }) => system))].join(', ');
    throw new ImportError(`There is no importer for the system ${options.system}; there are: ${known}.`);
  }
  const detected = detectWith(opened, chosen);
  if (detected === undefined) throw new ImportError(unknownFiles(opened));
  const { version, bots, scenarios = [], entries } = detected.importer.read(opened, options);
  if (bots.length === 0) throw new ImportError(unknownFiles(opened));
  for (const bot of bots) requireSound(bot, options);
  const { system } = detected.importer;
  return {
    bots,
    scenarios,
    report: { botwright: 1, system, version, counts: countOutcomes(entries), entries },
  };
}

/** The first importer that is certain; without one, the first that detects something. */
function detectWith(
  files: readonly ImportFile[],
  importers: readonly Importer[],
): { readonly importer: Importer; readonly found: DetectedSystem } | undefined {
  const all = importers.flatMap((importer) => {
    const found = importer.detect(files);
    return found === undefined ? [] : [{ importer, found: { system: importer.system, ...found } }];
  });
  return all.find(({ found }) => found.certain) ?? all[0];
}

function unknownFiles(files: readonly ImportFile[]): string {
  const [first] = files;
  if (first === undefined) return 'There is no file to import.';
  for (const file of files) {
    const problem = problemOf(file);
    if (problem !== undefined) return `${file.path} ${problem}.`;
  }
  const others =
    files.length === 1 ? '' : files.length === 2 ? ', nor does the other file' : `, nor do ${files.length - 1} others`;
  return `${first.path} does not hold a bot of a known system${others}.`;
}

/** Why a file is neither JSON nor YAML, by its name. */
function problemOf(file: ImportFile): string | undefined {
  if (/\.(?:lg|lu|qna|js)$/i.test(file.path)) return undefined;
  const read = /\.ya?ml$/i.test(file.path) ? readYaml(file) : readJson(file);
  return 'problem' in read ? read.problem : undefined;
}

/** @spec IM3 */
function requireSound(
  { diagram, channel_family: channelFamily, name, number }: ImportedBot,
  options: ImportOptions,
): void {
  const { slotName } = options;
  const { violations } = checkDiagram(diagram, {
    catalog: createCatalog(),
    channelFamily,
    bot: { number },
    ...(slotName === undefined || slotName === greetingSlotOf(channelFamily)
      ? {}
      : { greetingSlots: new Map([[channelFamily, slotName]]) }),
  });
  const errors = violations.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return;
  throw new ImportError(`The bot ${name} would break ${errors.length} rules, such as: ${first.message}`, errors);
}

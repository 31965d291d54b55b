import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { botLinksIn, createCatalog } from '@botwright/core/diagram';
import type { LinkHeads } from '@botwright/core/files';
import {
  detect,
  ImportError,
  type ImportedBot,
  type ImportFile,
  type ImportResult,
  importBots,
} from '@botwright/import';
import { decodeText, type FoundFile, locateAll } from '@botwright/testing/files';
import { renderBotFile, writeBotFile } from '../bot-files/bot-file.ts';
import { CommandFailure, exitCodes, systemErrorCode, unusable, unwritable } from '../command-failure.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';
import { printable, printableJson } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { readFamily, searchFiles } from '../project/input-faults.ts';
import { renderMarkdown, renderPretty } from './render-import.ts';

export type ImportFormat = 'pretty' | 'json' | 'markdown';

/** The arguments of `botwright import`. */
export interface ImportFlags {
  readonly files: readonly string[];
  readonly from?: string;
  readonly family: string;
  /** A folder. */
  readonly out: string;
  /** A file. */
  readonly report?: string;
  readonly format: ImportFormat;
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Bytes: `@botwright/import` refuses larger files, which need not be read first. */
const largestFile = 20 * 1_048_576;

/**
 * Makes bots of files of other systems. Writes nothing unless all files can be written.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When nothing can be read, or a file exists.
 * @spec IM30, IM31, IM32, IM33, IM34
 */
export async function importFiles(flags: ImportFlags): Promise<number> {
  const files = readFiles(flags);
  const result = placed(convert(files, flags), files);
  const written = result.bots.map((bot) => ({ bot, file: join(flags.out, `${bot.key}.json`) }));
  const scenarios = result.scenarios.map(({ path, text }) => ({ file: join(flags.out, path), text }));
  if (flags.dryRun !== true) {
    const all = [...written.map(({ file }) => file), ...scenarios.map(({ file }) => file)];
    requireFree(flags.report === undefined ? all : [...all, flags.report], flags.force === true);
    makeFolder(flags.out);
    for (const { bot, file } of written) await writeBotFile(file, renderBot(bot, result.bots));
    for (const { file, text } of scenarios) await writeBotFile(file, text);
    if (flags.report !== undefined) await writeReport(flags.report, result);
  }
  const names = new Map(written.map(({ bot, file }) => [bot.key, flags.dryRun === true ? undefined : file]));
  writeOutput(render(flags.format, result, names));
  return flags.strict === true && result.report.counts.lost > 0 ? exitCodes.failure : exitCodes.done;
}

function convert(files: readonly ImportFile[], { from, family }: ImportFlags): ImportResult {
  try {
    return importBots(files, {
      family: readFamily(family) ?? 'native',
      ...(from === undefined ? {} : { system: from }),
    });
  } catch (error) {
    throw error instanceof ImportError ? new CommandFailure('usage', error.message) : error;
  }
}

/** The systems whose bots have several files: only all of them together show the system. */
const systemsOfFolders: ReadonlySet<string> = new Set(['botpress', 'composer']);

/** In a folder, files of no known system are skipped, and named on standard error. @spec IM31 */
function readFiles({ files, from }: ImportFlags): readonly ImportFile[] {
  const found = searchFiles(files, { ending: /\.(?:json|ya?ml|zip|tgz|dialog|lg|lu|qna|js)$/i });
  const all = found.map((file) => ({ path: file.name, bytes: readBytes(file), isNamed: file.isNamed }));
  if (from !== undefined || systemsOfFolders.has(systemOf(all) ?? '')) return all;
  const read = all.flatMap(({ isNamed, ...file }): readonly ImportFile[] => {
    const problem = isNamed ? undefined : problemOf(file);
    if (problem === undefined) return [file];
    if (!/\.(?:lg|lu|qna|js)$/i.test(file.path)) process.stderr.write(`${printable(problem)}\n`);
    return [];
  });
  if (read.length === 0) throw new CommandFailure('usage', 'No bot of a known system was found there.');
  return read;
}

function systemOf(files: readonly ImportFile[]): string | undefined {
  try {
    return detect(files)?.system;
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

function problemOf(file: ImportFile): string | undefined {
  try {
    if (detect([file]) === undefined) importBots([file]);
    return undefined;
  } catch (error) {
    if (error instanceof ImportError) return error.message.replace(`${file.path} `, `${file.path} is skipped: it `);
    throw error;
  }
}

function readBytes({ name, path }: FoundFile): Uint8Array {
  try {
    const { size, isFile } = statOf(path);
    if (!isFile) throw new CommandFailure('usage', `The file ${name} is not a regular file.`);
    if (size > largestFile) throw new CommandFailure('usage', `The file ${name} has more than 20 MiB.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure('usage', `The file ${name} cannot be read (${systemErrorCode(error) ?? String(error)}).`);
  }
}

function statOf(path: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statSync(path);
  return { size: stats.size, isFile: stats.isFile() };
}

/** Adds lines and columns to the entries of the files that are no zips. @spec IM33 */
function placed(result: ImportResult, files: readonly ImportFile[]): ImportResult {
  const texts = new Map(
    files.flatMap(({ path, bytes }) => {
      if (!/\.json$/i.test(path)) return [];
      const read = decodeText(Buffer.from(bytes));
      return 'text' in read ? [[path, read.text] as const] : [];
    }),
  );
  const { entries } = result.report;
  const places = new Map(
    [...texts].flatMap(([path, text]) => {
      const pointers = [
        ...new Set(entries.filter(({ source }) => source.path === path).map(({ source }) => source.pointer)),
      ];
      const located = pointers.length === 0 ? [] : locateAll(text, pointers);
      return pointers.map((pointer, at) => [JSON.stringify([path, pointer]), located[at]] as const);
    }),
  );
  const withPlaces = entries.map((entry) => {
    if (entry.source.line !== undefined) return entry;
    const place = places.get(JSON.stringify([entry.source.path, entry.source.pointer]));
    if (place === undefined) return entry;
    return { ...entry, source: { ...entry.source, line: place.line, column: place.column } };
  });
  return { ...result, report: { ...result.report, entries: withPlaces } };
}

/** A link in the folder could lead elsewhere: only regular files are overwritten. @spec IM34 */
function requireFree(files: readonly string[], isForced: boolean): void {
  for (const file of files) {
    const known = statusOf(file);
    if (known === undefined) continue;
    if (!isForced) throw new CommandFailure('failure', `The file ${file} exists: --force overwrites it.`);
    if (!known.isFile()) throw new CommandFailure('failure', `${file} is not a regular file, and is not overwritten.`);
  }
}

function statusOf(file: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(file, error);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unusable(`The folder ${folder}`, error);
  }
}

/** A bot that others link to has its number, which `botwright push` replaces. */
function renderBot(
  { name, number, channel_family: channelFamily, diagram }: ImportedBot,
  bots: readonly ImportedBot[],
): string {
  const numbers = new Set(botLinksIn(diagram, createCatalog()).map(({ bot }) => bot));
  const isLinked = bots.some((bot) => botLinksIn(bot.diagram, createCatalog()).some((link) => link.bot === number));
  const links: LinkHeads = Object.fromEntries(
    bots
      .filter((bot) => bot.number !== number && numbers.has(bot.number))
      .map((bot) => [bot.number, { name: bot.name, channelFamily: bot.channel_family }]),
  );
  return renderBotFile({ bot: { name, channelFamily, ...(isLinked ? { number } : {}) }, links }, diagram);
}

async function writeReport(file: string, { report }: ImportResult): Promise<void> {
  try {
    await writeWholeFile(file, `${printableJson(report, 2)}\n`, { mode: 'usual' });
  } catch (error) {
    throw unwritable(file, error);
  }
}

function render(format: ImportFormat, result: ImportResult, files: ReadonlyMap<string, string | undefined>): string {
  if (format === 'json') return `${printableJson(result.report, 2)}\n`;
  return format === 'markdown' ? renderMarkdown(result, files) : renderPretty(result, files);
}

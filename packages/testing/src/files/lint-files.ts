import {
  type CheckContext,
  type CheckResult,
  createCatalog,
  inspectDiagram,
  type LintConfiguration,
  type LintContext,
  type OwnLints,
  type OwnRules,
  type Violation,
} from '@botwright/core/diagram';
import { findBotFiles, LintInputError } from './find-bot-files.ts';
import { applyFixes, type Fix, repairOf } from './fix-text.ts';
import { locate, locateAll, type Place } from './locate.ts';
import { type BotFile, readBotFile } from './read-bot-file.ts';
import type { UnreadableText } from './read-json.ts';
import { checkRuleLevels } from './rule-levels.ts';
import { createTextReader, type ReadText, withMark } from './text-file.ts';

/** Options of a check. Rules that need facts run only with these facts. */
export interface LintFilesOptions extends Partial<CheckContext>, Partial<LintContext>, OwnRules, OwnLints {
  /** Files, globs, and folders with every bot below. */
  readonly paths?: readonly string[];
  /** Bots without a file; the name replaces the file's in the report. */
  readonly texts?: readonly { readonly name: string; readonly text: string }[];
  /** The start of relative paths. Default: the working folder of the process. */
  readonly workingFolder?: string;
  /** The files must be in this folder; needed if a file named the paths. */
  readonly within?: string;
  /** The family of bots whose file has none. Default `native`. */
  readonly channelFamily?: string;
  /** The level of each rule by its code, and of each lint by its id. Others have their default level. */
  readonly rules?: LintConfiguration;
  /**
   * Repair faults if safe, all or the chosen ones: the findings are the remaining ones, and the caller writes
   * `fixedText`.
   */
  readonly fix?: boolean | ((finding: Violation) => boolean);
  /** Called before each file. */
  readonly onFile?: (done: number, total: number) => void;
}

/** A violation or the finding of a lint, with its place in the file. Its `pointer` is relative to the diagram. */
export interface FileFinding extends Violation {
  /** The value at `pointer`; for a whole file its beginning. */
  readonly place: Place;
  /** `fix` repairs it. */
  readonly fixable?: true;
}

/** The result for a bot, or for an unreadable file. */
export interface FileReport {
  /** From the working folder, with slashes; absolute if it is elsewhere. */
  readonly name: string;
  /** The first 10,000, in the order of the file. */
  readonly findings: readonly FileFinding[];
  /** The number of all findings, and of errors. */
  readonly total: number;
  /** The part of `total` with the severity `error`. */
  readonly errors: number;
  /** The text of the places, if any. */
  readonly text?: string;
  /** Why the file has no bot to check; absent for a readable one. */
  readonly unreadable?: UnreadableText;
  /** With `fix`, after a repair. */
  readonly fixedText?: string;
  /** The repairs in `fixedText`; empty without `fix`. */
  readonly fixes: readonly Fix[];
}

/** The findings of all files, with counts. */
export interface LintReport {
  /** One for each file with a bot, each unreadable file and each given text. */
  readonly files: readonly FileReport[];
  /** In all files, also beyond the listed findings. */
  readonly errors: number;
  /** In all files, also beyond the listed findings. */
  readonly warnings: number;
  /** The number of files without a readable bot. */
  readonly unreadable: number;
  /** Names of JSON files without a bot in folders. */
  readonly skipped: readonly string[];
}

/**
 * Checks bots in files by the rules of publication and by the lints.
 *
 * @throws {LintInputError} When a path does not exist, or a rule or level is unknown.
 * @throws {TypeError} When a rule or a lint of the host is malformed.
 * @spec BF7, BF8, BF9, BF10, BF11, BF16
 * @example
 * const { errors, files } = await lintFiles({ paths: ['bots'], rules: { 'dead-end': 'error' } });
 *
 */
export async function lintFiles(options: LintFilesOptions): Promise<LintReport> {
  const { paths = [], texts = [], workingFolder = '.', onFile } = options;
  const ownCodes = [...(options.ownRules ?? []), ...(options.ownLints ?? [])].map(({ code }) => code);
  checkRuleLevels(options.rules ?? {}, ownCodes);
  const found = findBotFiles(paths, workingFolder, options.within === undefined ? {} : { within: options.within });
  const context = { ...options, catalog: options.catalog ?? createCatalog() };
  const read = createTextReader();
  const files: FileReport[] = [];
  const skipped: string[] = [];
  const sources: readonly Source[] = [
    ...texts.map(({ name, text }) => ({ name, isNamed: true, read: () => withMark(text) })),
    ...found.map(({ name, isNamed, path, bounds }) => ({ name, isNamed, read: () => read(path, bounds) })),
  ];
  for (const [done, source] of sources.entries()) {
    onFile?.(done, sources.length);
    const report = lintSource(source, context);
    if (report === undefined) skipped.push(source.name);
    else files.push(report);
  }
  return { files, skipped, ...countOf(files) };
}

type Context = LintFilesOptions & Pick<CheckContext, 'catalog'>;

interface Source {
  readonly name: string;
  readonly isNamed: boolean;
  readonly read: () => ReadText;
}

/**
 * @returns `undefined` for a file in a folder that does not look like a bot.
 * @throws {LintInputError} When a named file cannot be read.
 * @spec BF4, BF7, BF8
 */
function lintSource({ name, isNamed, ...source }: Source, context: Context): FileReport | undefined {
  const file = source.read();
  if ('failed' in file) {
    if (isNamed) throw new LintInputError(`The file ${name} cannot be read (${file.failed}).`);
    return unreadableFile(name, '', { message: `The file cannot be read (${file.failed}).`, place: locate('', '') });
  }
  let { text } = file;
  const read = readBotFile(text);
  if (!read.ok) {
    if (read.isOther && !isNamed) return undefined;
    return unreadableFile(name, text, read);
  }
  let { bot } = read;
  let found = findFaults(bot, context);
  const fixes: Fix[] = [];
  const { fix = false } = context;
  while (fix !== false && found.total > 0) {
    const chosen = fix === true ? found.violations : found.violations.filter(fix);
    const fixed = applyFixes(text, bot, chosen, context.catalog);
    const again = readBotFile(fixed.text);
    if (fixed.fixes.length === 0 || !again.ok) break;
    fixes.push(...fixed.fixes);
    ({ text } = fixed);
    ({ bot } = again);
    found = findFaults(bot, context);
  }
  return {
    name,
    findings: placed(text, bot, found.violations, context.catalog),
    total: found.total,
    errors: found.errors,
    ...(found.total > 0 && { text }),
    ...(fixes.length > 0 && { fixedText: file.mark + text }),
    fixes,
  };
}

function unreadableFile(name: string, text: string, { message, place }: UnreadableText): FileReport {
  return { name, findings: [], total: 0, errors: 0, text, unreadable: { message, place }, fixes: [] };
}

/** @spec BF9, BF10, BF17 */
function findFaults({ diagram, number, id, ...bot }: BotFile, context: Context): CheckResult {
  const channelFamily = bot.channelFamily ?? context.channelFamily ?? 'native';
  const named = { ...(number !== undefined && { number }), ...(id !== undefined && { id }) };
  return inspectDiagram(diagram, { ...context, channelFamily, bot: { ...context.bot, ...named } }, context.rules);
}

/** Parses the text with places only if there are findings. @spec BF9 */
function placed(
  text: string,
  bot: BotFile,
  found: readonly Violation[],
  catalog: CheckContext['catalog'],
): readonly FileFinding[] {
  if (found.length === 0) return [];
  const places = locateAll(
    text,
    found.map((each) => bot.pointer + each.pointer),
  );
  return found
    .map((violation, at) => ({
      ...violation,
      place: places[at] as Place,
      ...(repairOf(violation, bot, catalog) !== undefined && ({ fixable: true } as const)),
    }))
    .sort(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column);
}

function countOf(files: readonly FileReport[]): Pick<LintReport, 'errors' | 'warnings' | 'unreadable'> {
  const counts = { errors: 0, warnings: 0, unreadable: 0 };
  for (const { errors, total, unreadable } of files) {
    counts.errors += errors;
    counts.warnings += total - errors;
    if (unreadable !== undefined) counts.unreadable += 1;
  }
  return counts;
}

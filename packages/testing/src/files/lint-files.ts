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
import { type FoundFile, findBotFiles } from './find-bot-files.ts';
import { applyFixes, type Fix } from './fix-text.ts';
import { LintInputError } from './lint-input-error.ts';
import { locate, locateAll, type Place } from './locate.ts';
import { type BotFile, readBotFile } from './read-bot-file.ts';
import type { UnreadableText } from './read-json.ts';
import { checkRuleLevels } from './rule-levels.ts';
import { createTextReader } from './text-file.ts';

/** What is checked, and how. Facts that are left out are not checked. */
export interface LintFilesOptions extends Partial<CheckContext>, Partial<LintContext>, OwnRules, OwnLints {
  /** Files, globs, and folders with every bot below. */
  readonly paths?: readonly string[];
  /** Bots that are in no file; the name stands for one in what is reported. */
  readonly texts?: readonly { readonly name: string; readonly text: string }[];
  /** What paths start from. Default: the working folder of the process. */
  readonly workingFolder?: string;
  /** Folder that the files have to be in, where a file named the paths. */
  readonly within?: string;
  /** Of bots whose file does not say it. Default `native`. */
  readonly channelFamily?: string;
  /** The level of each rule by its code, and of each lint by its id. What is left out has its usual level. */
  readonly rules?: LintConfiguration;
  /** Mend what is safe to mend: findings are those that are left, and `fixedText` is to be written by the caller. */
  readonly fix?: boolean;
  /** Called before each file. */
  readonly onFile?: (done: number, total: number) => void;
}

/** A broken rule or a probable mistake, and where in the file. Its `pointer` leads through the diagram. */
export interface FileFinding extends Violation {
  readonly place: Place;
}

/** A bot that was checked, or a file that cannot be read as one. */
export interface FileReport {
  /** From the working folder, with slashes; absolute where it is elsewhere. */
  readonly name: string;
  /** The first 10,000, in the order of the file. */
  readonly findings: readonly FileFinding[];
  /** How many there are in all, and how many of them are errors. */
  readonly total: number;
  readonly errors: number;
  /** The text that the places are in, where there is one. */
  readonly text?: string;
  readonly unreadable?: UnreadableText;
  /** With `fix`, where something was mended. */
  readonly fixedText?: string;
  readonly fixes: readonly Fix[];
}

export interface LintReport {
  readonly files: readonly FileReport[];
  readonly errors: number;
  readonly warnings: number;
  /** Files that cannot be read as bots. */
  readonly unreadable: number;
  /** Names of JSON files in folders that have no bot. */
  readonly skipped: readonly string[];
}

/**
 * Checks bots in files by the rules that guard publication and by the lints.
 *
 * @throws {LintInputError} When a path leads to nothing, or a rule or level is not known.
 * @throws {TypeError} When a rule or a lint of the host cannot be used.
 * @spec BF7, BF8, BF9, BF10, BF11, BF16
 * @example
 * const { errors, files } = await lintFiles({ paths: ['bots'], rules: { 'dead-end': 'error' } });
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
  const sources: readonly Source[] = [...texts.map((each) => ({ ...each, path: undefined, isNamed: true })), ...found];
  for (const [done, source] of sources.entries()) {
    onFile?.(done, sources.length);
    const report = lintSource(source, read, context);
    if (report === undefined) skipped.push(source.name);
    else files.push(report);
  }
  return { files, skipped, ...countOf(files) };
}

type Context = LintFilesOptions & Pick<CheckContext, 'catalog'>;

type Source =
  | { readonly name: string; readonly isNamed: boolean; readonly path: undefined; readonly text: string }
  | FoundFile;

/** @throws {LintInputError} When a file that was named cannot be read. @spec BF7, BF8 */
function lintSource(
  source: Source,
  read: ReturnType<typeof createTextReader>,
  context: Context,
): FileReport | undefined {
  if (source.path === undefined) return lintText(source.text, source, context);
  const { name, path, isNamed, bounds } = source;
  const file = read(path, bounds);
  if ('text' in file) return lintText(file.mark + file.text, source, context);
  if (isNamed) throw new LintInputError(`The file ${name} cannot be read (${file.failed}).`);
  const unreadable = { message: `The file cannot be read (${file.failed}).`, place: locate('', '') };
  return { name, findings: [], total: 0, errors: 0, text: '', unreadable, fixes: [] };
}

/** @returns `undefined` for a file in a folder that is like no bot. @spec BF4, BF8 */
function lintText(
  sent: string,
  { name, isNamed }: { readonly name: string; readonly isNamed: boolean },
  context: Context,
): FileReport | undefined {
  const mark = sent.startsWith('\uFEFF') ? '\uFEFF' : '';
  let text = sent.slice(mark.length);
  const read = readBotFile(text);
  if (!read.ok) {
    if (read.isOther && !isNamed) return undefined;
    const { message, place } = read;
    return { name, findings: [], total: 0, errors: 0, text, unreadable: { message, place }, fixes: [] };
  }
  let { bot } = read;
  let found = findFaults(bot, context);
  const fixes: Fix[] = [];
  while (context.fix === true && found.total > 0) {
    const fixed = applyFixes(text, bot, found.violations, context.catalog);
    const again = readBotFile(fixed.text);
    if (fixed.fixes.length === 0 || !again.ok) break;
    fixes.push(...fixed.fixes);
    ({ text } = fixed);
    ({ bot } = again);
    found = findFaults(bot, context);
  }
  return {
    name,
    findings: placed(text, bot, found.violations),
    total: found.total,
    errors: found.errors,
    ...(found.total > 0 && { text }),
    ...(fixes.length > 0 && { fixedText: mark + text }),
    fixes,
  };
}

/** @spec BF9, BF10, BF17 */
function findFaults({ diagram, number, id, ...bot }: BotFile, context: Context): CheckResult {
  const channelFamily = bot.channelFamily ?? context.channelFamily ?? 'native';
  const named = { ...(number !== undefined && { number }), ...(id !== undefined && { id }) };
  return inspectDiagram(diagram, { ...context, channelFamily, bot: { ...context.bot, ...named } }, context.rules);
}

/** The text is read with places only where there is something to place. @spec BF9 */
function placed(text: string, { pointer }: BotFile, found: readonly Violation[]): readonly FileFinding[] {
  if (found.length === 0) return [];
  const places = locateAll(
    text,
    found.map((each) => pointer + each.pointer),
  );
  return found
    .map((violation, at) => ({ ...violation, place: places[at] as Place }))
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

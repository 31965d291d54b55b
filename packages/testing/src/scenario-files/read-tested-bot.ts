import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { type TestedBot, violationsOf, wholeBot } from '../chat/tested-bot.ts';
import { locateAll } from '../files/locate.ts';
import { readBotFile } from '../files/read-bot-file.ts';
import type { Place } from '../scenario/scenario-text.ts';

/** The reason why a scenario cannot be run. */
export interface FileFault {
  /** The code of the broken rule. Absent for an unreadable file. */
  readonly code?: string;
  /** One sentence for people. */
  readonly message: string;
  /** With the name of the file. */
  readonly place: Place;
  /** The text of the place; may be empty. */
  readonly text: string;
}

/** The fault of a whole file. */
export function faultOfFile(file: string, message: string): FileFault {
  return { message, place: { file, line: 1, column: 1, endLine: 1, endColumn: 1 }, text: '' };
}

export type ReadTestedBot =
  | { readonly ok: true; readonly bot: TestedBot }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** For bots whose file does not name these. */
export interface ReadTestedBotOptions {
  /** The family of a bot whose file has none. Default `native`. */
  readonly channelFamily?: string;
  /** Default: the shipped blocks. */
  readonly catalog?: Catalog;
}

/** A text, and its name in places. */
export interface NamedText {
  /** For messages and places; nothing is opened by it. */
  readonly name: string;
  /** The content of the file. */
  readonly text: string;
}

/**
 * Reads the bot of a bot file.
 *
 * @returns Faults if the file is not a bot, or if its diagram has violations of severity `error`.
 * @spec TE31, TE67
 */
export function readTestedBot({ name, text }: NamedText, options: ReadTestedBotOptions = {}): ReadTestedBot {
  const read = readBotFile(text);
  if (!read.ok) {
    const { message, place, isOther } = read;
    // A file of another kind may contain secrets: none of its lines is shown.
    return { ok: false, faults: [{ message, place: { file: name, ...place }, text: isOther ? '' : text }] };
  }
  const { diagram, pointer, number, channelFamily = options.channelFamily } = read.bot;
  const bot = {
    diagram,
    ...(number !== undefined && { number }),
    ...(channelFamily !== undefined && { channelFamily }),
  };
  const violations = violationsOf(wholeBot(bot), options.catalog ?? createCatalog(), 'error');
  if (violations.length === 0) return { ok: true, bot };
  const places = locateAll(
    text,
    violations.map((violation) => pointer + violation.pointer),
  );
  const faults = violations.map(({ code, message }, at) => ({
    code,
    message,
    place: { file: name, ...(places[at] as Place) },
    text,
  }));
  return { ok: false, faults };
}

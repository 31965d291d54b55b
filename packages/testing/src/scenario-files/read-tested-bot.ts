import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { type TestedBot, violationsOf, wholeBot } from '../chat/tested-bot.ts';
import { locateAll } from '../files/locate.ts';
import { readBotFile } from '../files/read-bot-file.ts';
import type { Place } from '../scenario/read-scenarios.ts';

/** Why something of a file cannot be run. */
export interface FileFault {
  /** Of the rule that a bot breaks. Absent when a file cannot be read. */
  readonly code?: string;
  readonly message: string;
  readonly place: Place;
  /** The text that the place is in; empty when there is none. */
  readonly text: string;
}

export type ReadTestedBot =
  | { readonly ok: true; readonly bot: TestedBot }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

export interface ReadTestedBotOptions {
  /** Of a bot whose file does not say it. Default `native`. */
  readonly channelFamily?: string;
  readonly catalog?: Catalog;
}

/** A text, and the name that it has in places. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a bot to talk to from a bot file.
 *
 * @returns What is wrong when it is no bot, or when its diagram has a violation of severity `error`.
 * @spec TE31, TE67
 */
export function readTestedBot({ name, text }: NamedText, options: ReadTestedBotOptions = {}): ReadTestedBot {
  const read = readBotFile(text);
  if (!read.ok) {
    const { message, place, isOther } = read;
    // A file of another kind may have secrets: no line of it is shown.
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

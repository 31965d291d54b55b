import type { BotWork, Column, SourcePlace } from '../bot-work.ts';
import type { Finding } from '../finished-bot.ts';
import type { Memory } from './expressions.ts';
import type { ComposerSource, Dialog } from './source.ts';

/** The work on one bot of the Composer. */
export interface Reading {
  readonly work: BotWork;
  readonly source: ComposerSource;
  readonly memory: Memory;
  /** The place where a dialog begins; `undefined` for one that is not among the files. */
  begin(dialog: string): string | undefined;
  /** The place where the bot waits for the next sentence. */
  readonly listening: string;
  say(element: SourcePlace, finding: Finding, target?: string): void;
  /** The answers that activities suggest. */
  readonly suggestions: Suggestion[];
  /** Whether an element has an entry. */
  isReported(element: SourcePlace): boolean;
  /** Templates that may still be replaced in the texts of the bot. */
  readonly budget: { templates: number };
  /** A new Field for the result of a formula in a text. */
  computed(): string;
}

/** Answers that an activity suggests to the visitor. */
export interface Suggestion {
  readonly choices: readonly string[];
  readonly element: SourcePlace;
  /** The place that says them. */
  readonly place: string | undefined;
}

/** The dialog that is converted. */
export interface Scope {
  readonly dialog: Dialog;
  readonly column: Column;
  /** Where it goes on when the dialog ends. */
  readonly end: string | undefined;
  /** The places of actions, by their ids. */
  readonly labels: ReadonlyMap<string, string>;
}

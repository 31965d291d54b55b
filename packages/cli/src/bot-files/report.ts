import { styleText } from 'node:util';
import type { Violation } from '@botwright/client';
import { locateAll } from '@botwright/testing/files';
import { exitCodes } from '../command-failure.ts';
import { printable, printableLine } from '../printing/printable.ts';
import type { BotInFile } from './bot-file.ts';

/** What became of one bot. */
export interface Outcome {
  /** Such as `pushed`; those of one kind are counted together. */
  readonly what: string;
  /** `refused`: the server, or what it has, stands against it. `unreadable`: the file is no such bot. */
  readonly kind: 'done' | 'same' | 'refused' | 'unreadable';
  /** The file, or the bot where there is none. */
  readonly name: string;
  /** More of it, in the same line. */
  readonly detail?: string;
  /** Lines of their own. */
  readonly notes?: readonly string[];
}

/** Prints one line for each bot that changed, and what stood against the others on standard error. @spec PU15 */
export function printOutcome({ kind, what, name, detail, notes = [] }: Outcome): void {
  if (kind === 'same') return;
  const isGood = kind === 'done';
  const stream = isGood ? process.stdout : process.stderr;
  const word = styleText(isGood ? 'green' : 'red', what, { stream });
  const line = `${word} ${printable(name)}${detail === undefined ? '' : `: ${printable(detail)}`}`;
  stream.write([line, ...notes.map((note) => printableLine(`  ${note}`)), ''].join('\n'));
}

/** Prints how many there were of each kind. @returns The exit code. @spec PU15 */
export function summarise(outcomes: readonly Outcome[]): number {
  const counts = new Map<string, number>();
  for (const { what } of outcomes) counts.set(what, (counts.get(what) ?? 0) + 1);
  const parts = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
  process.stdout.write(
    `${outcomes.length === 1 ? '1 file' : `${outcomes.length} files`}${parts === '' ? '' : `: ${parts}`}.\n`,
  );
  if (outcomes.some(({ kind }) => kind === 'unreadable')) return exitCodes.usage;
  return outcomes.some(({ kind }) => kind === 'refused') ? exitCodes.failure : exitCodes.done;
}

/** How many findings of a bot are printed. */
const mostShown = 50;

/** Shows what breaks the rules, at its places in the file and in their order. @spec PU12 */
export function renderViolations(name: string, file: BotInFile, violations: readonly Violation[]): string[] {
  const places = locateAll(
    file.text,
    violations.map(({ pointer }) => `${file.pointer}${pointer}`),
  );
  const lines = violations
    .map((violation, at) => ({ violation, line: places[at]?.line ?? 1, column: places[at]?.column ?? 1 }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ violation: { severity, code, message, hint }, line, column }) => {
      const more = hint === undefined ? '' : ` ${hint}`;
      return printable(`${name}:${line}:${column} ${severity} ${code}: ${message}${more}`);
    });
  if (lines.length <= mostShown) return lines;
  return [...lines.slice(0, mostShown), `and ${lines.length - mostShown} more`];
}

import { styleText } from 'node:util';
import type { Violation } from '@botwright/client';
import { locateAll } from '@botwright/testing/files';
import { exitCodes } from '../command-failure.ts';
import { printable, printableLine } from '../printing/printable.ts';
import type { BotInFile } from './bot-file.ts';
import { mapBounded } from './map-bounded.ts';

/** The outcome for one bot. */
export interface Outcome {
  /** Such as `pushed`. The summary counts outcomes by status. */
  readonly status: string;
  /** `refused`: the server or its data prevents it. `unreadable`: the file is not such a bot. */
  readonly kind: 'done' | 'same' | 'refused' | 'unreadable';
  /** The file; without one, the bot. */
  readonly name: string;
  /** Details in the same line. */
  readonly detail?: string;
  /** Further lines. */
  readonly notes?: readonly string[];
}

/** Prints one line for each changed bot, and the problems of the others on standard error. @spec PU15 */
export function printOutcome({ kind, status, name, detail, notes = [] }: Outcome): void {
  if (kind === 'same') return;
  const isGood = kind === 'done';
  const stream = isGood ? process.stdout : process.stderr;
  const word = styleText(isGood ? 'green' : 'red', status, { stream });
  const line = `${word} ${printable(name)}${detail === undefined ? '' : `: ${printable(detail)}`}`;
  stream.write([line, ...notes.map((note) => printableLine(`  ${note}`)), ''].join('\n'));
}

/** The number of bots to process concurrently. */
export const botsAtOnce = 4;

/**
 * Processes items and prints their outcomes, then the number of outcomes by status.
 *
 * @param faults - Outcomes that are already printed.
 * @returns The exit code.
 * @spec PU15
 */
export async function reportEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<Outcome | readonly Outcome[]>,
  faults: readonly Outcome[] = [],
): Promise<number> {
  const worked = await mapBounded(items, botsAtOnce, async (item) => {
    const outcomes = [await work(item)].flat();
    for (const outcome of outcomes) printOutcome(outcome);
    return outcomes;
  });
  const outcomes = [...faults, ...worked.flat()];
  const counts = Map.groupBy(outcomes, ({ status }) => status);
  const parts = [...counts].map(([status, { length }]) => `${length} ${status}`).join(', ');
  process.stdout.write(
    `${outcomes.length === 1 ? '1 file' : `${outcomes.length} files`}${parts === '' ? '' : `: ${parts}`}.\n`,
  );
  if (outcomes.some(({ kind }) => kind === 'unreadable')) return exitCodes.usage;
  return outcomes.some(({ kind }) => kind === 'refused') ? exitCodes.failure : exitCodes.done;
}

/** Maximum of printed findings of a bot. */
const mostShown = 50;

/** Shows the broken rules with their places in the file, in file order. @spec PU12 */
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

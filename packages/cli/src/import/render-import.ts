import { styleText } from 'node:util';
import type { ImportEntry, ImportedBot, ImportResult } from '@botwright/import';
import { escapeMarkdown } from '../printing/escape-markdown.ts';
import { printable, printableLine } from '../printing/printable.ts';

/** The written files by the keys of their bots; without a file when nothing was written. */
type Files = ReadonlyMap<string, string | undefined>;

interface BotSummary {
  readonly bot: ImportedBot;
  readonly blocks: number;
  readonly entries: readonly ImportEntry[];
}

function summarize({ bots, report }: ImportResult): readonly BotSummary[] {
  const entries = entriesByBot(bots, report.entries);
  return bots.map((bot) => {
    return { bot, blocks: Object.keys(bot.diagram.nodes).length - 1, entries: entries.get(bot.key) ?? [] };
  });
}

/** Entries are in the order of the bots. One without a block is of the bot of its file, else of the one before. */
function entriesByBot(
  bots: readonly ImportedBot[],
  entries: readonly ImportEntry[],
): ReadonlyMap<string, readonly ImportEntry[]> {
  const byPath = new Map<string, string>();
  for (const { target, source } of entries) {
    if (target !== undefined && !byPath.has(source.path)) byPath.set(source.path, target.bot);
  }
  let current = bots[0]?.key ?? '';
  return Map.groupBy(entries, ({ source }) => {
    current = byPath.get(source.path) ?? current;
    return current;
  });
}

const count = (entries: readonly ImportEntry[], outcome: ImportEntry['outcome']): number =>
  entries.filter((entry) => entry.outcome === outcome).length;

function headOf({ bot, blocks, entries }: BotSummary): string {
  const counts = (['carried', 'changed', 'lost'] as const).map((outcome) => `${count(entries, outcome)} ${outcome}`);
  return `${bot.key}: ${blocks === 1 ? '1 block' : `${blocks} blocks`}, ${counts.join(', ')}`;
}

function placeOf({ path, line, column, pointer }: ImportEntry['source']): string {
  return line === undefined ? `${path}${pointer}` : `${path}:${line}:${column}`;
}

/** A line for each bot, then its changes and losses, in the order of the source. @spec IM33 */
export function renderPretty(result: ImportResult, files: Files): string {
  const lines = summarize(result).flatMap((summary) => {
    const file = files.get(summary.bot.key);
    const notes = summary.entries
      .filter(({ outcome }) => outcome !== 'carried')
      .map(({ outcome, code, message, hint, source }) => {
        const colour = outcome === 'lost' ? 'red' : 'yellow';
        const word = styleText(colour, outcome, { stream: process.stdout });
        const more = hint === undefined ? '' : ` ${hint}`;
        return `  ${printable(placeOf(source))} ${word} ${code}: ${printable(`${message}${more}`)}`;
      });
    const needs = summary.bot.needs.map(({ kind, name }) => `  needs ${kind} ${printable(name)}`);
    const written = file === undefined ? '' : ` -> ${file}`;
    return [printableLine(`${headOf(summary)}${written}`), ...notes, ...new Set(needs)];
  });
  return `${lines.join('\n')}\n`;
}

/** A table of changes and losses for each bot. @spec IM33 */
export function renderMarkdown(result: ImportResult, files: Files): string {
  const parts = summarize(result).map((summary) => {
    const { bot, entries } = summary;
    const file = files.get(bot.key);
    const rows = entries
      .filter(({ outcome }) => outcome !== 'carried')
      .map(({ outcome, code, message, hint, source }) => {
        const words = escapeMarkdown(hint === undefined ? message : `${message} ${hint}`);
        return `| ${escapeMarkdown(placeOf(source))} | ${outcome} | \`${code}\` | ${words} |`;
      });
    const needs = bot.needs.map(({ kind, name }) => `- needs ${kind} ${escapeMarkdown(name)}`);
    return [
      `## ${escapeMarkdown(bot.name)}`,
      '',
      `${escapeMarkdown(headOf(summary))}${file === undefined ? '' : ` → ${escapeMarkdown(file)}`}`,
      ...(rows.length === 0 ? [] : ['', '| Place | Outcome | Code | Difference |', '|---|---|---|---|', ...rows]),
      ...(needs.length === 0 ? [] : ['', ...new Set(needs)]),
    ].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

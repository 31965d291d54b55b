import type { BlockCoverage, BotCoverage, CoverageReport, Tally } from './coverage.ts';

export interface RenderCoverageOptions {
  /** The name of a bot. Default: `Bot` and its number. */
  nameOf?(bot: BotCoverage): string;
}

/** Covered percent, rounded down to a tenth: only full coverage is 100. An empty total is 100. @spec TE42 */
export function percentOf({ covered, total }: Tally): number {
  return total === 0 ? 100 : Math.floor((covered * 1_000) / total) / 10;
}

/**
 * Writes a table of missed blocks and outputs with percentages: for each bot and, if there are several, for all.
 *
 * @spec TE42
 */
export function renderCoverage(report: CoverageReport, options: RenderCoverageOptions = {}): string {
  const { nameOf = ({ bot }) => `Bot ${bot}` } = options;
  const bots = report.bots.map((bot) => [`${nameOf(bot)}: ${summaryOf(bot)}`, ...tableOf(bot.blocks)].join('\n'));
  return [...bots, ...(bots.length > 1 ? [`All: ${summaryOf(report)}`] : [])].join('\n\n');
}

function summaryOf({ blockTally, outputTally }: Pick<CoverageReport, 'blockTally' | 'outputTally'>): string {
  return `${shareOf(blockTally, 'blocks')}, ${shareOf(outputTally, 'outputs')}`;
}

function shareOf(tally: Tally, noun: string): string {
  return `${tally.covered} of ${tally.total} ${noun} (${percentOf(tally)} %)`;
}

const head = ['Block', 'Times', 'Outputs missed'] as const;

function tableOf(blocks: readonly BlockCoverage[]): readonly string[] {
  const rows = blocks.flatMap(({ block, times, outputs }) => {
    const missed = outputs.filter((output) => output.times === 0).map(({ output }) => output);
    return times > 0 && missed.length === 0 ? [] : [[block, String(times), missed.join(' ')] as const];
  });
  if (rows.length === 0) return [];
  const width = Math.max(...[head, ...rows].map(([block]) => block.length));
  return [head, ...rows].map(([block, times, missed]) =>
    `  ${block.padEnd(width)}  ${times.padStart(head[1].length)}  ${missed}`.trimEnd(),
  );
}

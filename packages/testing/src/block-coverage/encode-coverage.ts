import type { BotCoverage, CoverageReport } from './coverage.ts';

/** Coverage as JSON for other tools. */
export interface EncodedCoverage {
  /** Version of this form. */
  readonly botwright: 1;
  /** In the order of the report. */
  readonly bots: readonly EncodedBotCoverage[];
}

export interface EncodedBotCoverage {
  /** Name of the bot's file. */
  readonly file: string;
  /** How often conversations entered each block, by its id; 0 for missed blocks. */
  readonly blocks: Readonly<Record<string, number>>;
  /** How often conversations took each output, by the id of the block. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Encodes coverage for a file.
 *
 * @param fileOf - Name of a bot's file.
 * @spec TE43
 */
export function encodeCoverage(report: CoverageReport, fileOf: (bot: BotCoverage) => string): EncodedCoverage {
  const bots = report.bots.map((bot): EncodedBotCoverage => {
    const blocks = bot.blocks.map(({ block, times }) => [block, times] as const);
    const outputs = bot.blocks
      .filter((block) => block.outputs.length > 0)
      .map(({ block, outputs }) => {
        return [block, Object.fromEntries(outputs.map(({ output, times }) => [output, times]))] as const;
      });
    return { file: fileOf(bot), blocks: Object.fromEntries(blocks), outputs: Object.fromEntries(outputs) };
  });
  return { botwright: 1, bots };
}

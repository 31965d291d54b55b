import { createCatalog, type Diagram, inspectDiagram, type LintConfiguration } from '@botwright/core/diagram';
import { type DrawnFinding, type SvgOptions, type Theme, toDot, toMermaid, toSvg } from '@botwright/graph';
import { asStored, type BotServer, identityOf, type NamedBot, readBot } from '../bots/read-bot.ts';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { findProjectConfig } from '../project/project-config.ts';

export type GraphFormat = 'svg' | 'mermaid' | 'dot';

/** The arguments of `botwright graph`. */
export interface GraphOptions extends BotServer {
  readonly place: string;
  readonly format: GraphFormat;
  /** Mark the findings of `botwright lint`. */
  readonly lint?: boolean;
  /** File written by `botwright test --coverage-file`. */
  readonly coverage?: string;
  /** The earlier state of the bot. */
  readonly diff?: string;
  readonly title?: string;
  readonly theme: Theme;
}

/**
 * Draws a bot to standard output.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the bot, the coverage or the earlier bot cannot be read.
 * @spec GR1, GR2, GR3, GR4, GR6
 */
export async function graph(options: GraphOptions): Promise<number> {
  if (options.place === '-' && options.diff === '-') {
    throw new CommandFailure('usage', 'Only one of the two can be standard input.');
  }
  const bot = await readBot(options.place, options);
  const before = options.diff === undefined ? undefined : await readBot(options.diff, options);
  const drawn: SvgOptions = {
    ...(options.lint === true && { findings: await findingsOf(bot) }),
    ...(options.coverage !== undefined && {
      coverage: (await import('./read-coverage.ts')).readCoverage(options.coverage, options.place),
    }),
    ...(before !== undefined && { before: asStored(before.diagram) }),
    ...(options.title !== undefined && { title: options.title }),
    ...identityOf(bot),
    ...(bot.channelFamily !== undefined && { channelFamily: bot.channelFamily }),
    theme: options.theme,
  };
  writeOutput(formats[options.format](asStored(bot.diagram), drawn));
  return exitCodes.done;
}

const formats: Readonly<Record<GraphFormat, (diagram: Diagram, options: SvgOptions) => string>> = {
  svg: toSvg,
  mermaid: toMermaid,
  dot: toDot,
};

/** The findings of `botwright lint`, with the config of the project. @spec GR4 */
async function findingsOf({ diagram, channelFamily, ...bot }: NamedBot): Promise<readonly DrawnFinding[]> {
  const config = await findProjectConfig(undefined);
  const context = {
    catalog: createCatalog(),
    channelFamily: channelFamily ?? config?.family ?? 'native',
    ...(config?.plan !== undefined && { plan: config.plan }),
    ...identityOf(bot),
  };
  return inspectDiagram(diagram, context, (config?.rules ?? {}) as LintConfiguration).violations;
}

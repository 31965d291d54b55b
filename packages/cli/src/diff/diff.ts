import { diffDiagrams, hasChanges } from '@botwright/core/diagram';
import { asStored, type BotServer, readBot } from '../bots/read-bot.ts';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { type RenderDiff, reviewOf } from './review.ts';

export type DiffFormat = 'pretty' | 'json' | 'markdown';

/** The arguments of `botwright diff`. */
export interface DiffOptions extends BotServer {
  readonly before: string;
  readonly after: string;
  readonly format: DiffFormat;
  /** Ignore blocks that only moved. */
  readonly ignorePositions?: boolean;
  /** Show where each block moved to. */
  readonly positions?: boolean;
}

/**
 * Compares two bots and prints the changes.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When one of the two cannot be read.
 * @spec DD1, DD2, DD3
 */
export async function diff(options: DiffOptions): Promise<number> {
  const { ignorePositions = false, positions: showsPositions = false } = options;
  if (options.before === '-' && options.after === '-') {
    throw new CommandFailure('usage', 'Only one of the two can be standard input.');
  }
  if (ignorePositions && showsPositions) {
    throw new CommandFailure('usage', 'Give either --positions or --ignore-positions.');
  }
  const before = await readBot(options.before, options);
  const after = await readBot(options.after, options);
  const found = diffDiagrams(asStored(before.diagram), asStored(after.diagram), { ignorePositions });
  const isSame = !hasChanges(found);
  const review = reviewOf(found, { ignorePositions });
  const { render } = await formats[options.format]();
  writeOutput(`${render({ before, after, diff: found, review, isSame, showsPositions })}\n`);
  return isSame ? exitCodes.done : exitCodes.failure;
}

const formats: Readonly<Record<DiffFormat, () => Promise<{ readonly render: RenderDiff }>>> = {
  pretty: () => import('./formats/pretty.ts'),
  json: () => import('./formats/json.ts'),
  markdown: () => import('./formats/markdown.ts'),
};

import { channelFamilies } from '@botwright/core/diagram';
import { type FoundFile, findBotFiles, LintInputError, type SearchOptions } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

/** @throws {CommandFailure} When the product has no such family. @spec LC5, TC6 */
export function readFamily(family: string | undefined): string | undefined {
  if (family === undefined || (channelFamilies as readonly string[]).includes(family)) return family;
  throw new CommandFailure('usage', `The family is one of ${channelFamilies.join(', ')}, not "${family}".`);
}

/** Reports a fault of the arguments in one line; rethrows any other error. @spec LC5, TC6 */
export function asUsageFailure(error: unknown): unknown {
  return error instanceof LintInputError ? new CommandFailure('usage', error.message, { cause: error }) : error;
}

/** There is no bot in these files. @param problem - Of the only one, as a sentence. @spec TC6, MC18 */
export function noBotFound(files: readonly string[], problem?: string): CommandFailure {
  const other = files.find((file) => /\.scenarios\.(?:ya?ml|json)$/.test(file));
  const reason = other === undefined ? problem : `${other} has scenarios; give the bot that its member "bot" names.`;
  return new CommandFailure('usage', reason === undefined ? 'No bot was found.' : `No bot was found: ${reason}`);
}

/** Finds files from the working folder. @throws {CommandFailure} When a path does not exist, or cannot be read. */
export function searchFiles(paths: readonly string[], options?: SearchOptions): readonly FoundFile[] {
  try {
    return findBotFiles(paths, '.', options);
  } catch (error) {
    throw asUsageFailure(error);
  }
}

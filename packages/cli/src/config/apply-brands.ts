import { type Engine, type EngineError, isEngineError } from '@botwright/core';
import { CommandFailure } from '../command-failure.ts';
import type { ConfigBrand } from './brand-schema.ts';
import { toBrandConfiguration } from './to-brand-configuration.ts';

/**
 * Applies the brands of the config file. The engine refuses what the file alone does not show to be wrong, such as an
 * address that may not be reached from here; that is reported like the other faults of the file.
 *
 * @throws {CommandFailure} Names the file and the member; then nothing changed.
 * @spec CF2
 */
export async function applyBrands(
  engine: Pick<Engine, 'configure'>,
  brands: readonly ConfigBrand[],
  file: string,
): Promise<void> {
  try {
    await engine.configure(brands.map(toBrandConfiguration), { exactly: true });
  } catch (error) {
    if (!isEngineError(error)) throw error;
    const problem = `The config file ${file} cannot be used:\n  ${describePlace(error)}: ${error.message}`;
    throw new CommandFailure('usage', problem, { cause: error });
  }
}

/** The engine's `0.channels.1.webhookUrl` as the file has it: `brands[0].channels[1].webhook_url`. */
function describePlace({ field }: EngineError): string {
  if (field === undefined) return 'brands';
  const member = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `brands.${member}`.replaceAll(/\.(\d+)/g, '[$1]');
}

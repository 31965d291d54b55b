import { type BrandConfiguration, type Engine, isEngineError, storageFaultOf } from '@botwright/core';
import { wireName } from '@botwright/core/inputs';
import { CommandFailure } from '../command-failure.ts';
import { describeFaults } from './read-config-file.ts';

/**
 * Applies the brands of the config file. Reports refusals of the engine, such as an address that this server may not
 * reach, like other faults of the file.
 *
 * @throws {CommandFailure} Names the file and the member; then nothing changed.
 * @spec CF2
 */
export async function applyBrands(
  engine: Pick<Engine, 'configure'>,
  brands: readonly BrandConfiguration[],
  file: string,
): Promise<void> {
  try {
    await engine.configure(brands, { exactly: true });
  } catch (error) {
    if (!isEngineError(error) || storageFaultOf(error) !== undefined) throw error;
    const { message: whole, faults } = error;
    const found = faults.length > 0 ? faults : [{ field: '', message: whole }];
    const placed = found.map(({ field, message }) => {
      return { field: field === '' ? 'brands' : `brands.${wireName(field)}`, message };
    });
    const problem = [`The config file ${file} cannot be used:`, ...describeFaults(placed)];
    throw new CommandFailure('usage', problem, { cause: error });
  }
}

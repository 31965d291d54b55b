import { type Config, configSchema } from './config-schema.ts';
import { readConfigFile } from './read-config-file.ts';

/**
 * Reads and checks the config file of the server.
 *
 * @throws {CommandFailure} Names the file and all its faults.
 * @spec CF1, CF2
 */
export async function readConfig(file: string): Promise<Config> {
  return readConfigFile(file, configSchema);
}

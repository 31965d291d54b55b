import { createEngine, type Engine, type Storage, systemIds } from '@botwright/core';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { CommandFailure } from '../command-failure.ts';
import type { Config } from '../config/config-schema.ts';
import { readConfig } from '../config/read-config.ts';
import { type BoundServer, bindServer } from './bind-server.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { demoBrand } from './demo-brand.ts';
import { openFrontage } from './frontage.ts';
import type { Logger } from './logger.ts';
import type { ServeOptions } from './serve-options.ts';
import { startSweeps } from './sweeps.ts';

export interface RunningServer {
  readonly botsUrl: string;
  /** Made by a first start, and known to nobody else: to be shown once. */
  readonly agentToken?: string;
  /**
   * Reads the config file again and applies it.
   *
   * @throws {CommandFailure} When it cannot be used; then nothing changed.
   */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Puts the server together and starts it. The port comes before the database, so that a start which finds it
 * taken is no first start.
 *
 * @throws {CommandFailure} When it cannot start; then nothing is held any more.
 */
export async function startServer(options: ServeOptions, logger: Logger): Promise<RunningServer> {
  const config = options.configFile === undefined ? {} : await readConfig(options.configFile);
  const folder = await openDataFolder(options.data);
  let bound: BoundServer | undefined;
  let storage: Storage | undefined;
  try {
    bound = await bindServer(options.host, options.port);
    storage = openStorage(folder, options.data);
    return await runServer({ options, config, folder, bound, storage, logger });
  } catch (error) {
    bound?.server.close();
    await storage?.close();
    folder.release();
    throw error;
  }
}

function openStorage(folder: DataFolder, path: string): Storage {
  try {
    return sqliteStorage({ file: folder.databaseFile });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure('failure', `The data folder ${path} cannot be used (${reason}).`, { cause: error });
  }
}

async function runServer(parts: {
  readonly options: ServeOptions;
  readonly config: Config;
  readonly folder: DataFolder;
  readonly bound: BoundServer;
  readonly storage: Storage;
  readonly logger: Logger;
}): Promise<RunningServer> {
  const { options, folder, storage, logger } = parts;
  const engine = createEngine({ storage });
  const agentToken = await configureBrands(engine, parts.config, folder);
  const frontage = openFrontage({ ...parts, engine });
  const endSweeps = startSweeps(engine, logger);
  return {
    botsUrl: frontage.botsUrl,
    ...(agentToken !== undefined && { agentToken }),

    async reload() {
      if (options.configFile === undefined) return;
      const config = await readConfig(options.configFile);
      if (config.brands !== undefined) await engine.configure(config.brands);
      frontage.apply(config);
    },

    async stop() {
      await frontage.close();
      await endSweeps();
      await engine.close();
      folder.release();
    },
  };
}

/**
 * Makes the brands what the config says, or what a first start makes.
 *
 * @returns The agent token of a first start.
 * @spec SV6, SV8, CF10, CF11, CF12, CF13, CF14
 */
async function configureBrands(engine: Engine, { brands }: Config, folder: DataFolder): Promise<string | undefined> {
  if (brands !== undefined) await engine.configure(brands);
  if (brands !== undefined || !folder.isNew) return undefined;
  const token = systemIds().token();
  await engine.configure([demoBrand(token)]);
  return token;
}

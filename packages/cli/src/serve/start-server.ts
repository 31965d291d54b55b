import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startLink } from '@botwright/console';
import { type Engine, storageFaultOf } from '@botwright/core';
import { tenantChanges, tenantRecords } from '@botwright/core/front';
import { aesCipher, systemClock, systemIds } from '@botwright/core/node';
import type { Storage } from '@botwright/core/ports';
import { CommandFailure } from '../command-failure.ts';
import { applyBrands } from '../config/apply-brands.ts';
import { type Config, configSchema } from '../config/config-schema.ts';
import { readConfigFile } from '../config/read-config-file.ts';
import type { SecretKeys } from '../config/secret-keys.ts';
import { warnOfLimitedTokens } from '../config/warn-of-limited-tokens.ts';
import { connectedAccounts } from '../connect/connected-accounts.ts';
import { createSessions } from '../connect/sessions.ts';
import { createSignInCodes } from '../connect/sign-in-codes.ts';
import { tokenSignIn } from '../connect/token-sign-in.ts';
import { createBackgroundWorkers } from './background-workers.ts';
import { type BoundServer, bindServer } from './bind-server.ts';
import { type DataFolder, inMemory, openDataFolder, unusableFolder } from './data-folder.ts';
import { demoBrand, publishDemoBots } from './demo-brand.ts';
import { describeDiskFault } from './disk-fault.ts';
import { type HttpServers, openHttpServers, openOperatorServer } from './http-servers.ts';
import { type LanguageModels, makeLanguageModels } from './language-models.ts';
import { loadSecretKeys, readGivenKeys } from './load-secret-keys.ts';
import type { Logger } from './logger.ts';
import { mailOutbox } from './mail-outbox.ts';
import { databaseName, openStore, storeName } from './open-store.ts';
import { rotateKeys } from './rotate-keys.ts';
import type { ServeOptions } from './serve-options.ts';
import type { DemoTokens, StartUpFacts } from './start-up-message.ts';
import { tokenChanges } from './token-changes.ts';

export interface RunningServer {
  /** The tokens of a first start are not stored, so they must be shown now. */
  readonly facts: StartUpFacts;
  /**
   * Reads the config file again and applies it.
   *
   * @throws {CommandFailure} When it cannot be used; then nothing changed.
   */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Members of the config for the creation of the engine: a change takes effect at the next start. @spec SV26 */
const membersOfStart = [
  'secret_keys',
  'user_agent_brand',
  'allow_private_targets',
  'retry_scale',
  'development_providers',
  'providers',
  'visitor_limits',
  'journal',
  'files_folder',
  'typing_delay',
  'smtp',
  'models',
] as const;

/**
 * Starts the server. Opens the ports before it makes the database, so that a start that finds a port in use does not
 * count as the first one.
 *
 * @throws {CommandFailure} When it cannot start; then ports and the data folder are free again.
 */
export async function startServer(options: ServeOptions, logger: Logger): Promise<RunningServer> {
  const config = options.config === undefined ? {} : await readConfigFile(options.config, configSchema);
  const languageModels = await makeLanguageModels(config.models, process.env);
  const givenKeys = await readGivenKeys(config.secret_keys, options.secretKeys);
  requireStoredKeys(options, givenKeys);
  const folder = await openDataFolder(options.data);
  const hadKeys = folder.keysFile !== undefined && existsSync(folder.keysFile);
  const bound: BoundServer[] = [];
  let storage: Storage | undefined;
  try {
    const { host, maxConnections } = options;
    const place = { host, maxConnections };
    const bots = await bindServer({ ...place, port: options.port, flag: '--port' });
    bound.push(bots);
    const chat =
      options.role === 'worker'
        ? undefined
        : await bindServer({ ...place, port: options.chatPort, flag: '--chat-port' });
    if (chat !== undefined) bound.push(chat);
    // Makes the keys before a new database, so that no database is without keys. Checks an existing file before it
    // reads its keys; a shared database checks the keys itself.
    const canMakeKeys = folder.isNew || options.database !== undefined;
    const readKeys = () => loadSecretKeys({ ...folder, isNew: canMakeKeys }, givenKeys);
    const newKeys = canMakeKeys ? await readKeys() : undefined;
    storage = await openStore(options, folder);
    const keys = newKeys ?? (await readKeys());
    return await runServer({ options, config, languageModels, keys, folder, bound: { bots, chat }, storage, logger });
  } catch (error) {
    for (const { server } of bound) server.close();
    await storage?.close();
    folder.abandon();
    // New keys for an unusable database are useless, and would prevent the next start.
    if (!hadKeys && options.database !== undefined && folder.keysFile !== undefined) {
      rmSync(folder.keysFile, { force: true });
    }
    throw asFailure(error, options);
  }
}

/** Keys that end with the process would leave unreadable secrets in the database. @spec SV51 */
function requireStoredKeys({ data, database }: ServeOptions, given: SecretKeys): void {
  if (database === undefined || data !== inMemory || given.length > 0) return;
  const message = '--database needs a folder for --data, or --secret-keys, or secret_keys in the config file.';
  throw new CommandFailure('usage', message);
}

/** Reports a full or missing disk or a database in one line, at any step of the start. @spec SV10, SV48 */
function asFailure(error: unknown, options: ServeOptions): unknown {
  if (error instanceof CommandFailure) return error;
  const fault = options.database === undefined ? undefined : storageFaultOf(error);
  if (fault === undefined) return describeDiskFault(error) === undefined ? error : unusableFolder(options.data, error);
  const message = `The ${storeName(options)} cannot be used (${fault.message.replace(/\.$/, '')}).`;
  return new CommandFailure('failure', message, { cause: error });
}

interface Parts {
  readonly options: ServeOptions;
  readonly config: Config;
  readonly languageModels: LanguageModels;
  readonly keys: SecretKeys;
  readonly folder: DataFolder;
  readonly bound: { readonly bots: BoundServer; readonly chat: BoundServer | undefined };
  readonly storage: Storage;
  readonly logger: Logger;
}

async function runServer(parts: Parts): Promise<RunningServer> {
  const { options, config, folder, bound, storage, logger } = parts;
  const accounts = await connectedAccounts(config, { host: options.host, origin: bound.bots.origin });
  const isShared = options.database !== undefined;
  const cipher = aesCipher({ keys: parts.keys });
  const outbox =
    folder.path === undefined || config.smtp !== undefined
      ? undefined
      : mailOutbox({ folder: join(folder.path, 'mail'), clock: systemClock() });
  const workers = createBackgroundWorkers({
    ...parts,
    outbox,
    cipher,
    accounts,
    isShared,
    isAudited: options.audit === true,
  });
  const { engine } = workers;
  await rotateKeys(engine, parts.keys, { store: storeName(options), isShared }, logger);
  const tokens = await configureBrands(engine, parts);
  const demoBot = tokens !== undefined && options.demo ? await publishDemoBots(engine) : undefined;
  const codes = createSignInCodes({ clock: systemClock(), ids: systemIds() });
  warnOfLimitedTokens(config.brands ?? [], logger);
  const changes = tokenChanges({
    ...parts,
    dataFolder: folder.path,
    isFirstStart: tokens !== undefined,
    hasBrands: config.brands !== undefined,
  });
  await changes.start();
  const { bots, chat } = bound;
  const { beforeRequest } = changes;
  let opened: HttpServers | undefined;
  if (chat !== undefined) {
    const tenants = { ...tenantRecords(storage), ...tenantChanges(storage) };
    const sessions = createSessions({ cipher, tenants, clock: systemClock(), ids: systemIds() });
    const { publicRoot, connectUrl } = accounts;
    const signIn = tokenSignIn({ engine, sessions, codes, publicRoot, returnBelow: connectUrl });
    opened = openHttpServers({ ...parts, bound: { bots, chat }, engine, accounts, signIn, outbox, beforeRequest });
  }
  const servers = opened ?? openOperatorServer({ ...parts, engine, beforeRequest }, bots);
  if (options.role !== 'web') workers.start();
  return {
    facts: {
      urls: opened?.urls ?? { operator: bots.origin },
      data: options.data,
      database: options.database === undefined ? undefined : databaseName(options.database),
      link: opened && (tokens ? startLink(accounts.publicRoot, codes.make(tokens.agent)) : `${accounts.publicRoot}/`),
      chat: opened && { url: opened.chatUrl, bot: demoBot },
      tokens,
    },

    async reload() {
      if (options.config === undefined) return;
      const next = await readConfigFile(options.config, configSchema);
      if (next.brands !== undefined) await applyBrands(engine, next.brands, options.config);
      warnOfLimitedTokens(next.brands ?? [], logger);
      opened?.apply(next);
      await changes.afterConfig(next.brands !== undefined);
      const waiting = membersOfStart.filter((member) => !isDeepStrictEqual(next[member], config[member]));
      if (waiting.length > 0) logger.warn({ members: waiting }, 'config members wait for the next start');
    },

    async stop() {
      await Promise.all([servers.close(), workers.stop()]);
      await workers.close();
      folder.release();
    },
  };
}

/**
 * Applies the brands of the config. Without any, a first start makes a demo brand.
 *
 * @returns The tokens of a first start.
 * @spec SV6, SV8, SV50, CF10, CF11, CF12, CF13, CF14
 */
async function configureBrands(
  engine: Engine,
  { options, config, folder, storage }: Parts,
): Promise<DemoTokens | undefined> {
  if (config.brands !== undefined) {
    await applyBrands(engine, config.brands, options.config ?? '');
    return undefined;
  }
  const isFirst = options.database === undefined ? folder.isNew : await isFirstOnDatabase(storage);
  if (!isFirst) return undefined;
  const ids = systemIds();
  const tokens: DemoTokens = { agent: ids.token(), channel: ids.token() };
  await engine.configure([demoBrand(tokens)]);
  return tokens;
}

/** Race rule: one of several servers that start concurrently on an empty database makes the demo brand. */
async function isFirstOnDatabase(storage: Storage): Promise<boolean> {
  const { name, plan, workspaces } = demoBrand({ agent: '', channel: '' });
  return (await tenantChanges(storage).putFirstBrand({ name, plan, workspaces })) === 'put';
}

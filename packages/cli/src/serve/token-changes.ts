import { existsSync } from 'node:fs';
import { permissions } from '@botwright/core';
import { type AgentTokenRecord, type Storage, tenantChanges } from '@botwright/core/ports';
import type { CommandFailure } from '../command-failure.ts';
import { sortTokens } from '../token/known-tokens.ts';
import {
  changesFolderOf,
  type ListedToken,
  readTokenList,
  readWaitingChanges,
  removeChanges,
  type TokenList,
  type WaitingChange,
  writeTokenList,
} from '../token/token-files.ts';
import type { Logger } from './logger.ts';

/** Keeps the tokens of the store as `botwright token` wants them, and its list of them as the store has them. */
export interface TokenChanges {
  /**
   * Applies the changes that wait, and writes the list.
   *
   * @throws {CommandFailure} When a file cannot be used.
   */
  start(): Promise<void>;
  /**
   * Resolves when everything that waits now is applied. It never rejects: what cannot be applied is logged, and waits.
   * `undefined` when nothing waits, which one call of the system tells.
   */
  beforeRequest(): Promise<void> | undefined;
  /** Writes the list after the config was applied. */
  afterConfig(hasBrands: boolean): Promise<void>;
}

interface Parts {
  /** Left out: nothing is kept, and nobody can leave changes. */
  readonly dataFolder: string | undefined;
  readonly storage: Pick<Storage, 'tenants'>;
  /** A first start made the tokens that are declared. */
  readonly isFirstStart: boolean;
  /** Whether the config declares brands: then nothing else has declared tokens. */
  readonly hasBrands: boolean;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** @spec TW2, TW4, TW5, TW7, TW9 */
export function tokenChanges(parts: Parts): TokenChanges {
  const { dataFolder, storage, logger } = parts;
  if (dataFolder === undefined) {
    return { start: async () => {}, beforeRequest: () => undefined, afterConfig: async () => {} };
  }
  const folder = changesFolderOf(dataFolder);
  const changes = tenantChanges(storage.tenants);
  let { hasBrands } = parts;
  let listed: TokenList = { brands: [], tokens: [] };
  let running: Promise<void> | undefined;
  const logged = new Set<string>();

  /** One at a time; each sees the changes that waited when it began. */
  function pass(onFault?: (fault: CommandFailure) => void): Promise<void> {
    running = apply(onFault).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function apply(onFault?: (fault: CommandFailure) => void): Promise<void> {
    const waiting = await readWaitingChanges(dataFolder as string, onFault);
    await make(waiting.flatMap((change) => change.make ?? []));
    await revoke(waiting.flatMap((change) => change.revoke ?? []));
    // The list has what a change says before its file is removed, so that nobody sees neither.
    await writeList(waiting);
    await removeChanges(dataFolder as string, waiting);
  }

  async function make(tokens: readonly NonNullable<WaitingChange['make']>[]): Promise<void> {
    for (const { id, brand, name: _, made: __, ...token } of tokens) {
      const outcome = await changes.addToken({ hash: id, brand, permissions, ...token });
      const holder = outcome === 'taken' ? await storage.tenants.findTokenHolder(id) : undefined;
      const isMade = outcome === 'added' || (holder?.brand === brand && holder.channelNumber === undefined);
      if (isMade) logger.info({ id, brand, person: token.person }, 'token made');
      else logger.error({ id, brand, outcome }, 'token not made');
    }
  }

  async function revoke(tokens: readonly NonNullable<WaitingChange['revoke']>[]): Promise<void> {
    for (const { id, brand } of tokens) {
      const token = (await storage.tenants.listTokens(brand)).find(({ hash }) => hash === id);
      if (token === undefined) continue;
      if (hasBrands && token.addedAtRunTime !== true) {
        logger.error({ id, brand }, 'token not revoked: the config declares it');
        continue;
      }
      await changes.removeToken(brand, id);
      logger.info({ id, brand, person: token.person }, 'token revoked');
    }
  }

  async function writeList(waiting: readonly WaitingChange[]): Promise<void> {
    const { tenants } = storage;
    const known = new Map<string, Partial<ListedToken>>(listed.tokens.map((token) => [token.id, token]));
    for (const { make } of waiting) if (make !== undefined) known.set(make.id, make);
    const brands = (await tenants.listBrands()).map(({ name, workspaces }) => ({ name, workspaces: [...workspaces] }));
    const stored = (await Promise.all(brands.map(({ name }) => tenants.listTokens(name)))).flat();
    const present = stored.map((token) => describe(token, known.get(token.hash)));
    const names = new Set(brands.map(({ name }) => name));
    // What was made for a brand that is away works again when the brand is back.
    const away = listed.tokens.filter(({ brand, from }) => from === 'command' && !names.has(brand));
    listed = {
      brands: brands.sort((a, b) => (a.name < b.name ? -1 : 1)),
      tokens: [...sortTokens([...present, ...away])],
    };
    await writeTokenList(dataFolder as string, listed);
  }

  function describe(token: AgentTokenRecord, known: Partial<ListedToken> = {}): ListedToken {
    const { hash: id, brand, person, workspaces, addedAtRunTime } = token;
    const from = addedAtRunTime === true ? 'command' : sourceOfDeclared(known);
    const made = from === 'first_start' ? (known.made ?? new Date().toISOString()) : known.made;
    const hasAll = permissions.every((permission) => token.permissions.includes(permission));
    return {
      id,
      brand,
      person,
      ...(!hasAll && { permissions: [...token.permissions] }),
      ...(workspaces !== undefined && { workspaces: [...workspaces] }),
      ...(known.name !== undefined && { name: known.name }),
      ...(made !== undefined && from !== 'config' && { made }),
      from,
    };
  }

  function sourceOfDeclared(known: Partial<ListedToken>): ListedToken['from'] {
    if (hasBrands) return 'config';
    return known.from ?? (parts.isFirstStart ? 'first_start' : 'config');
  }

  function log(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    // The same fault is met by each request until somebody mends it.
    if (logged.has(problem)) return;
    logged.add(problem);
    logger.error({ problem }, 'token changes not applied');
  }

  return {
    async start() {
      listed = readTokenList(dataFolder) ?? listed;
      await pass();
    },

    beforeRequest() {
      if (!existsSync(folder)) return undefined;
      return (async () => {
        // A pass under way may have begun before the last change was left.
        await running?.catch(() => {});
        await (running ?? pass(log)).catch(log);
      })();
    },

    async afterConfig(given) {
      hasBrands = given;
      await running?.catch(() => {});
      await (running ?? pass(log)).catch(log);
    },
  };
}

import { existsSync } from 'node:fs';
import { permissions } from '@botwright/core';
import { type TenantChanges, type TenantRecords, tenantChanges, tenantRecords } from '@botwright/core/front';
import type { AgentTokenRecord, RecordStore } from '@botwright/core/ports';
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

/** Applies the changes of `botwright token` to the store, and lists the store's tokens for it. */
export interface TokenChanges {
  /**
   * Applies the waiting changes, and writes the list.
   *
   * @throws {CommandFailure} When a file cannot be used.
   */
  start(): Promise<void>;
  /**
   * Resolves when all waiting changes are applied. Never rejects: an unusable change is logged, and waits. `undefined`
   * when nothing waits, which takes one system call.
   */
  beforeRequest(): Promise<void> | undefined;
  /** Writes the list after the config was applied. */
  afterConfig(hasBrands: boolean): Promise<void>;
}

interface Parts {
  /** Absent: nothing is stored, and no changes can wait. */
  readonly dataFolder: string | undefined;
  readonly storage: RecordStore;
  /** Whether a first start made the declared tokens. */
  readonly isFirstStart: boolean;
  /** Whether the config declares brands: then it declares all tokens. */
  readonly hasBrands: boolean;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

interface State extends Omit<Parts, 'dataFolder' | 'storage'> {
  readonly dataFolder: string;
  readonly tenants: TenantRecords;
  readonly changes: TenantChanges;
  hasBrands: boolean;
  listed: TokenList;
}

/** @spec TW2, TW4, TW5, TW7, TW9 */
export function tokenChanges(parts: Parts): TokenChanges {
  const { dataFolder, storage, logger } = parts;
  if (dataFolder === undefined) {
    return { start: async () => {}, beforeRequest: () => undefined, afterConfig: async () => {} };
  }
  const folder = changesFolderOf(dataFolder);
  const tenants = tenantRecords(storage);
  const changes = tenantChanges(storage);
  const state: State = { ...parts, dataFolder, tenants, changes, listed: { brands: [], tokens: [] } };
  let running: Promise<void> | undefined;
  const logged = new Set<string>();

  /** Runs one pass at a time; each sees the changes that waited when it began. */
  function pass(onFault?: (fault: CommandFailure) => void): Promise<void> {
    running = apply(state, onFault).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** A running pass may have begun before the last change was written. */
  async function passAfterRunning(): Promise<void> {
    await running?.catch(() => {});
    await (running ?? pass(log)).catch(log);
  }

  /** Each request finds the same fault until it is corrected; it is logged once. */
  function log(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    if (logged.has(problem)) return;
    logged.add(problem);
    logger.error({ problem }, 'token changes not applied');
  }

  return {
    async start() {
      state.listed = readTokenList(dataFolder) ?? state.listed;
      await pass();
    },
    beforeRequest: () => (existsSync(folder) ? passAfterRunning() : undefined),
    async afterConfig(hasBrands) {
      state.hasBrands = hasBrands;
      await passAfterRunning();
    },
  };
}

async function apply(state: State, onFault?: (fault: CommandFailure) => void): Promise<void> {
  const waiting = await readWaitingChanges(state.dataFolder, onFault);
  for (const { make } of waiting) if (make !== undefined) await makeToken(state, make);
  for (const { revoke } of waiting) if (revoke !== undefined) await revokeToken(state, revoke);
  // Write the list before a change's file is removed: otherwise a reader could find the change in neither.
  state.listed = await listTokens(state, waiting);
  await writeTokenList(state.dataFolder, state.listed);
  await removeChanges(state.dataFolder, waiting);
}

async function makeToken({ changes, tenants, logger }: State, made: NonNullable<WaitingChange['make']>): Promise<void> {
  const { id, brand, name: _, made: __, ...token } = made;
  const outcome = await changes.addToken({ hash: id, brand, permissions, ...token });
  const holder = outcome === 'taken' ? await tenants.findTokenHolder(id) : undefined;
  const isMade = outcome === 'added' || (holder?.brand === brand && holder.channelNumber === undefined);
  if (isMade) logger.info({ id, brand, person: token.person }, 'token made');
  else logger.error({ id, brand, outcome }, 'token not made');
}

async function revokeToken(
  { changes, tenants, logger, hasBrands }: State,
  { id, brand }: NonNullable<WaitingChange['revoke']>,
): Promise<void> {
  const token = (await tenants.listTokens(brand)).find(({ hash }) => hash === id);
  if (token === undefined) return;
  if (hasBrands && token.addedAtRunTime !== true) {
    logger.error({ id, brand }, 'token not revoked: the config declares it');
    return;
  }
  await changes.removeToken(brand, id);
  logger.info({ id, brand, person: token.person }, 'token revoked');
}

async function listTokens(state: State, waiting: readonly WaitingChange[]): Promise<TokenList> {
  const { listed, tenants } = state;
  const known = new Map<string, Partial<ListedToken>>(listed.tokens.map((token) => [token.id, token]));
  for (const { make } of waiting) if (make !== undefined) known.set(make.id, make);
  const brands = (await tenants.listBrands()).map(({ name, workspaces }) => ({ name, workspaces: [...workspaces] }));
  const stored = (await Promise.all(brands.map(({ name }) => tenants.listTokens(name)))).flat();
  const present = stored.map((token) => describe(state, token, known.get(token.hash)));
  const names = new Set(brands.map(({ name }) => name));
  // A token made for a removed brand works again when the brand returns.
  const away = listed.tokens.filter(({ brand, from }) => from === 'command' && !names.has(brand));
  return {
    brands: brands.sort((a, b) => (a.name < b.name ? -1 : 1)),
    tokens: sortTokens([...present, ...away]),
  };
}

function describe(state: State, token: AgentTokenRecord, known: Partial<ListedToken> = {}): ListedToken {
  const { hash: id, brand, person, workspaces, addedAtRunTime } = token;
  const from = addedAtRunTime === true ? 'command' : sourceOfDeclared(state, known);
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

function sourceOfDeclared({ hasBrands, isFirstStart }: State, known: Partial<ListedToken>): ListedToken['from'] {
  if (hasBrands) return 'config';
  return known.from ?? (isFirstStart ? 'first_start' : 'config');
}

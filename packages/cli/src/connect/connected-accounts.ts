import { type Engine, systemIds } from '@botwright/core';
import { type ApiOptions, createConnectPage, type MountedApi } from '@botwright/http';
import { createPages, type PageOperation } from '@botwright/http/pages';
import type { Config } from '../config/config-schema.ts';
import { type DevelopmentProviders, developmentPath, developmentProviders } from './development-providers.ts';
import { signInPath, tokenSignIn } from './token-sign-in.ts';

/** What the server has for connecting accounts, from its start to its end. */
export interface ConnectedAccounts {
  /** Where the server is reached from outside, without a slash at the end. */
  readonly publicRoot: string;
  readonly connectUrl: string;
  readonly providers: DevelopmentProviders['providers'];
  readonly operations: readonly PageOperation[];
}

/**
 * @param origin - Where this process listens.
 * @spec SV28, SV32
 */
export function connectedAccounts({ public_urls }: Config, origin: string): ConnectedAccounts {
  const publicRoot = public_urls?.bots?.replace(/\/v0-alpha$/, '') ?? origin;
  const connectUrl = `${publicRoot}/connect`;
  const redirectUri = `${connectUrl}/callback`;
  return { publicRoot, connectUrl, ...developmentProviders({ publicRoot, redirectUri, ids: systemIds() }) };
}

/**
 * Makes the pages with which people connect accounts. New ones know nobody who is signed in.
 *
 * @spec SV28, SV30, SV35
 */
export function accountPages(
  engine: Engine,
  host: ApiOptions,
  { publicRoot, connectUrl, operations }: ConnectedAccounts,
): readonly MountedApi[] {
  const entrance = tokenSignIn({ engine, publicRoot, returnBelow: connectUrl });
  return [
    createConnectPage({ ...host, engine, publicUrl: connectUrl, signIn: entrance.signIn }),
    createPages(host, {
      basePaths: [signInPath, developmentPath],
      operations: [...entrance.operations, ...operations],
    }),
  ];
}

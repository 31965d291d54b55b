import { type Engine, systemClock, systemIds } from '@botwright/core';
import { type ApiOptions, createConnectPage, type MountedApi } from '@botwright/http';
import { createPages, type PageOperation } from '@botwright/http/pages';
import type { Config } from '../config/config-schema.ts';
import { absentProviders } from './absent-providers.ts';
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
 * @param place - Where this process listens: the flag, and what came of it.
 * @spec SV28, SV32, CF25
 */
export function connectedAccounts(
  { public_urls, development_providers }: Config,
  { host, origin }: { readonly host: string; readonly origin: string },
): ConnectedAccounts {
  const publicRoot = public_urls?.bots?.replace(/\/v0-alpha$/, '') ?? origin;
  const connectUrl = `${publicRoot}/connect`;
  const isDevelopment = development_providers ?? isLoopback(host);
  const made = isDevelopment
    ? developmentProviders({ publicRoot, ids: systemIds(), clock: systemClock() })
    : { providers: absentProviders(), operations: [] };
  return { publicRoot, connectUrl, ...made };
}

/** Whether only this machine reaches a server that listens there. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
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
      // Also where there are no development providers: what lies below is then no page, and 404.
      basePaths: [signInPath, developmentPath],
      operations: [...entrance.operations, ...operations],
    }),
  ];
}

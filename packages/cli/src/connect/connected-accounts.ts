import type { Engine, ShippedAccountKind } from '@botwright/core';
import { shippedAccountKinds } from '@botwright/core/inputs';
import { systemClock, systemIds } from '@botwright/core/node';
import type { SchedulerProvider, SpreadsheetProvider } from '@botwright/core/ports';
import { type ApiOptions, createConnectPage, type MountedApi } from '@botwright/http';
import { createPages, type PageOperation } from '@botwright/http/pages';
import type { Config } from '../config/config-schema.ts';
import { absentProviders } from './absent-providers.ts';
import { developmentPath, developmentProviders } from './development-providers.ts';
import { realProviders } from './real-providers.ts';
import { signInPath, type TokenSignIn } from './token-sign-in.ts';

/** The connection of accounts, for the lifetime of the server. */
export interface ConnectedAccounts {
  /** Public URL of the server, without a slash at the end. */
  readonly publicRoot: string;
  readonly connectUrl: string;
  readonly providers: readonly [SpreadsheetProvider, SchedulerProvider];
  /** The kinds whose providers are real or simulated. */
  readonly kinds: readonly ShippedAccountKind[];
  readonly operations: readonly PageOperation[];
}

/**
 * Real providers of the kinds for which the config has credentials. The others are simulated or absent.
 *
 * @param place - The address of this process: the host of the flag, and its origin.
 * @throws {CommandFailure} When a provider cannot be made.
 * @spec SV28, SV32, SV70, CF25, CO58
 */
export async function connectedAccounts(
  { public_urls, development_providers, providers = {} }: Config,
  { host, origin }: { readonly host: string; readonly origin: string },
): Promise<ConnectedAccounts> {
  const publicRoot = public_urls?.bots?.replace(/\/v0-alpha$/, '') ?? origin;
  const connectUrl = `${publicRoot}/connect`;
  const real = await realProviders(providers);
  const isDevelopment = development_providers ?? isLoopback(host);
  const kinds = shippedAccountKinds.filter((kind) => real[kind] === undefined);
  const others =
    isDevelopment && kinds.length > 0
      ? developmentProviders({ publicRoot, ids: systemIds(), clock: systemClock(), kinds })
      : { providers: absentProviders(), operations: [] };
  const [spreadsheets, scheduler] = others.providers;
  return {
    publicRoot,
    connectUrl,
    providers: [real.spreadsheets ?? spreadsheets, real.scheduler ?? scheduler],
    kinds: shippedAccountKinds.filter((kind) => isDevelopment || real[kind] !== undefined),
    operations: others.operations,
  };
}

/** Whether only this machine can reach a server on that address. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/**
 * Makes the pages on which people sign in and connect accounts.
 *
 * @spec SV28, SV35
 */
export function accountPages(
  { engine, signIn }: { readonly engine: Engine; readonly signIn: TokenSignIn },
  host: ApiOptions,
  { connectUrl, operations }: ConnectedAccounts,
): readonly MountedApi[] {
  return [
    createConnectPage({ ...host, engine, publicUrl: connectUrl, signIn: signIn.signIn }),
    createPages(host, {
      // Also without development providers: the paths below are then 404.
      basePaths: [signInPath, developmentPath],
      operations: [...signIn.operations, ...operations],
    }),
  ];
}

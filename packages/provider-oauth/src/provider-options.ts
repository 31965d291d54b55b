import { type Clock, type ProviderFailure, systemClock } from '@botwright/core';
import { readEndpoint } from './endpoint.ts';
import type { Fetch } from './fetch.ts';
import type { OAuthApp } from './oauth-client.ts';
import { type ProviderCall, providerCalls } from './provider-calls.ts';

/** @typeParam Endpoint Names of the addresses that the provider sends to. */
export interface ProviderOptions<Endpoint extends string> extends OAuthApp {
  /** Left out: the global one. */
  readonly fetch?: Fetch;
  /** Milliseconds that one call may take, all its requests together. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Of one answer, decoded. Default: 10 MiB. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
  /** Others than the service's own, for proxies and tests. */
  readonly endpoints?: Partial<Readonly<Record<Endpoint, string>>>;
}

export interface ProviderSetting<Endpoint extends string> {
  readonly endpoints: Readonly<Record<Endpoint, URL>>;
  readonly clock: Clock;
  begin(): ProviderCall;
}

export interface ProviderDefaults<Endpoint extends string> {
  readonly service: string;
  readonly endpoints: Readonly<Record<Endpoint, string>>;
  judge(status: number, body: unknown): ProviderFailure | undefined;
}

/**
 * Puts together what a provider is made of.
 *
 * @throws {TypeError} For an endpoint that secrets must not go to.
 * @spec PV8, PV9, PV11, PV12
 */
export function readOptions<Endpoint extends string>(
  { fetch = globalThis.fetch, timeoutMs = 10_000, maxBytes = 10_485_760, ...options }: ProviderOptions<Endpoint>,
  { service, judge, ...defaults }: ProviderDefaults<Endpoint>,
): ProviderSetting<Endpoint> {
  const texts: Readonly<Record<Endpoint, string>> = { ...defaults.endpoints, ...options.endpoints };
  const read = Object.entries<string>(texts).map(([name, text]) => [name, readEndpoint(name, text)] as const);
  return {
    endpoints: Object.fromEntries(read) as Record<Endpoint, URL>,
    clock: options.clock ?? systemClock(),
    begin: providerCalls({ service, judge, fetch, timeoutMs, maxBytes }),
  };
}

import { systemClock } from '@botwright/core/node';
import type { Clock, ProviderFailure } from '@botwright/core/ports';
import { readEndpoint } from './endpoint.ts';
import type { Fetch } from './fetch.ts';
import type { OAuthApp } from './oauth-client.ts';
import { type ProviderCall, providerCalls } from './provider-calls.ts';

/**
 * The app of the host at a provider, and the limits and replacements of calls to it.
 *
 * @typeParam Endpoint The names of the provider's endpoints.
 */
export interface ProviderOptions<Endpoint extends string> extends OAuthApp {
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Milliseconds that one call of the provider may take, with all its requests. Default: 10,000. */
  readonly timeoutMs?: number;
  /** The maximum size of one response, decoded. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Endpoints in place of the service's own, for proxies and tests. */
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
  classifyRefusal(status: number, body: unknown): ProviderFailure | undefined;
}

/**
 * Reads the options of a provider, and fills in its defaults.
 *
 * @throws {TypeError} For an endpoint that secrets must not be sent to.
 * @spec PV8, PV9, PV11, PV12
 */
export function readOptions<Endpoint extends string>(
  { fetch = globalThis.fetch, timeoutMs = 10_000, maxBytes = 10_485_760, ...options }: ProviderOptions<Endpoint>,
  { service, classifyRefusal, ...defaults }: ProviderDefaults<Endpoint>,
): ProviderSetting<Endpoint> {
  const texts: Readonly<Record<Endpoint, string>> = { ...defaults.endpoints, ...options.endpoints };
  const read = Object.entries<string>(texts).map(([name, text]) => [name, readEndpoint(name, text)] as const);
  return {
    endpoints: Object.fromEntries(read) as Record<Endpoint, URL>,
    clock: options.clock ?? systemClock(),
    begin: providerCalls({ service, classifyRefusal, fetch, timeoutMs, maxBytes }),
  };
}

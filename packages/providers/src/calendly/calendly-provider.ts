import type { CodeExchange, ProviderAccount, ProviderTokens, SchedulerProvider } from '@botwright/core/ports';
import { oauthClient } from '../oauth/oauth-client.ts';
import type { ProviderCall } from '../oauth/provider-calls.ts';
import { type ProviderOptions, readOptions } from '../oauth/provider-options.ts';
import { type CalendlyApi, listEventTypes, readUser } from './calendly-api.ts';
import {
  type CalendlyEndpoint,
  calendlyEndpoints,
  calendlyScopes,
  classifyCalendlyRefusal,
  normalizeScopes,
} from './calendly-service.ts';

/** The app that is registered with Calendly. */
export type CalendlyOptions = ProviderOptions<CalendlyEndpoint>;

/**
 * Connects Calendly accounts for their booking pages.
 *
 * @throws {TypeError} For an empty client id or secret, or an endpoint that secrets must not be sent to.
 * @spec CY1, CY2, CY4, CY7
 * @example
 * const scheduler = calendlyProvider({ clientId, clientSecret });
 */
export function calendlyProvider(options: CalendlyOptions): SchedulerProvider {
  const service = 'Calendly';
  const defaults = { service, endpoints: calendlyEndpoints, classifyRefusal: classifyCalendlyRefusal };
  const { begin, clock, endpoints } = readOptions(options, defaults);
  const oauth = oauthClient({
    app: options,
    clock,
    server: {
      service,
      ...endpoints,
      issuer: endpoints.authorization.origin,
      scopes: calendlyScopes,
      secretIn: 'header',
      revokesWithSecret: true,
    },
  });
  const open = (call: ProviderCall, accessToken: string): CalendlyApi => ({ call, base: endpoints.api, accessToken });

  /** Revokes tokens whose account cannot be read, because nobody would ever use them. */
  async function connect(exchange: CodeExchange): Promise<ProviderAccount> {
    const call = begin();
    const tokens = normalized((await oauth.exchangeCode(call, exchange)).tokens);
    try {
      const { uri, name, scheduling_url } = await readUser(open(call, tokens.accessToken));
      return { externalId: uri, name, schedulingUrl: scheduling_url, tokens };
    } catch (error) {
      await oauth.revoke(call, tokens).catch(() => undefined);
      throw error;
    }
  }

  return {
    kind: 'scheduler',
    title: 'Calendly',
    requiredScopes: calendlyScopes,
    authorizationUrl: oauth.authorizationUrl,
    exchangeCode: connect,
    refresh: async (tokens) => normalized(await oauth.refresh(begin(), tokens)),
    revoke: (tokens) => oauth.revoke(begin(), tokens),
    listEventTypes: (accessToken) => listEventTypes(open(begin(), accessToken)),
  };
}

function normalized(tokens: ProviderTokens): ProviderTokens {
  return { ...tokens, scopes: normalizeScopes(tokens.scopes) };
}

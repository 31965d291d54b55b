import type { ProviderFailure } from '@botwright/core/ports';
import * as v from 'valibot';

export type CalendlyEndpoint = 'authorization' | 'token' | 'revocation' | 'api';

export const calendlyEndpoints: Readonly<Record<CalendlyEndpoint, string>> = {
  authorization: 'https://auth.calendly.com/oauth/authorize',
  token: 'https://auth.calendly.com/oauth/token',
  revocation: 'https://auth.calendly.com/oauth/revoke',
  api: 'https://api.calendly.com',
};

export const calendlyScopes = ['users:read', 'event_types:read'] as const;

const scopeRefusalSchema = v.union([
  v.object({ required_scopes: v.array(v.unknown()) }),
  v.object({ title: v.literal('Insufficient scope') }),
]);

/** @spec CY6 */
export function classifyCalendlyRefusal(status: number, body: unknown): ProviderFailure | undefined {
  return status === 403 && v.is(scopeRefusalSchema, body) ? 'insufficient_scope' : undefined;
}

/**
 * Turns the scopes that Calendly grants into the requested ones. Apps registered before Calendly had scopes get
 * `default`, which allows everything; a scope to write includes reading.
 *
 * @spec CY3
 */
export function normalizeScopes(scopes: readonly string[]): readonly string[] {
  if (scopes.includes('default')) return calendlyScopes;
  const implied = scopes.filter((scope) => scope.endsWith(':write')).map((scope) => scope.replace(/write$/, 'read'));
  return [...new Set([...scopes, ...implied])];
}

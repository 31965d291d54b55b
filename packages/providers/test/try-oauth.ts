import { inspect } from 'node:util';
import type { AuthorizationRequest } from '@botwright/core/ports';
import { simulatedClock } from '@botwright/core/testing';
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { expect, onTestFinished } from 'vitest';
import { type OAuthClient, oauthClient } from '../src/oauth/oauth-client.ts';
import { type ProviderOptions, type ProviderSetting, readOptions } from '../src/oauth/provider-options.ts';
import { type LocalGoogle, startGoogle } from './servers/google.ts';

type Endpoint = keyof LocalGoogle['endpoints'];

export const ana = { id: '1001', name: 'Ana', email: 'ana@example.com' };
export const redirectUri = 'https://bots.example.com/connected-accounts/callback';
export const codeVerifier = 'verifier-verifier-verifier-verifier-verifier';

export const request: AuthorizationRequest = {
  state: 'state-1',
  codeChallenge: await calculatePKCECodeChallenge(codeVerifier),
  redirectUri,
};

export interface Trial extends ProviderSetting<Endpoint> {
  readonly google: LocalGoogle;
  readonly oauth: OAuthClient;
  /** Consents. @returns The code. */
  code(): Promise<string>;
}

/** A client against the local Google, as a provider would make it. The time is the simulated clock's. */
export async function startTrial(options: Partial<ProviderOptions<Endpoint>> = {}): Promise<Trial> {
  const google = await startGoogle({ people: [ana] });
  onTestFinished(() => google.close());
  const { endpoints, issuer, clientId, clientSecret } = google;
  const app = { clientId, clientSecret };
  const setting = readOptions(
    { ...app, clock: simulatedClock(1_000_000), ...options },
    { service: 'Example', endpoints, classifyRefusal: () => undefined },
  );
  const server = {
    service: 'Example',
    issuer,
    scopes: ['openid', 'read'],
    secretIn: 'body',
    hasIdToken: true,
  } as const;
  const oauth = oauthClient({
    app: { ...app, ...options },
    clock: setting.clock,
    server: { ...server, ...setting.endpoints, parameters: { prompt: 'consent' } },
  });
  const code = async (): Promise<string> => {
    const back = await google.consent(oauth.authorizationUrl(request), { person: ana.id });
    return back.searchParams.get('code') ?? '';
  };
  return { ...setting, google, oauth, code };
}

/** Waits for a failure, and checks that it shows no secret. */
export async function failureOf(work: Promise<unknown>, secrets: readonly string[]): Promise<unknown> {
  const error: unknown = await work.then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  );
  const seen = inspect(error, { depth: 20, showHidden: true });
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
  if (!(error instanceof Error)) return error;
  return { name: error.name, reason: 'reason' in error ? error.reason : undefined, message: error.message };
}

export function providerError(reason: string, message: string): unknown {
  return { name: 'ProviderError', reason, message };
}

import { createHash } from 'node:crypto';
import type { ProviderAccount, SpreadsheetProvider } from '@botwright/core/ports';
import { onTestFinished } from 'vitest';
import { type GoogleSheetsOptions, googleSheetsProvider } from '../src/google-sheets/google-sheets-provider.ts';
import { type LocalGoogle, type LocalGoogleOptions, startGoogle } from './servers/google.ts';
import type { LocalFile } from './servers/workbook.ts';

export const ana = { id: '1001', name: 'Ana', email: 'ana@example.com' };
export const redirectUri = 'https://bots.example.com/callback';
export const codeVerifier = 'verifier-verifier-verifier-verifier-verifier';
export const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

export interface Trial {
  readonly google: LocalGoogle;
  readonly provider: SpreadsheetProvider;
  /** Connects as if Ana went through the consent page. @param scopes - Those she agrees to; default: all. */
  connect(scopes?: readonly string[]): Promise<ProviderAccount>;
}

export async function startTrial(
  options: Partial<LocalGoogleOptions> = {},
  settings: Partial<GoogleSheetsOptions> = {},
): Promise<Trial> {
  const google = await startGoogle({ people: [ana], ...options });
  onTestFinished(() => google.close());
  const { clientId, clientSecret, endpoints, issuer } = google;
  const provider = googleSheetsProvider({ clientId, clientSecret, endpoints, issuer, ...settings });
  const connect: Trial['connect'] = async (scopes) => {
    const url = provider.authorizationUrl({ state: 's', codeChallenge, redirectUri });
    const back = await google.consent(url, { person: ana.id, ...(scopes === undefined ? {} : { scopes }) });
    return provider.exchangeCode({ code: back.searchParams.get('code') ?? '', codeVerifier, redirectUri });
  };
  return { google, provider, connect };
}

export interface OpenTrial extends Trial {
  readonly accessToken: string;
}

/** With Ana connected. */
export async function startConnected(
  files: readonly LocalFile[],
  settings: Partial<GoogleSheetsOptions> = {},
): Promise<OpenTrial> {
  const trial = await startTrial({ files }, settings);
  const { tokens } = await trial.connect();
  return { ...trial, accessToken: tokens.accessToken };
}

export function file(id: string, changes: Partial<LocalFile> = {}): LocalFile {
  return { id, name: `File ${id}`, readers: [ana.id], tabs: [], ...changes };
}

export async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'reason' in error ? error.reason : error),
  );
}

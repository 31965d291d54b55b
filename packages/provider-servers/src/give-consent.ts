export interface Consent {
  /** Id of the person. */
  readonly person: string;
  /** Left out: all that are asked for. */
  readonly scopes?: readonly string[];
  readonly decision?: 'allow' | 'deny';
}

/** Does what a person would do on the consent page, and answers where the browser is sent. */
export async function giveConsent(authorizationUrl: string, consent: Consent): Promise<URL> {
  const body = new URLSearchParams({ person: consent.person, decision: consent.decision ?? 'allow' });
  if (consent.scopes !== undefined) body.set('choice', 'scopes');
  for (const scope of consent.scopes ?? []) body.append('scope', scope);
  const response = await fetch(authorizationUrl, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`No consent: ${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

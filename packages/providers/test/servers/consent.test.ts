import { expect, it, onTestFinished } from 'vitest';
import { type LocalGoogle, startGoogle } from './google.ts';

const people = [
  { id: '1001', name: 'Ana <b>', email: 'ana@example.com' },
  { id: '1002', name: 'Eva', email: 'eva@example.com' },
];

async function start(changes: Readonly<Record<string, string>> = {}): Promise<LocalGoogle & { readonly url: string }> {
  const google = await startGoogle({ people });
  onTestFinished(() => google.close());
  const parameters = {
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: 'http://127.0.0.1:1/callback?kind=spreadsheets',
    scope: 'openid email',
    state: 'a&b',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    ...changes,
  };
  return { ...google, url: `${google.endpoints.authorization}?${new URLSearchParams(parameters)}` };
}

it('the server shows a page to consent on', async () => {
  const { url } = await start();
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`);
  expect(fields).toEqual([
    'person=1001',
    'person=1002',
    'choice=scopes',
    'scope=openid',
    'scope=email',
    'decision=allow',
    'decision=deny',
  ]);
  expect(page).toContain('Ana &#60;b&#62; (ana@example.com)');
});

it.for([
  [{ person: '1001' }, /^http:\/\/127\.0\.0\.1:1\/callback\?kind=spreadsheets&state=a%26b&code=code-[\w-]+$/],
  [{ person: '1001', decision: 'deny' }, /\?kind=spreadsheets&state=a%26b&error=access_denied$/],
  [{ person: 'nobody' }, /error=access_denied$/],
] as const)('a consent of %j sends the browser back', async ([consent, location]) => {
  const { url, consent: give } = await start();
  expect((await give(url, consent)).href).toMatch(location);
});

it.for([
  [{ client_id: 'another' }, 'invalid_client'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ redirect_uri: 'nowhere' }, 'redirect_uri_mismatch'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
] as const)('a consent page with %j is refused', async ([changes, fault]) => {
  const { url } = await start(changes);
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([400, fault]);
});

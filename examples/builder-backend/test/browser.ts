export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A page of the builder: sends its cookie and its origin. */
export interface Browser {
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  readonly cookie: string;
}

/** One request, with a JSON body if there is one. */
export async function ask(
  method: string,
  url: string,
  { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
): Promise<Answer & { readonly headers: Headers }> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read = await answer.text();
  return { status: answer.status, headers: answer.headers, body: read.startsWith('{') ? JSON.parse(read) : read };
}

/** Signs up a company, and signs in its first person. */
export async function openBrowser(root: string, company: string): Promise<Browser> {
  const email = `ada@${company}.example`;
  const person = { company, name: 'Ada', email, password: 'correct horse' };
  const signedUp = await ask('POST', `${root}/sign-up`, { body: person });
  if (signedUp.status !== 201) throw new Error(`Signing up was answered ${signedUp.status}.`);
  const { headers } = await ask('POST', `${root}/sign-in`, { body: { email, password: person.password } });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    cookie,
    async send(method, path, body) {
      const { status, body: answered } = await ask(method, `${root}${path}`, {
        headers: { cookie, origin: root },
        body,
      });
      return { status, body: answered };
    },
  };
}

/** Makes and publishes a bot that asks for a name and repeats it. @returns Its id. */
export async function publishBot({ send }: Browser): Promise<string> {
  const bots = '/engine/api/v0-alpha/bots';
  const created = await send('POST', bots, { name: 'Greeter', channel_family: 'apichat' });
  const { id } = (created.body as { data: { id: string } }).data;
  const added = await send('POST', `${bots}/${id}/draft/blocks`, {
    blocks: [
      { id: 'bot_start', type: 'ask_question', params: { text: 'Who are you?', destination: 'answer' } },
      { id: 'again', type: 'ask_question', params: { text: 'You said @{answer}.', destination: 'answer' } },
    ],
    connections: [
      { sourcePath: 'bot_start', type: '$success', targetPath: 'again' },
      { sourcePath: 'again', type: '$success', targetPath: 'again' },
    ],
  });
  const published = await send('POST', `${bots}/${id}/versions`);
  if (added.status !== 200 || published.status !== 201) throw new Error(JSON.stringify([added, published]));
  return id;
}

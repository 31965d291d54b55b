import type { ReadyLine } from './serve-process.ts';

/** Repeats every text that it receives. */
const diagram = {
  nodes: {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    bot_start: {
      id: 'bot_start',
      template: 'var_text',
      params: { version: 3, text: 'Say something.', destination: 'heard' },
    },
    echo: { id: 'echo', template: 'chat', params: { version: 3, text: 'You said @{heard}' } },
    more: { id: 'more', template: 'var_text', params: { version: 3, text: 'And?', destination: 'heard' } },
  },
  connections: Object.fromEntries(
    [
      ['bot_start', 'echo'],
      ['echo', 'more'],
      ['more', 'echo'],
    ].map(([sourcePath, targetPath]) => {
      const id = `${sourcePath}.$success--${targetPath}`;
      return [id, { id, type: '$success', sourcePath, targetPath }];
    }),
  ),
};

/** The echo bot, its channel and the hook on it. */
export interface PublishedEchoBot {
  readonly botId: string;
  readonly channelId: number;
  readonly hookId: number;
}

/** Publishes the bot on APIchat, and adds a message hook to its channel. */
export async function publishEchoBot(line: ReadyLine, token: string, hookUrl: string): Promise<PublishedEchoBot> {
  const bots = line.bots_url;
  const { data } = (await call(token, 'POST', `${bots}/bots`, { name: 'Parrot', channel_family: 'apichat' })) as {
    readonly data: { readonly id: string };
  };
  await call(token, 'PUT', `${bots}/bots/${data.id}/draft`, { diagram });
  await call(token, 'PUT', `${bots}/bots/${data.id}/test`);
  await call(token, 'POST', `${bots}/bots/${data.id}/versions`);
  const { channels } = (await call(token, 'GET', `${line.platform_url}channels/?type=apichat&active=true`)) as {
    readonly channels: readonly { readonly id: number; readonly name: string }[];
  };
  const channelId = channels.find(({ name }) => name === 'Messenger')?.id ?? Number.NaN;
  const hooks = `${line.platform_url}channels/${channelId}/message_hooks/`;
  const { hook } = (await call(token, 'POST', hooks, { url: hookUrl, token: 'hook-secret' })) as {
    readonly hook: { readonly id: number };
  };
  return { botId: data.id, channelId, hookId: hook.id };
}

/** A message of the bot. */
export interface Answer {
  readonly uuid: string;
  readonly text: string;
}

export interface ListedMessage {
  readonly uuid: string;
  readonly seq: number;
  readonly data: { readonly body: string; readonly code?: string };
  readonly sender: { readonly type: string };
}

/** Reads the conversation of a customer, with a sentence for each message out of order. */
export async function readConversation(
  platformUrl: string,
  token: string,
  customer: string,
): Promise<{ readonly answers: readonly Answer[]; readonly disorder: readonly string[] }> {
  const messages = await readMessages(platformUrl, token, customer);
  const said = (type: string): readonly ListedMessage[] => messages.filter(({ sender }) => sender.type === type);
  const heard = said('customer').map(({ data }) => data.body);
  const echoes = said('bot').flatMap(({ data }) => (data.body.startsWith('You said ') ? [data.body.slice(9)] : []));
  const numbers = messages.map(({ seq }) => seq);
  return {
    answers: said('bot').map(({ uuid, data }) => ({ uuid, text: data.body })),
    disorder: [
      ...(numbers.every((seq, at) => seq === at + 1) ? [] : [`${customer} has messages ${numbers.join(', ')}.`]),
      ...(JSON.stringify(echoes) === JSON.stringify(heard.slice(1))
        ? []
        : [`${customer} said ${heard.join(' | ')} and heard ${echoes.join(' | ')}.`]),
    ],
  };
}

/** Reads all messages of the customer of this name, oldest first. */
export async function readMessages(
  platformUrl: string,
  token: string,
  customer: string,
): Promise<readonly ListedMessage[]> {
  return listMessages(platformUrl, token, await findCustomer(platformUrl, token, customer));
}

/** Finds a customer by the name that its first message gave. */
async function findCustomer(platformUrl: string, token: string, customer: string): Promise<number> {
  const { customers } = (await call(token, 'GET', `${platformUrl}customers/?limit=100`)) as {
    readonly customers: readonly { readonly id: number; readonly name: string }[];
  };
  const found = customers.find(({ name }) => name === customer);
  if (found === undefined) throw new Error(`There is no customer ${customer}.`);
  return found.id;
}

async function listMessages(platformUrl: string, token: string, customer: number): Promise<readonly ListedMessage[]> {
  const pages: ListedMessage[] = [];
  for (let total = 1; pages.length < total; ) {
    const path = `customers/${customer}/messages/?offset=${pages.length}&limit=100`;
    const page = (await call(token, 'GET', `${platformUrl}${path}`)) as {
      readonly total: number;
      readonly messages: readonly ListedMessage[];
    };
    pages.push(...page.messages);
    total = page.total;
  }
  return pages.toReversed();
}

/** Calls an interface, and throws unless it succeeds. */
export async function call(token: string, method: string, url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

import { createEngine, type InboundMessage, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { undiciSender } from '@botwright/sender-undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brands, tokens } from '../support/callers.ts';
import { tokens as platformTokens, startPlatform } from '../support/start-platform.ts';
import { startServer } from '../support/start-server.ts';

/** Where the interfaces are served. */
const urls = { bots: '', session: '', platform: '', chat: '', bot: '' };
let close: () => Promise<unknown>;

beforeAll(async () => {
  const server = await startServer({
    api: { session: { verify: async () => undefined, isOriginAllowed: () => false } },
  });
  const platform = await startPlatform();
  urls.bots = server.url;
  urls.session = `${server.origin}/api/v0-alpha`;
  urls.platform = platform.platformUrl;
  urls.chat = platform.chatUrl;
  const made = await fetch(`${urls.bots}/bots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${tokens.acmeOne}` },
    body: '{"name": "Sales", "channel_family": "native"}',
  });
  await server.engine.configure(
    brands.map((brand) => (brand.name === 'globex' ? { ...brand, connectedAccounts: [declared] } : brand)),
  );
  await server.engine.tokens.create('acme', { person: 20, token: ofNoWorkspace, workspaces: [] });
  urls.bot = `${urls.bots}/bots/${((await made.json()) as { data: { id: string } }).data.id}`;
  close = () => Promise.all([server.close(), platform.close()]);
});

afterAll(() => close());

interface Case {
  readonly at: keyof typeof urls;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly says: string;
}

const json = { 'content-type': 'application/json' };
const acme = { ...json, authorization: `Token ${tokens.acme}` };
const viewer = { ...json, authorization: `Token ${tokens.viewer}` };
const post = { method: 'POST', headers: acme };
const ofNoWorkspace = 'token-of-no-workspace-0001';
const globex = { ...json, authorization: `Token ${tokens.globex}` };
const declared = { kind: 'scheduler', id: 'declared', name: 'Ada', schedulingUrl: 'https://book.example/ada' } as const;
const nowhere = { ...json, authorization: `Token ${ofNoWorkspace}` };

const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  '[HT59] what a caller has to send': {
    nothing: {
      at: 'bots',
      path: '/bots',
      says: 'Send the header "Authorization: Token …" with the token of an agent.',
    },
    'another scheme': {
      at: 'bots',
      path: '/bots',
      headers: { authorization: 'Basic YTpi' },
      says: 'Send the header "Authorization: Token …" with the token of an agent.',
    },
    'an unknown token': {
      at: 'bots',
      path: '/bots',
      headers: { authorization: 'Token nobody-has-this-0001' },
      says: 'The token in "Authorization" is not, or no longer, the token of an agent.',
    },
    'nothing, where a cookie is taken': {
      at: 'session',
      path: '/bots',
      says: 'Send the header "Authorization: Token …" with the token of an agent, or the cookie of a session.',
    },
    'a cookie of no session': {
      at: 'session',
      path: '/bots',
      headers: { cookie: 'sessionid=gone' },
      says: 'The session has ended, or the cookie is of none: sign in again.',
    },
    'the token of a channel': {
      at: 'platform',
      path: '/customers/',
      headers: { ...json, authorization: `Token ${platformTokens.channel}` },
      says: 'The token in "Authorization" is not, or no longer, the token of an agent.',
    },
    'the token of an agent': {
      at: 'chat',
      path: '/send/ada/',
      method: 'POST',
      headers: { ...json, authorization: `Token ${platformTokens.acme}` },
      body: '{}',
      says: 'The token in "Authorization" is not, or no longer, the token of an APIchat channel.',
    },
  },
  '[HT60] where a body is no JSON': {
    'a word without quotes': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales",\n  "channel_family": native}',
      says: 'The body is not valid JSON at line 2, column 21.',
    },
    'an end that is missing': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales"',
      says: 'The body is not valid JSON at line 1, column 17.',
    },
    'a comma too many': {
      at: 'chat',
      path: '/send/ada/',
      method: 'POST',
      headers: { ...json, authorization: `Token ${platformTokens.channel}` },
      body: '{"message": {},}',
      says: 'The body is not valid JSON at line 1, column 16.',
    },
  },
  '[HT31] which header a body needs': {
    'a form': {
      at: 'bots',
      path: '/bots',
      method: 'POST',
      headers: { ...acme, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Sales',
      says: 'The body must be JSON: send "Content-Type: application/json".',
    },
  },
  '[HT23] which permission a caller lacks': {
    'to create': {
      at: 'bots',
      path: '/bots',
      method: 'POST',
      headers: viewer,
      body: '{}',
      says: 'This needs the permission edit_bots.',
    },
    'to list accounts': {
      at: 'bots',
      path: '/connected-accounts/spreadsheets',
      headers: viewer,
      says: 'This needs the permission view_integrations.',
    },
  },
  '[ER11] what was probably meant': {
    'a member in camel case': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales", "channelFamily": "native"}',
      says: 'channelFamily: It is not described. Did you mean channel_family?',
    },
    'a member with a letter missing': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"nam": "Sales", "channel_family": "native"}',
      says: 'nam: It is not described. Did you mean name?',
    },
    'a type of block': {
      at: 'bot',
      path: '/draft/blocks',
      ...post,
      body: '{"blocks": [{"type": "askQuestion"}]}',
      says: 'Did you mean "ask_question"?',
    },
    'a template as the type of a block': {
      at: 'bot',
      path: '/draft/blocks',
      ...post,
      body: '{"blocks": [{"type": "var_text"}]}',
      says: 'Did you mean "ask_question"?',
    },
    'a type of block in a change set': {
      at: 'bot',
      path: '/draft',
      ...post,
      method: 'PATCH',
      body: '{"blocks": {"add": [{"type": "var_yes_no"}]}}',
      says: 'Did you mean "ask_yes_no"?',
    },
  },
  '[ER14] what the workspaces of a caller mean': {
    none: {
      at: 'bots',
      path: '/bots',
      ...post,
      headers: nowhere,
      body: '{"name": "Sales", "channel_family": "native"}',
      says: 'The caller is in no workspace: "workspaces": [] means none',
    },
    'none, and one that is named': {
      at: 'bots',
      path: '/bots',
      ...post,
      headers: nowhere,
      body: '{"name": "Sales", "channel_family": "native", "workspace": 1}',
      says: 'A token without the member "workspaces" is in all of its brand.',
    },
    several: {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales", "channel_family": "native"}',
      says: 'The caller has several workspaces: say which one. Expected one of 1, 2.',
    },
    'another one': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales", "channel_family": "native", "workspace": 3}',
      says: 'The workspace is not one of the caller. Expected one of 1, 2.',
    },
  },
  '[ER15] that no provider is set up': {
    'to connect an account': {
      at: 'bots',
      path: '/connected-accounts/spreadsheets/connections',
      ...post,
      says: 'There is no provider of accounts of the kind spreadsheets here: give createEngine one in connectedAccounts.providers',
    },
    'to use one that is declared': {
      at: 'bots',
      path: '/connected-accounts/scheduler/declared/event_types',
      headers: globex,
      says: 'There is no provider of accounts of the kind scheduler here',
    },
  },
  '[ER12] what there is to choose from': {
    'a family of channels': {
      at: 'bots',
      path: '/bots',
      ...post,
      body: '{"name": "Sales", "channel_family": "nativ", "workspace": 1}',
      says: 'This channel family is not known. Expected one of native, msgapp, facebook, apichat.',
    },
    'a family to list': {
      at: 'bots',
      path: '/bots?channel_family=nativ',
      headers: acme,
      says: 'channel_family: Expected one of native, msgapp, facebook, apichat.',
    },
    'an order': {
      at: 'bots',
      path: '/bots?order=created_at',
      headers: acme,
      says: 'order: Expected one of -created_at, name.',
    },
    'a filter of customers': {
      at: 'platform',
      path: '/customers/?search_by=nam&search=ada',
      headers: { ...json, authorization: `Token ${platformTokens.acme}` },
      says: 'Expected one of name, email, phone, token.',
    },
  },
};

describe.for(Object.entries(cases))('%s', ([, each]) => {
  it.for(Object.entries(each))('%s', async ([, { at, path, says, ...request }]) => {
    const answer = await fetch(`${urls[at]}${path}`, request);
    expect(answer.status).toBeGreaterThan(399);
    // Within a JSON message only the quotes are escaped.
    expect((await answer.text()).replaceAll('\\"', '"')).toContain(says);
  });
});

/** The fields that a host reads when it calls the engine. */
describe('in the library', () => {
  const sender = undiciSender();
  const engine = createEngine({ storage: memoryStorage(), sender });
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions: [...permissions] });
  const visitor = { bot: '00000000-0000-4000-8000-000000000000', visitor: 'ada' };
  afterAll(() => Promise.all([sender.close(), engine.close()]));

  const receive = (message: unknown) => () =>
    caller.conversations.receive({ ...visitor, message: message as InboundMessage['message'] });
  const calls: Readonly<Record<string, readonly [call: () => Promise<unknown>, says: string]>> = {
    '[ER8] a message that is a text': [receive('hi'), 'message: Expected an object.'],
    '[ER8] a message without its text': [receive({ type: 'text' }), 'message.message: It is required.'],
    '[ER8] a message with its text elsewhere': [
      receive({ type: 'text', text: 'hi' }),
      'message.message: It is required.',
    ],
    '[ER12] a message of another type': [
      receive({ type: 'sticker' }),
      'message.type: Expected one of text, image, video, audio, document, location.',
    ],
    '[ER8] a picture without its address': [receive({ type: 'image', url: 5 }), 'message.url: '],
    '[ER8] no message': [receive(undefined), 'message: It is required.'],
    '[ER11] a member of the interface': [
      () => caller.bots.create({ name: 'Sales', channel_family: 'native' } as never),
      'channel_family: It is not described. Did you mean channelFamily?',
    ],
    '[ER13] a private address': [
      () => caller.channels.create({ type: 'apichat', name: 'CRM', webhookUrl: 'http://10.0.0.1/' }),
      'the option allowPrivateTargets of the sender opens it, allow_private_targets in the config of botwright serve.',
    ],
    '[ER16] a visitor of a bot on another family': [
      async () => {
        const { id: bot } = await caller.bots.create({ name: 'Sales', channelFamily: 'apichat' });
        await caller.conversations.start({ bot, visitor: 'ada' });
      },
      "talk to what was deployed to its test channel with deployment: 'test'.",
    ],
    '[ER15] no provider': [() => caller.accounts.startConnection('spreadsheets'), 'give createEngine one'],
  };

  it.for(Object.entries(calls))('%s', async ([, [call, says]]) => {
    await expect(call()).rejects.toThrow(says);
  });
});

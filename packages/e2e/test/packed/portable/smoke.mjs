// The engine with the memory store behind handlers for `fetch`, without anything of Node.
import { createEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { createBotsApi, createChatApi } from '@botwright/http';
import { fetchHandler } from '@botwright/http-hono';

const root = 'https://bots.example.com/v0-alpha';
const chatRoot = 'https://chat.example.com/v1/';

/**
 * @param {() => void} onAnswer
 * @returns {import('@botwright/core/ports').WebhookSender}
 */
function fetchSender(onAnswer) {
  return {
    async send({ url, headers, body, timeoutMs }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: Uint8Array.from(body),
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
      onAnswer();
      return { kind: 'answered', status: response.status };
    },
    checkTarget: () => 'accepted',
    close: async () => {},
  };
}

/** Makes a bot, publishes it and talks to it. @param {string} webhookUrl - Gets its answer. */
export async function smoke(webhookUrl) {
  /** @type {PromiseWithResolvers<void>} */
  const answered = Promise.withResolvers();
  const sender = fetchSender(() => answered.resolve());
  const engine = createEngine({ storage: memoryStorage(), runner: conversationRunner(), sender });
  await engine.configure([
    {
      name: 'acme',
      plan: 'professional',
      workspaces: [1],
      tokens: [{ token: 'an-agent-token-of-24-characters', person: 7 }],
      channels: [{ type: 'apichat', name: 'Messenger', token: 'a-channel-token-of-24-characters', webhookUrl }],
    },
  ]);
  const bots = fetchHandler(createBotsApi({ engine, publicUrl: root }));
  const chat = fetchHandler(createChatApi({ engine, publicUrl: chatRoot }));
  const workers = engine.startWorkers();

  const author = 'an-agent-token-of-24-characters';
  const { data: bot } = await post(bots, `${root}/bots`, author, { name: 'Greeter', channel_family: 'apichat' });
  const greeting = { id: 'bot_start', type: 'send_text', params: { text: 'Hello @{name}!' } };
  await post(bots, `${root}/bots/${bot.id}/draft/blocks`, author, { blocks: [greeting] });
  await post(bots, `${root}/bots/${bot.id}/versions`, author);
  await post(chat, `${chatRoot}send/ana/`, 'a-channel-token-of-24-characters', {
    message: { type: 'text', message: 'Hi' },
    customer: { name: 'Ana' },
  });

  await answered.promise;
  await workers.stop();
  await engine.close();
}

/**
 * @param {(request: Request) => Promise<Response>} handle
 * @param {string} url
 * @param {string} token
 * @param {unknown} [body]
 */
async function post(handle, url, token, body) {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await handle(new Request(url, { method: 'POST', headers, ...sent }));
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${url}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

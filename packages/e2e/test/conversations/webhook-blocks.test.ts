import { standardEffectHost } from '@botwright/core';
import { undiciRequester } from '@botwright/sender-undici';
import { expect, it, onTestFinished } from 'vitest';
import { startChat } from '../support/chat.ts';
import { startReceiver } from '../support/receiver.ts';

/** Asks for a text, calls the URL with it, and says what came of it. */
async function startCaller(params: Readonly<Record<string, unknown>>) {
  const requester = undiciRequester({ allowPrivateTargets: true });
  onTestFinished(() => requester.close());
  const chat = await startChat({ effects: standardEffectHost({ requester }), userAgentBrand: 'acme-bots' });
  await chat.publish({
    blocks: {
      start: ['ask_question', { text: 'What?', destination: 'said' }],
      call: ['webhook', { ...params, destination: 'answer', saves: [{ path: '/id', destination: 'got' }] }],
      done: ['send_text', { text: 'done @{answer} @{got}|' }],
      failed: ['send_text', { text: 'failed' }],
    },
    connections: ['start.$success--call', 'call.$success--done', 'call.$failed--failed'],
  });
  await chat.say('hi');
  await chat.work();
  return async (text: string): Promise<string | undefined> => {
    await chat.say(text);
    await chat.work();
    return (await chat.transcript()).findLast((line) => line.startsWith('bot: '));
  };
}

const headers = [{ name: 'Content-Type', value: 'application/xml' }];
const body = '<said>@{said}</said>';

it('[CV75][CV76][CV77][RN133][SN41] a block is redirected, and saves the answer of a malformed response', async () => {
  const receiver = await startReceiver((socket) => {
    const isFirst = receiver.requests.length === 1;
    socket.end(
      isFirst
        ? 'HTTP/1.1 308 Moved\nLocation: /there\n\n'
        : 'HTTP/1.1 201 Created\r\nx: a\r\n b\r\ncontent-length: 26\r\ncontent-length: 26\r\n\r\n{"id":7309214866521456641}\n',
    );
  });
  const say = await startCaller({ url: `${receiver.origin}/here`, headers, body });

  expect(await say('<b> & co')).toBe('bot: done {"id":"7309214866521456641"} 7309214866521456641|');
  expect(receiver.requests.map((request) => request.body.toString())).toEqual(
    Array(2).fill('<said>&lt;b&gt; &amp; co</said>'),
  );
  for (const { head } of receiver.requests) {
    expect(head).toMatch(/^POST \/t?here HTTP/);
    expect(head.toLowerCase().split('\r\n')).toEqual(
      expect.arrayContaining(['user-agent: acme-bots/webhooks', 'accept: application/json, */*;q=0.1']),
    );
  }
});

it.for<readonly [string, string, string]>([
  ['a failure with a malformed head', 'HTTP/1.1 503 Busy\r\nno header\r\n\r\n', 'failed'],
  ['a redirect to itself', 'HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n', 'failed'],
  ['a redirect to nowhere', 'HTTP/1.1 302 Found\r\n\r\n', 'failed'],
  ['a redirect that is no http', 'HTTP/1.1 307 X\r\nlocation: ftp://127.0.0.1/\r\n\r\n', 'failed'],
  ['200 informational responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200), 'failed'],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', 'done half |'],
  ['half a head', 'HTTP/1.1 200 OK\r\nx: y', 'done  |'],
])('[CV76][SN40][SN41] after %s a block goes on', async ([, response, said]) => {
  const receiver = await startReceiver((socket) => socket.end(response));
  const say = await startCaller({ url: receiver.origin });
  expect(await say('hello')).toBe(`bot: ${said}`);
});

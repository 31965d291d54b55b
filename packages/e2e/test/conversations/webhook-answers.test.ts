import type { WebhookRequest, WebhookSender } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { brand, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

async function flush(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('[CV1][CV19][WH22][WH23] answers of the bot leave by the webhook of the channel, and every message fires the hooks', async () => {
  const sent: WebhookRequest[] = [];
  const sender: WebhookSender = {
    async send(request) {
      sent.push(request);
      return { kind: 'answered', status: 204 };
    },
    checkTarget: () => 'accepted',
    async close() {},
  };
  const chat = await startChat({ sender });
  await chat.publish(echo);
  const webhookUrl = 'https://crm.example.com/chat?key=1';
  const made = await chat.caller.channels.create({ type: 'apichat', name: 'CRM', webhookUrl });
  await chat.caller.hooks.create(made.channel.number, { url: 'https://crm.example.com/hook', token: 't' });
  const workers = chat.engine.startWorkers();

  const channel = await chat.engine.authenticateChannel(made.token ?? '');
  expect(channel).toEqual({ brand, channelNumber: made.channel.number });
  if (channel === undefined) return;
  await chat.engine.channel(channel).send('ada', { message: { type: 'text', message: 'hi' } });
  await flush();

  const bodies = sent.map(({ url, body }) => {
    const { messages, agent } = JSON.parse(new TextDecoder().decode(body));
    const [message] = messages;
    return [new URL(url).pathname, message.message ?? message.data.body, agent?.type ?? message.sender.type];
  });
  expect(bodies.toSorted()).toEqual([
    ['/chat', 'Your name?', 'bot'],
    ['/hook', 'Your name?', 'bot'],
    ['/hook', 'hi', 'customer'],
  ]);
  await workers.stop();
});

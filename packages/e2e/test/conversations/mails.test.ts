import type { Mail, Mailer, MailResult, MailSending } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { brand, type Chat, type ChatOptions, startChat } from '../support/chat.ts';

interface Sent {
  readonly mail: Mail;
  readonly sending: MailSending;
}

/** A bot that sends a mail for each message, and says `sent` or `failed`. */
async function startMailing(
  answer: (sent: readonly Sent[]) => MailResult | Promise<MailResult> = () => ({ kind: 'sent' }),
  { params = {}, ...options }: ChatOptions & { readonly params?: object } = {},
) {
  const sent: Sent[] = [];
  const mailer: Mailer = {
    async send(mail, sending) {
      sent.push({ mail, sending });
      return answer(sent);
    },
  };
  const chat = await startChat({
    mailer,
    mailFrom: (of) => (of === brand ? 'bots@example.com' : undefined),
    ...options,
  });
  const mail = { to: 'team@example.com', subject: 'Said: @{said}', text: 'Text', ...params };
  await chat.publish({
    blocks: {
      start: ['ask_question', { text: 'What?', destination: 'said' }],
      mail: ['send_email', mail],
      done: ['send_text', { text: 'sent' }],
      failed: ['send_text', { text: 'failed' }],
    },
    connections: ['start.$success--mail', 'mail.$success--done', 'mail.$failed--failed'],
  });
  return { chat, sent };
}

async function ask(chat: Chat, text: string, token?: string): Promise<string | undefined> {
  await chat.say('hi', token);
  await chat.work();
  await chat.say(text, token);
  await chat.work();
  return (await chat.transcript(token)).findLast((line) => line.startsWith('bot: '));
}

it('[EM6] a mail goes out with the address of the host, and the id of the effect', async () => {
  const { chat, sent } = await startMailing();
  expect(await ask(chat, 'a "lead"')).toBe('bot: sent');
  expect(sent).toEqual([
    {
      mail: { from: 'bots@example.com', to: ['team@example.com'], subject: 'Said: a "lead"', text: 'Text' },
      sending: { id: expect.stringMatching(/^.+\/2\/1$/), brand, workspace: 1, signal: expect.any(AbortSignal) },
    },
  ]);
});

it('[EM7] the conversation follows the text, as lines with their roles', async () => {
  const { chat, sent } = await startMailing(undefined, { params: { transcript: true } });
  await ask(chat, 'Ada');
  expect(sent[0]?.mail.text).toBe('Text\n\nvisitor: hi\nbot: What?\nvisitor: Ada');
});

it('[EM7] a message with line ends is one line, and cannot pretend to be another one', async () => {
  const { chat, sent } = await startMailing(undefined, { params: { transcript: true } });
  await ask(chat, 'Ada\nbot: You get it all back.\u2028visitor: Thanks');
  const last = sent[0]?.mail.text.split(/[\n\u2028]/).at(-1);
  expect(last).toBe('visitor: Ada bot: You get it all back. visitor: Thanks');
});

it('[EM17] the HTML of Markdown has the conversation as text', async () => {
  const { chat, sent } = await startMailing(undefined, {
    params: { transcript: true, text: '**Text**', format: 'markdown' },
  });
  await ask(chat, '<b>Ada</b>');
  const { text, html } = sent[0]?.mail ?? {};
  expect([text, html]).toEqual([
    'Text\n\nvisitor: hi\nbot: What?\nvisitor: <b>Ada</b>',
    '<p><strong>Text</strong></p>\n\n<p>visitor: hi<br>bot: What?<br>visitor: &lt;b&gt;Ada&lt;/b&gt;</p>',
  ]);
});

it('[EM7] of a long conversation the oldest lines are left out', async () => {
  const { chat, sent } = await startMailing(undefined, { params: { transcript: true, text: '' } });
  for (let at = 0; at < 12; at += 1) await chat.say(`${at} ${'x'.repeat(9_000)}`);
  await chat.work();
  const text = sent.at(-1)?.mail.text ?? '';
  expect([text.length <= 65_536, text.includes(' 0 x'), text.length > 50_000]).toEqual([true, false, true]);
});

it.for<readonly [string, ChatOptions]>([
  ['no sender', { mailFrom: () => undefined }],
  ['no mailer', { mailer: undefined } as unknown as ChatOptions],
  ['no mails an hour', { limits: { maxBrandMails: 0 } }],
])('[EM6][EM10] with %s a mail fails', async ([, options]) => {
  const { chat, sent } = await startMailing(undefined, options);
  expect([await ask(chat, 'x'), sent.length]).toEqual(['bot: failed', 0]);
});

it.for([
  ['is refused', () => ({ kind: 'refused', reason: 'unreachable' }) as const],
  ['may be sent', () => Promise.reject(new Error('lost'))],
] as const)('[EM6] a mail that %s fails', async ([, answer]) => {
  const { chat } = await startMailing(answer);
  expect(await ask(chat, 'x')).toBe('bot: failed');
});

it('[EM10] a customer leads to 5 mails an hour, and a brand has 100', async () => {
  const { chat, sent } = await startMailing(undefined, { limits: { maxConversationMails: 2, maxBrandMails: 3 } });
  const said = [await ask(chat, '1'), await ask(chat, '2'), await ask(chat, '3')];
  expect([said, sent.length]).toEqual([['bot: sent', 'bot: sent', 'bot: failed'], 2]);
  expect([await ask(chat, '4', 'bob'), await ask(chat, '5', 'cem'), sent.length]).toEqual([
    'bot: sent',
    'bot: failed',
    3,
  ]);
  chat.clock.advance(60 * 60 * 1_000);
  expect(await ask(chat, '6')).toBe('bot: sent');
});

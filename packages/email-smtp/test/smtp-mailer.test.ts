import type { Mail } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { type SmtpOptions, smtpMailer } from '../src/smtp-mailer.ts';
import { type FakeAnswers, startFakeSmtp } from './fake-smtp-server.ts';

const mail: Mail = { from: 'bots@example.com', to: ['ann@example.com'], subject: 'Hi', text: 'Hello\n.\nbye' };
const password = 'tiger-secret';

async function send(answers: FakeAnswers, given: Partial<Mail> = {}, options: Partial<SmtpOptions> = {}) {
  const server = await startFakeSmtp(answers);
  const mailer = smtpMailer({ host: '127.0.0.1', port: server.port, tls: 'none', timeoutMs: 300, ...options });
  const sending = { id: 'c/1/1', brand: 'acme', workspace: 1, signal: new AbortController().signal };
  const result = await mailer.send({ ...mail, ...given }, sending).catch((error: unknown) => String(error));
  return { ...server, result };
}

it('[EM12] a mail has its recipients, its texts, and a Message-ID that follows from its id', async () => {
  const extra = {
    cc: ['bob@example.com'],
    bcc: ['cem@example.com'],
    replyTo: 'r@example.com',
    fromName: 'A "b" <x@y.z>',
  };
  const { mails, commands, result } = await send({}, { ...extra, subject: 'Grüße', html: '<p>Hello</p>' });
  expect(result).toEqual({ kind: 'sent' });
  expect(commands.filter((line) => /^(MAIL|RCPT)/.test(line)).map((line) => line.replace(/ BODY.*/, ''))).toEqual([
    'MAIL FROM:<bots@example.com>',
    'RCPT TO:<ann@example.com>',
    'RCPT TO:<bob@example.com>',
    'RCPT TO:<cem@example.com>',
  ]);
  const [sent = ''] = mails;
  expect(sent).toMatch(/^From: "A \\"b\\" <x@y\.z>" <bots@example\.com>$/m);
  expect(sent).toMatch(/^Reply-To: r@example\.com$/m);
  expect(sent).toMatch(/^Message-ID: <[\da-f]{32}@example\.com>$/m);
  expect(sent).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(sent).not.toContain('cem@example.com');
  const again = await send({});
  const idOf = (text = '') => /^Message-ID: .*$/m.exec(text)?.[0];
  expect(idOf(again.mails[0])).toBe(idOf(sent));
  expect(again.mails[0]).toContain('Hello\r\n..\r\nbye');
});

it('[EM12] line ends in a subject or a name begin no header', async () => {
  const { mails } = await send({}, { subject: 'a\r\nBcc: evil@example.com', fromName: 'b\nX-Evil: 1' });
  expect(mails[0]).not.toMatch(/^(?:Bcc|X-Evil)/m);
});

it.for<readonly [string, FakeAnswers, string]>([
  ['refuses the login', { AUTH: `535 no ${password}` }, 'login_refused'],
  ['refuses all recipients', { RCPT: '550 no' }, 'recipients_refused'],
  ['refuses the mail', { BODY: '554 spam' }, 'refused'],
  ['refuses the connection', { GREETING: '421 busy' }, 'refused'],
  ['closes the connection', { GREETING: null }, 'unreachable'],
  ['does not greet', { GREETING: '' }, 'unreachable'],
])('[EM13] a server that %s', async ([, answers, reason]) => {
  const { result, mails } = await send(answers, {}, { user: 'ada', password });
  expect(result).toEqual({ kind: 'refused', reason });
  expect(mails.length).toBe('BODY' in answers ? 1 : 0);
});

it.for<readonly [string, FakeAnswers]>([
  ['closes the connection', { BODY: null }],
  ['does not answer', { BODY: '' }],
])('[EM13][EM14] a server that %s after the mail may have taken it', async ([, answers]) => {
  const { result } = await send(answers, {}, { user: 'ada', password });
  expect(result).toMatch(/^Error: The mail may be sent or not \(\w+\)\.$/);
});

it('[EM14] a password goes to no server without TLS, unless that is wanted', async () => {
  const { result, commands } = await send({}, {}, { user: 'ada', password, tls: 'required' });
  expect(result).toMatchObject({ kind: 'refused' });
  expect(commands.join()).not.toContain('AUTH');
});

it('[EM13] an aborted sending does not begin', async () => {
  const { port, commands } = await startFakeSmtp();
  const mailer = smtpMailer({ host: '127.0.0.1', port, tls: 'none' });
  await expect(
    mailer.send(mail, { id: 'x', brand: 'acme', workspace: 1, signal: AbortSignal.abort() }),
  ).rejects.toThrow();
  expect(commands).toEqual([]);
});

it.for<Partial<SmtpOptions>>([{ host: '' }, { port: 0 }, { user: 'a' }, { password: 'a' }, { timeoutMs: 0.5 }])(
  '[EM12] %j is refused',
  (options) => {
    expect(() => smtpMailer({ host: 'x', ...options })).toThrow(TypeError);
  },
);

import { systemClock } from '@botwright/core/node';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { attempt, loopback, startSender } from '../../test/attempt.ts';
import { answer, startReceiver } from '../../test/receiver.ts';
import { signRequest } from './sign-request.ts';

const secretOf = (length: number, byte = 7): string => `whsec_${Buffer.alloc(length, byte).toString('base64')}`;
const clock = { now: () => 1_674_087_231_999 };

it('[SN31][SN33] the signature is the one that the library of Standard Webhooks makes', () => {
  const request = attempt('http://hooks.example/', { body: Buffer.from('{"café":"\u0000"}') });
  const secret = secretOf(24);

  const headers = signRequest(request, { secretsFor: () => [secret], clock });

  const made = new Webhook(secret).sign(request.id, new Date(1_674_087_231_000), Buffer.from(request.body).toString());
  expect(headers).toEqual({
    'webhook-id': request.id,
    'webhook-timestamp': '1674087231',
    'webhook-signature': made,
  });
});

it('[SN31][SN33] a receiver verifies what came on the wire, with the old secret and with the new one', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const secrets = [secretOf(24), secretOf(64, 9)];
  const asked: string[] = [];
  const secretsFor = ({ id, url }: { id: string; url: string }): string[] =>
    [asked.push(`${id} ${url}`), secrets].flat().slice(1) as string[];
  const sender = startSender({ ...loopback, signature: { secretsFor, clock: systemClock() } });
  const request = attempt(`${receiver.origin}/hook`);

  expect(await sender.send(request)).toEqual({ kind: 'answered', status: 200 });

  const [received] = receiver.requests;
  const headers = Object.fromEntries((received?.head ?? '').split('\r\n').map((line) => line.split(': ', 2)));
  for (const secret of secrets)
    expect(new Webhook(secret).verify(received?.body ?? '', headers)).toEqual({ messages: [] });
  expect(() => new Webhook(secretOf(32)).verify(received?.body ?? '', headers)).toThrow();
  expect(headers['webhook-id']).toBe(request.id);
  expect(asked).toEqual([`${request.id} ${receiver.origin}/hook`]);
});

it('[SN32] nothing is signed unless it is asked for, nor for a target without a secret', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  await startSender().send(attempt(receiver.origin));
  await startSender({ ...loopback, signature: { secretsFor: () => [] } }).send(attempt(receiver.origin));
  expect(receiver.requests.map(({ head }) => /webhook-/.test(head))).toEqual([false, false]);
});

it.for<[string, (() => string[]) | string[], string?]>([
  ['a secret of too few bytes', [secretOf(23)]],
  ['a secret of too many bytes', [secretOf(65)]],
  ['a secret without its prefix', [secretOf(24).slice(6)]],
  ['a secret in another alphabet', [`whsec_${'_'.repeat(32)}`]],
  ['one bad secret among two', [secretOf(24), 'whsec_']],
  [
    'secrets that cannot be had',
    () => {
      throw new Error('The vault is shut.');
    },
  ],
  ['an id with a full stop', [secretOf(24)], 'a.1'],
  ['an id with a line break', [secretOf(24)], 'a\r\nb'],
  ['an empty id', [secretOf(24)], ''],
])('[SN34] nothing goes out unsigned: %s', async ([, secrets, id]) => {
  const receiver = await startReceiver();
  const secretsFor = typeof secrets === 'function' ? secrets : () => secrets;
  const sender = startSender({ ...loopback, signature: { secretsFor } });
  const outcome = await sender.send(attempt(receiver.origin, id === undefined ? {} : { id }));
  expect(outcome).toEqual({ kind: 'failed', reason: 'malformed' });
  expect(receiver.connections).toHaveLength(0);
});

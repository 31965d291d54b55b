import { expect, it } from 'vitest';
import { startReceiver } from '../../test/receiver.ts';
import { createTransport } from './transport.ts';

it('[SN1] a fault on our own side ends the attempt, and leaves no connection', async () => {
  const receiver = await startReceiver();
  const transport = createTransport({ allowPrivateTargets: true });
  const request = { method: 'POST', url: receiver.origin, headers: {}, body: undefined, timeoutMs: 2_000 };

  const end = await transport.run(request, () => {
    throw new Error('A fault.');
  });

  expect(end).toEqual({ kind: 'failed', reason: 'connect' });
  await receiver.closed();
  await transport.close();
});

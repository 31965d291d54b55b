import type { WebhookRequest } from '@botwright/core/ports';
import { onTestFinished } from 'vitest';
import { type SenderOptions, undiciSender } from '../src/undici-sender.ts';

/** Loopback, with the receivers of tests. */
export const loopback: Pick<SenderOptions, 'allowedCidrs'> = { allowedCidrs: ['127.0.0.0/8', '::1/128'] };

export function startSender(options: SenderOptions = loopback): ReturnType<typeof undiciSender> {
  const sender = undiciSender(options);
  onTestFinished(() => sender.close());
  return sender;
}

export function attempt(url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    id: '0199f3a1-7b6e-7d51-a1a0-0123456789ab',
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"messages":[]}'),
    timeoutMs: 2_000,
    ...changes,
  };
}

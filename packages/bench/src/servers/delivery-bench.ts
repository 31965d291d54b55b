import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Storage, WebhookSender } from '@botwright/core/ports';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import type { Bench } from '../harness/benchmark.ts';
import { type BenchEngine, benchEngine } from './bench-engine.ts';

/** A receiver on loopback in a separate process. */
export async function withLoopbackReceiver(work: (url: string) => Promise<void>): Promise<void> {
  const receiver = fork(fileURLToPath(new URL('./loopback-receiver.ts', import.meta.url)));
  try {
    const [port] = (await once(receiver, 'message')) as [number];
    await work(`http://127.0.0.1:${port}`);
  } finally {
    receiver.disconnect();
  }
}

/** An engine on a SQLite file that sends to a receiver on loopback in a separate process. */
export interface DeliveryBench extends BenchEngine {
  readonly storage: Storage;
  readonly url: string;
}

/** @param watch - Called with the outcome of each request. */
export function withDeliveryBench(
  { folder }: Pick<Bench, 'folder'>,
  watch: (id: string, outcome: Awaited<ReturnType<WebhookSender['send']>>) => void,
  work: (bench: DeliveryBench) => Promise<void>,
): Promise<void> {
  return withLoopbackReceiver(async (url) => {
    const storage = sqliteStorage({ file: join(folder(), 'bots.db') });
    const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
    const send: WebhookSender['send'] = async (attempt) => {
      const outcome = await sender.send(attempt);
      watch(attempt.id, outcome);
      return outcome;
    };
    const made = await benchEngine({ storage, sender: { ...sender, send } });
    try {
      await work({ ...made, storage, url });
    } finally {
      await sender.close();
      await made.engine.close();
    }
  });
}

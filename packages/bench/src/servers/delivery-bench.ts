import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrandEngine, createEngine, type Engine, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { Storage, WebhookSender } from '@botwright/core/ports';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';

/** An engine on a SQLite file that sends to a receiver on loopback in a separate process. */
export interface DeliveryBench {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly caller: BrandEngine;
  readonly url: string;
}

/** @param watch - Wraps the sender. */
export async function withDeliveryBench(
  watch: (sender: WebhookSender) => WebhookSender,
  work: (bench: DeliveryBench) => Promise<void>,
): Promise<void> {
  const receiver = fork(fileURLToPath(new URL('./loopback-receiver.ts', import.meta.url)));
  const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
  const storage = sqliteStorage({ file: join(folder, 'bots.db') });
  const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
  const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
  const engine = createEngine({ storage, cipher, sender: watch(sender), userAgentBrand: 'bench' });
  try {
    const [port] = (await once(receiver, 'message')) as [number];
    await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
    const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
    await work({ engine, storage, caller, url: `http://127.0.0.1:${port}` });
  } finally {
    await sender.close();
    await engine.close();
    rmSync(folder, { recursive: true });
    receiver.disconnect();
  }
}

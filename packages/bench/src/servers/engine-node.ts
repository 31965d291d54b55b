import type { Workers } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { postgresStorage } from '@botwright/storage-postgres';
import { repeatAtOnce } from '../harness/load.ts';
import { brand } from '../stores/write-records.ts';
import { engineOf, reportFault } from './bench-engine.ts';
import type { NodeOrder, NodeReply } from './engine-nodes.ts';

/** One of the engines on a database, in a separate process: executes the orders of its parent. */
const [url = '', schema = '', connections = ''] = process.argv.slice(2);
const storage = await postgresStorage({ url, schema, connections: Number(connections) });
const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
const { engine, caller } = engineOf({ storage, sender, runner: conversationRunner() });
const onFault = reportFault;
/** Absent while they are stopped. */
const running: { workers?: Workers } = {};

async function obey(order: NodeOrder): Promise<number | undefined> {
  switch (order.kind) {
    case 'start':
      running.workers = engine.startWorkers({
        deliveries: { slots: order.slots, onFault },
        conversations: { onFault },
      });
      return undefined;
    case 'stop':
      await running.workers?.stop();
      delete running.workers;
      return undefined;
    case 'usage': {
      const { user, system } = process.cpuUsage();
      return user + system;
    }
    case 'send': {
      const { customer, message, count, atOnce } = order;
      await repeatAtOnce(count, atOnce, () => caller.messages.send(customer, 'text', { message }));
      return undefined;
    }
    case 'say':
      await engine.channel({ brand, channelNumber: order.channel }).send(order.token, order.body);
      return undefined;
  }
}

process.on('message', async ({ id, order }: { readonly id: number; readonly order: NodeOrder }) => {
  const reply: NodeReply = await obey(order).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 } satisfies NodeReply);

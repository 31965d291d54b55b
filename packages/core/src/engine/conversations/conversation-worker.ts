import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import type { Bell } from './bell.ts';
import type { Desk } from './desk.ts';
import { createFailures, type Failures } from './failures.ts';
import { defaultLeaseMs, holdLeases, type Leases } from './hold-leases.ts';
import { giveUp } from './step-conversation.ts';
import { workConversation } from './work-conversation.ts';

export interface ConversationWorkerOptions {
  /** Conversations worked at a time. Default 32. */
  readonly concurrency?: number;
  /** How long a conversation waits for another worker when this one dies. Default 30,000. */
  readonly leaseMs?: number;
  /** How often to look for what other processes pushed. Default 1,000. */
  readonly pollMs?: number;
  /** How long `stop` lets effects go on. Default 5,000. */
  readonly graceMs?: number;
  /** Nobody else works on this store: leases that a former process left are given up at once. Default no. */
  readonly isAlone?: boolean;
}

export interface ConversationWorker {
  /** Takes up nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

interface Shift {
  readonly desk: Desk;
  readonly leases: Leases;
  readonly failures: Failures;
  readonly stopping: AbortSignal;
  readonly abandoning: AbortSignal;
}

/**
 * Works conversations in the background until it is stopped: what is pushed in this process at once, what others
 * pushed when it looks.
 *
 * Race rule: any number of workers, in any number of processes, share one store.
 *
 * @spec CV17, CV18, CV25, CV26, CV27, CV28, CV29
 */
export function startConversationWorker(
  desk: Desk,
  bell: Bell,
  options: ConversationWorkerOptions = {},
): ConversationWorker {
  const { concurrency = 32, leaseMs = defaultLeaseMs, pollMs = 1_000, graceMs = 5_000, isAlone = false } = options;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = holdLeases(desk, leaseMs);
  const failures = createFailures();
  const shift: Shift = { desk, leases, failures, stopping: stopping.signal, abandoning: abandoning.signal };
  const active = new Set<Promise<void>>();

  function start(conversation: ClaimedConversation): void {
    const run = workOne(shift, conversation);
    active.add(run);
    void run.then(() => active.delete(run)).then(bell.ring);
  }

  async function takeUp(): Promise<void> {
    const free = concurrency - active.size;
    if (free === 0) return;
    const lease = { worker: leases.worker, now: desk.clock.now(), leaseUntil: leases.leaseUntil() };
    for (const each of await desk.storage.conversationQueue.claim({ ...lease, limit: free })) start(each);
  }

  async function run(): Promise<void> {
    if (isAlone) await tell(desk, desk.storage.conversationQueue.recover());
    while (!stopping.signal.aborted) {
      const rings = bell.rings();
      await tell(desk, takeUp());
      const woken = new AbortController();
      const signal = AbortSignal.any([woken.signal, stopping.signal]);
      await Promise.race([bell.after(rings), desk.alarm.sleep(pollMs, signal)]);
      woken.abort();
    }
    await Promise.all(active);
    leases.end();
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      const over = new AbortController();
      void desk.alarm.sleep(graceMs, over.signal).then(() => abandoning.abort());
      await running;
      over.abort();
    },
  };
}

/** Never rejects. */
async function workOne(shift: Shift, conversation: ClaimedConversation): Promise<void> {
  const { desk, leases, failures } = shift;
  const held = { ...conversation, worker: leases.worker };
  let notBefore: number | undefined;
  try {
    const onStep = () => failures.forget(conversation);
    const end = await workConversation(desk, held, { ...shift, onStep });
    if (end === 'lost') return;
  } catch (error) {
    desk.onFault({ conversation, error });
    notBefore = await takeFailure(shift, conversation);
  }
  const { brand, customerNumber } = conversation;
  await tell(desk, desk.storage.conversationQueue.release(brand, customerNumber, leases.worker, notBefore));
}

/** @returns When to try again. @spec CV25, CV26 */
async function takeFailure(shift: Shift, conversation: ClaimedConversation): Promise<number | undefined> {
  const { desk, leases, failures } = shift;
  const { delayMs, isLast } = failures.count(conversation);
  if (isLast) {
    try {
      await giveUp(desk, { ...conversation, worker: leases.worker });
      failures.forget(conversation);
      return undefined;
    } catch (error) {
      desk.onFault({ conversation, error });
    }
  }
  return desk.clock.now() + delayMs;
}

/** Waits; what goes wrong is told, and nothing more. */
async function tell(desk: Desk, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    desk.onFault({ error });
  }
}

import { hash as hashOf } from 'node:crypto';
import { createEngine, type Engine, EngineError, type Workers } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage, WebhookSender } from '@botwright/core/ports';
import { deterministicIds, pretendProviders } from '@botwright/core/testing';
import { type ClientParts, createClients, type ReachedNode } from './clients.ts';
import { bounds, leaseMs } from './delivery-watch.ts';
import { faultyStore, StoreFault, type Weather } from './faulty-store.ts';
import { type Machine, startMachine } from './machine.ts';
import { addressOf, createNetwork } from './network.ts';
import type { BrandName, CrashMoment, Plan, Step } from './plan.ts';
import { programStarts } from './program-starts.ts';
import { randomFrom } from './random.ts';
import { type Fail, Violation } from './violation.ts';
import { startAt, virtualTime } from './virtual-time.ts';
import { createWatch } from './watch.ts';
import { makeSetup, type Setup, sharedOptions } from './world.ts';

/** A fault that somebody could have made, put into the engine or into the store to see whether it is found. */
export interface Mutant {
  /** Changes the store below its watch. */
  readonly store?: (storage: Storage) => Storage;
  /** Changes the calls of an engine to its store. */
  readonly engine?: (storage: Storage) => Storage;
  /** Changes the requests that an engine sends. */
  readonly sender?: (sender: WebhookSender) => WebhookSender;
}

export interface SimulationOptions {
  readonly mutant?: Mutant | undefined;
  /** Whether programs run under the lock of the store. Default: they read, and commit with conditions. */
  readonly hasLock?: boolean;
  /** Keeps the lines of the trace, and its hash. Default: no. */
  readonly traced?: boolean;
}

export interface Simulation {
  /** Absent: everything that must hold did. */
  readonly violation?: Violation;
  /** The events, in order; empty unless requested. */
  readonly trace: readonly string[];
  /** SHA-256 of the trace; empty unless it was asked for. */
  readonly hash: string;
  /** Counts of all kinds of events, to see that plans reach them. */
  readonly seen: Readonly<Record<'events' | 'virtualMs' | 'deliveries' | 'messages' | 'dead', number>>;
}

/**
 * Virtual milliseconds after the last step, and after each end, in which the next delivery has to end: ordered ones wait
 * for the retries of those before them.
 */
const longestEndMs = 600_000;
/** For how long after a change of plan a message may still follow the plan before: longer than any call is under way. */
const planUnsureMs = 60_000;

interface Node {
  readonly number: number;
  readonly skewMs: number;
  starts: number;
  running?: RunningNode;
  /** It crashes at this moment of its next commit. */
  dies?: { readonly at: CrashMoment; readonly downMs: number };
}

interface RunningNode extends ReachedNode {
  readonly machine: Machine;
  readonly workers: Workers;
  readonly sender: WebhookSender;
}

let setup: Promise<Setup> | undefined;

/** Runs a plan from its first step until everything has come to its end. */
export async function simulate(plan: Plan, options: SimulationOptions = {}): Promise<Simulation> {
  setup ??= makeSetup();
  const { contents, brands: atFirst, bots } = await setup;
  const { mutant, hasLock = false, traced = false } = options;
  const time = virtualTime();
  const random = randomFrom(plan.noise);
  const trace: string[] = [];
  let violation: Violation | undefined;

  const note = (line: () => string): void => {
    if (traced) trace.push(`${String(time.now() - startAt).padStart(7)} ${line()}`);
  };
  const fail: Fail = (invariant, detail) => {
    const found = new Violation(invariant, detail);
    note(() => `VIOLATION ${found.message}`);
    violation ??= found;
  };

  const plans = new Map<BrandName, { readonly hasHooks: boolean; readonly at: number }>();
  const watch = createWatch({
    time,
    bots,
    fail,
    note,
    hasHooks(brand) {
      const plan = plans.get(brand as BrandName);
      if (plan === undefined) return true;
      return time.now() - plan.at < planUnsureMs ? 'unsure' : plan.hasHooks;
    },
  });
  const memory = memoryStorage({ contents });
  const storage = mutant?.store?.(memory) ?? memory;
  const network = createNetwork({ random, watch, fail, note });
  const providers = pretendProviders({
    ids: deterministicIds(plan.noise),
    challengeOf: (verifier) => hashOf('sha256', verifier, 'base64url'),
  });
  const [spreadsheets] = providers.providers;
  let weather: readonly Weather[] = [];
  const nodes: Node[] = plan.skews.map((skewMs, number) => ({ number, skewMs, starts: 0 }));

  function boot(node: Node): void {
    if (node.running !== undefined) return;
    node.starts += 1;
    const name = `node${node.number + 1}.${node.starts}`;
    const machine = startMachine({ name, time, random, skewMs: node.skewMs });
    const starts = programStarts(time);
    const reached = faultyStore(watch.storage(storage, name, starts), {
      machine,
      time,
      random,
      starts,
      hasLock,
      weather: () => weather,
      reach(moment) {
        if (node.dies?.at === moment) crash(node, node.dies.downMs);
      },
      note,
    });
    const ownSender = network.senderOf(machine);
    const sender = mutant?.sender?.(ownSender) ?? ownSender;
    const onFault = ({ error }: { readonly error: unknown }): void => {
      note(() => `${name} reports ${String(error)}`);
      if (isOfFault(error)) return;
      fail('no_surprise', error instanceof Error ? String(error.stack) : String(error));
    };
    const engine: Engine = createEngine({
      ...sharedOptions(),
      storage: mutant?.engine?.(reached) ?? reached,
      clock: machine.clock,
      timer: machine.timer,
      ids: deterministicIds(plan.noise + 7 * node.number + 101 * node.starts),
      sender,
      effects: {
        async carryOut() {
          // Now and then longer than a lease lasts that is not extended.
          await machine.wait(random.below(random.chance(0.1) ? 3 * leaseMs : 200));
          return random.chance(0.9)
            ? { ok: true, value: { status: 200, body: 'Yes' } }
            : { ok: false, reason: 'failed' };
        },
      },
      plans: {
        async planOf(brand) {
          await machine.wait(random.below(3));
          return plans.get(brand as BrandName)?.hasHooks === false ? 'starter' : 'professional';
        },
      },
      connectedAccounts: {
        connectUrl: 'https://bots.example/connect',
        providers: [
          {
            ...spreadsheets,
            async exchangeCode(exchange) {
              // Now and then longer than the claim on the connection lasts, so that two answers are accepted.
              await machine.wait(random.below(random.chance(0.3) ? 60_000 : 200));
              return spreadsheets.exchangeCode(exchange);
            },
          },
        ],
      },
    });
    const workers = engine.startWorkers({
      deliveries: { ...bounds, leaseMs, onFault },
      conversations: { leaseMs, onFault },
    });
    note(() => `${name} starts`);
    const consent = (url: string) => providers.answer(url);
    node.running = { name, machine, engine, workers, sender, consent, wait: machine.wait };
  }

  function stop(node: Node, downMs: number): void {
    delete node.running;
    time.after(downMs, () => boot(node));
  }

  const up = (): RunningNode[] => nodes.flatMap(({ running }) => running ?? []);
  const anyNode = (): RunningNode | undefined => {
    const running = up();
    return running.length === 0 ? undefined : random.pick(running);
  };
  const parts: ClientParts = {
    setup: atFirst,
    random,
    node: anyNode,
    fail,
    note,
    setPlan: (brand, hasHooks) => void plans.set(brand, { hasHooks, at: time.now() }),
  };
  const clients = createClients(parts);

  function crash(node: Node, downMs: number): void {
    if (node.running === undefined) return;
    note(() => `${node.running?.name} crashes`);
    delete node.dies;
    node.running.machine.crash();
    stop(node, downMs);
  }

  /** Stops the workers as a host does, and then the process. */
  function restart(node: Node, downMs: number): void {
    const { running } = node;
    if (running === undefined) return;
    note(() => `${running.name} stops`);
    delete node.running;
    void running.workers
      .stop()
      .then(() => running.sender.close())
      .then(() => {
        note(() => `${running.name} has stopped`);
        running.machine.crash();
      });
    // A process that does not stop in time is killed.
    time.after(20_000, () => running.machine.crash());
    stop(node, 20_000 + downMs);
  }

  function perform(step: Step): void {
    const { action } = step;
    random.restart(step.noise);
    const node = nodes[step.node % nodes.length] as Node;
    note(() => `step ${JSON.stringify(step)}`);
    switch (action.kind) {
      case 'receiver':
        network.setMode(addressOf(step.brand, action.receiver), action.mode);
        break;
      case 'store_fault':
        weather = [...weather, { fault: action.fault, share: action.share, until: time.now() + action.forMs }];
        break;
      case 'crash':
        if (action.at === 'once') crash(node, action.downMs);
        else node.dies = { at: action.at, downMs: action.downMs };
        break;
      case 'restart':
        restart(node, action.downMs);
        break;
      case 'freeze':
        node.running?.machine.freeze(action.forMs);
        break;
      default: {
        const reached = node.running ?? anyNode();
        if (reached !== undefined) clients.act({ ...step, action }, reached);
      }
    }
  }

  const isOver = (): boolean => violation !== undefined;
  for (const node of nodes) boot(node);
  let at = startAt;
  for (const step of plan.steps) {
    at += step.afterMs;
    await time.runUntil(at, isOver);
    if (isOver()) break;
    perform(step);
  }

  note(() => 'the faults are over');
  weather = [];
  for (const node of nodes) delete node.dies;
  network.heal();
  const hasWork = () => watch.deliveries.pending() > 0 || memory.dump().conversationWork.length > 0;
  let deadline = at + longestEndMs;
  let pending = watch.deliveries.pending();
  // All running calls end during this time, and every machine that is down comes back.
  const settleMs = 45_000;
  await time.runUntil(at + settleMs, isOver);
  for (let until = at + settleMs; !isOver() && hasWork(); until += 2_000) {
    if (watch.deliveries.pending() < pending) deadline = until + longestEndMs;
    pending = watch.deliveries.pending();
    if (until > deadline) fail('every_delivery_ends', `${pending} deliveries are pending, and conversations wait.`);
    await time.runUntil(until, isOver);
  }
  for (const { machine } of up()) machine.crash();

  if (!isOver()) {
    try {
      await watch.compare(storage);
      const { clock, timer } = startMachine({ name: 'reader', time, random, skewMs: 0 });
      const options = { ...sharedOptions(), storage, clock, timer, ids: deterministicIds(plan.noise) };
      await clients.check(
        createEngine({
          ...options,
          connectedAccounts: { connectUrl: 'https://bots.example/connect', providers: providers.providers },
        }),
      );
    } catch (error) {
      fail('acknowledged_is_readable', error instanceof Error ? String(error.stack) : String(error));
    }
  }

  const deliveries = watch.deliveries.all();
  const hash = traced ? hashOf('sha256', trace.join('\n')) : '';
  return {
    ...(violation !== undefined && { violation }),
    trace,
    hash,
    seen: {
      events: time.count(),
      virtualMs: time.now() - startAt,
      deliveries: deliveries.length,
      dead: deliveries.filter(({ progress }) => progress.state === 'dead').length,
      messages: watch.conversations.all().reduce((sum, { lastSeq }) => sum + lastSeq, 0),
    },
  };
}

/** The reports of a worker whose store failed, or whose machine was frozen while it asked for a plan. */
function isOfFault(error: unknown): boolean {
  if (error instanceof StoreFault) return true;
  if (error instanceof EngineError) return error.code === 'dependency_failed';
  return error instanceof Error && error.message === 'There was no answer within 10000 ms.';
}

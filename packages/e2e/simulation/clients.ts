import { type BrandEngine, type Engine, EngineError } from '@botwright/core';
import { StoreFault } from './faulty-store.ts';
import { Crashed } from './machine.ts';
import { addressOf } from './network.ts';
import { type Action, type BrandName, brands, type Step } from './plan.ts';
import type { Random } from './random.ts';
import type { Fail, InvariantName } from './violation.ts';
import { type BrandSetup, echoDiagram, principalOf } from './world.ts';

/** An engine that runs, as clients reach it. */
export interface ReachedNode {
  readonly name: string;
  readonly engine: Engine;
  wait(ms: number): Promise<void>;
  /** Consents at the provider as a person would. */
  consent(url: string): { readonly state: string; readonly code: string };
}

export interface ClientParts {
  readonly setup: Readonly<Record<BrandName, BrandSetup>>;
  readonly random: Random;
  /** Any node that is up. */
  node(): ReachedNode | undefined;
  setPlan(brand: BrandName, hasHooks: boolean): void;
  readonly fail: Fail;
  note(line: () => string): void;
}

type ClientAction = Exclude<Action, { kind: 'receiver' | 'store_fault' | 'crash' | 'restart' | 'freeze' }>;

/** The people and programs that use the engines, and the promises to them. */
export interface Clients {
  act(step: Step & { readonly action: ClientAction }, node: ReachedNode): void;
  /** Reads everything that was acknowledged. */
  check(engine: Engine): Promise<void>;
}

interface KnownBotOf {
  readonly id: string;
  /** Mark of each revision that was acknowledged. */
  readonly marks: Map<number, string>;
  /** Versions that were acknowledged. */
  readonly versions: Set<string>;
  readonly deleted: Set<string>;
  wasTrashed: boolean;
}

interface KnownHook {
  readonly number: number;
  /** Tokens that it may have. */
  tokens: ReadonlySet<string>;
  /** Writes under way, by token, each with the tokens of writes that ended since its start. */
  readonly writing: Map<string, Set<string>>;
  mayBeDeleted: boolean;
}

interface BrandOfClients extends BrandSetup {
  readonly name: BrandName;
  readonly bots: KnownBotOf[];
  readonly hooks: KnownHook[];
  readonly customers: Map<string, number>;
  /** Uuids of messages by customer. */
  readonly messages: Map<number, Set<string>>;
  readonly deliveries: string[];
  readonly connections: Map<string, string>;
}

export function createClients({ setup, random, node: anyNode, setPlan, fail, note }: ClientParts): Clients {
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };

  const states = new Map<BrandName, BrandOfClients>(
    brands.map((name) => [
      name,
      {
        ...setup[name],
        name,
        bots: [newBot(setup[name].bot)],
        hooks: [{ number: setup[name].hook, tokens: new Set(['t0']), writing: new Map(), mayBeDeleted: false }],
        customers: new Map(),
        messages: new Map(),
        deliveries: [],
        connections: new Map(),
      },
    ]),
  );
  const stateOf = (brand: BrandName) => states.get(brand) as BrandOfClients;

  function check(holds: boolean, invariant: InvariantName, detail: () => string): void {
    if (!holds) fail(invariant, detail());
  }

  /** Makes a request. @returns The answer; `undefined` after a failure. */
  async function request<T>(label: string, ask: () => Promise<T>): Promise<T | undefined> {
    const number = next();
    note(() => `client ${number} ${label}`);
    try {
      const result = await ask();
      note(() => `client ${number} is answered`);
      return result;
    } catch (error) {
      note(() => `client ${number} gets ${error instanceof EngineError ? error.code : String(error)}`);
      const isExpected = error instanceof EngineError || error instanceof StoreFault || error instanceof Crashed;
      check(isExpected, 'no_surprise', () => `${label}: ${error instanceof Error ? error.stack : String(error)}`);
      return undefined;
    }
  }

  /** Reads recently acknowledged data on any node. */
  async function readBack(
    label: string,
    invariant: InvariantName,
    read: (engine: Engine) => Promise<boolean>,
  ): Promise<void> {
    const reached = anyNode();
    if (reached === undefined || !random.chance(0.4)) return;
    const holds = await request(`reads back ${label} on ${reached.name}`, () => read(reached.engine));
    if (holds !== undefined)
      check(holds, invariant, () => `${label} was acknowledged, and ${reached.name} does not have it.`);
  }

  async function say(brand: BrandOfClients, visitor: number, node: ReachedNode): Promise<void> {
    const token = `visitor-${visitor}`;
    const text = `${brand.name}:${visitor}:${next()}`;
    const body = { message: { type: 'text', message: text }, customer: { name: `Visitor of ${brand.name}` } } as const;
    const sent = await request(`${token} says ${text} on ${node.name}`, () =>
      node.engine.channel({ brand: brand.name, channelNumber: brand.channel }).send(token, body),
    );
    if (sent === undefined) return;
    const { number } = sent.customer;
    const other = brand.customers.get(token);
    check(other === undefined || other === number, 'acknowledged_is_readable', () => `${token} is two customers.`);
    brand.customers.set(token, number);
    keepMessage(brand, number, sent.messageUuid);
    await readBack(`message ${sent.messageUuid}`, 'acknowledged_is_readable', (engine) =>
      hasMessages(engine, brand, number, [sent.messageUuid]),
    );
  }

  async function agentSays(brand: BrandOfClients, visitor: number, node: ReachedNode): Promise<void> {
    const customer = brand.customers.get(`visitor-${visitor}`);
    if (customer === undefined) return;
    const sent = await request(`an agent writes to customer ${customer}`, () =>
      callerOf(node, brand).messages.send(customer, 'text', { message: `agent of ${brand.name}` }),
    );
    if (sent !== undefined) keepMessage(brand, customer, sent.uuid);
  }

  function keepMessage(brand: BrandOfClients, customer: number, uuid: string): void {
    const known = brand.messages.get(customer) ?? new Set();
    brand.messages.set(customer, known.add(uuid));
  }

  async function hasMessages(
    engine: Engine,
    brand: BrandOfClients,
    customer: number,
    uuids: Iterable<string>,
  ): Promise<boolean> {
    const stored = await callerOf({ engine }, brand).conversations.messages(customer);
    const found = new Set(stored.map(({ uuid }) => uuid));
    return [...uuids].every((uuid) => found.has(uuid));
  }

  async function createBot(brand: BrandOfClients, node: ReachedNode): Promise<void> {
    const mark = `mark-${next()}`;
    const bot = await request(`creates a bot on ${node.name}`, () =>
      callerOf(node, brand).bots.create({
        name: `Bot of ${brand.name}`,
        channelFamily: 'apichat',
        diagram: echoDiagram(mark),
      }),
    );
    if (bot !== undefined) brand.bots.push(newBot(bot.id));
  }

  function keepRevision(bot: KnownBotOf, revision: number, mark: string): void {
    const other = bot.marks.get(revision);
    check(other === undefined, 'one_winner', () => `Revision ${revision} of ${bot.id} is ${other} and ${mark}.`);
    bot.marks.set(revision, mark);
  }

  /** Several writers who have read the same revision. */
  async function writeDraft(
    brand: BrandOfClients,
    bot: KnownBotOf,
    action: Extract<Action, { kind: 'write_draft' }>,
    node: ReachedNode,
  ): Promise<void> {
    const draft = await request(`reads the draft of ${bot.id}`, () => callerOf(node, brand).drafts.get(bot.id));
    if (draft === undefined) return;
    const writers = Array.from({ length: action.writers }, async () => {
      const reached = anyNode();
      const mark = `mark-${next()}`;
      if (reached === undefined) return;
      const ifRevision = draft.revision;
      const written = await request(`writes ${mark} at ${ifRevision} of ${bot.id} on ${reached.name}`, () =>
        callerOf(reached, brand).drafts.replace(bot.id, echoDiagram(mark, action.broken), { ifRevision }),
      );
      if (written === undefined) return;
      keepRevision(bot, written.revision, mark);
      await readBack(`${mark} of ${bot.id}`, 'acknowledged_is_readable', (engine) =>
        hasRevision(engine, brand, bot, written.revision, mark),
      );
    });
    await Promise.all(writers);
  }

  async function editBlock(brand: BrandOfClients, bot: KnownBotOf, node: ReachedNode): Promise<void> {
    const mark = `mark-${next()}`;
    const params = { text: `Hello (${mark})`, destination: 'said' };
    const written = await request(`edits a block of ${bot.id} on ${node.name}`, () =>
      callerOf(node, brand).drafts.editBlock(bot.id, 'bot_start', { params }),
    );
    if (written !== undefined) keepRevision(bot, written.revision, mark);
  }

  async function hasRevision(
    engine: Engine,
    brand: BrandOfClients,
    bot: KnownBotOf,
    revision: number,
    mark: string,
  ): Promise<boolean> {
    const { drafts } = callerOf({ engine }, brand);
    for (;;) {
      const draft = await drafts.get(bot.id);
      if (draft.revision === revision) return draft.diagramJson.includes(mark);
      const { items } = await drafts.revisions(bot.id, { page: 1, pageSize: 100 });
      const found = items.find((each) => each.revision === revision);
      if (found !== undefined) return found.diagramJson.includes(mark);
      // Written between both reads, the draft is not in the history yet.
      const again = await drafts.get(bot.id);
      if (again.revision === draft.revision) return false;
    }
  }

  async function publish(brand: BrandOfClients, bot: KnownBotOf, writers: number, restored?: string): Promise<void> {
    const published = Array.from({ length: writers }, async () => {
      const reached = anyNode();
      if (reached === undefined) return;
      const { versions } = callerOf(reached, brand);
      const what = restored === undefined ? 'publishes' : `restores ${restored} of`;
      const version = await request(`${what} ${bot.id} on ${reached.name}`, () =>
        restored === undefined ? versions.publish(bot.id) : versions.restore(bot.id, restored),
      );
      if (version === undefined) return;
      bot.versions.add(version.id);
      await readBack(`version ${version.id}`, 'acknowledged_is_readable', async (engine) => {
        const { items } = await callerOf({ engine }, brand).versions.list(bot.id);
        return bot.deleted.has(version.id) || items.some(({ id }) => id === version.id);
      });
    });
    await Promise.all(published);
  }

  /** @returns The id of one of the versions that the bot has. */
  async function versionAt(
    brand: BrandOfClients,
    bot: KnownBotOf,
    index: number,
    node: ReachedNode,
  ): Promise<string | undefined> {
    const page = await request(`lists the versions of ${bot.id}`, () => callerOf(node, brand).versions.list(bot.id));
    return page?.items[index % Math.max(1, page.items.length)]?.id;
  }

  async function trash(brand: BrandOfClients, bot: KnownBotOf, node: ReachedNode): Promise<void> {
    const { bots } = callerOf(node, brand);
    bot.wasTrashed = true;
    await request(`trashes ${bot.id}`, () => bots.trash(bot.id));
    await node.wait(500);
    await request(`takes ${bot.id} out of the trash`, () => bots.update(bot.id, { state: 'active' }));
  }

  async function createHook(brand: BrandOfClients, node: ReachedNode): Promise<void> {
    const token = `t${next()}`;
    const url = addressOf(brand.name, 1 + random.below(2));
    const hook = await request(`creates a hook on ${node.name}`, () =>
      callerOf(node, brand).hooks.create(brand.channel, { url, token }),
    );
    if (hook === undefined) return;
    brand.hooks.push({ number: hook.number, tokens: new Set([token]), writing: new Map(), mayBeDeleted: false });
  }

  async function editHook(brand: BrandOfClients, hook: KnownHook, node: ReachedNode): Promise<void> {
    const token = `t${next()}`;
    const meanwhile = new Set<string>();
    hook.tokens = new Set([...hook.tokens, token]);
    hook.writing.set(token, meanwhile);
    const written = await request(`gives hook ${hook.number} the token ${token} on ${node.name}`, () =>
      callerOf(node, brand).hooks.update(brand.channel, hook.number, { token }),
    );
    hook.writing.delete(token);
    for (const tokens of hook.writing.values()) tokens.add(token);
    if (written === undefined) return;
    // Any of several concurrent writes can be the last.
    hook.tokens = new Set([token, ...meanwhile, ...hook.writing.keys()]);
    await readBack(`token of hook ${hook.number}`, 'acknowledged_is_readable', (engine) =>
      hasToken(engine, brand, hook),
    );
  }

  async function hasToken(engine: Engine, brand: BrandOfClients, hook: KnownHook): Promise<boolean> {
    const before = hook.tokens;
    try {
      const { token } = await callerOf({ engine }, brand).hooks.get(brand.channel, hook.number);
      return before.has(token) || hook.tokens.has(token);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'hook_not_found') return hook.mayBeDeleted;
      throw error;
    }
  }

  async function changePlan(brand: BrandOfClients, hasHooks: boolean, node: ReachedNode): Promise<void> {
    setPlan(brand.name, hasHooks);
    await request(`${hasHooks ? 'adds' : 'removes'} the hooks of ${brand.name}`, () =>
      node.engine.plans.changed(brand.name),
    );
  }

  /** A person opens a link once or twice; then all answers of the provider and all cancellations arrive together. */
  async function linkAccount(
    brand: BrandOfClients,
    action: Extract<Action, { kind: 'link_account' }>,
    node: ReachedNode,
  ): Promise<void> {
    const member = principalOf(brand.name);
    const started = await request(`starts a connection on ${node.name}`, () =>
      node.engine.as(member).accounts.startConnection('spreadsheets'),
    );
    if (started === undefined) return;
    const { id } = started.connection;
    const link = started.url.split('/').at(-1) ?? '';
    brand.connections.set(id, 'pending');
    const consents: { readonly state: string; readonly code: string }[] = [];
    for (let index = 0; index < action.answers; index += 1) {
      const opened = await request(`opens the link of ${id}`, () => node.engine.accountLinks.connect(link, member));
      if (opened?.kind === 'redirect') consents.push(node.consent(opened.url));
    }
    const answers = consents.map((consent) => {
      const { engine, name } = anyNode() ?? node;
      return request(`answers ${id} on ${name}`, () => engine.accountLinks.callback(consent, member));
    });
    const cancels = Array.from({ length: action.cancels }, () => {
      const { engine, name } = anyNode() ?? node;
      return request(`cancels ${id} on ${name}`, () => engine.accountLinks.cancel(link, member));
    });
    for (const answer of [...answers, ...cancels]) {
      const ended = await answer;
      if (ended === undefined || ended.kind === 'refused') continue;
      const before = brand.connections.get(id);
      check(before === 'pending', 'link_answered_once', () => `${id} was ${before} and is ${ended.kind}.`);
      brand.connections.set(id, ended.kind);
    }
  }

  async function replay(brand: BrandOfClients, index: number, node: ReachedNode): Promise<void> {
    const { deliveries } = callerOf(node, brand);
    const page = await request('lists deliveries', () => deliveries.list({ limit: 20 }));
    const delivery = page?.items[index % Math.max(1, page.items.length)];
    if (delivery === undefined) return;
    brand.deliveries.push(delivery.id);
    await request(`replays ${delivery.id}`, () => deliveries.replay(delivery.id));
  }

  /** Another brand asks for everything whose id it could have learned. */
  async function spy(brand: BrandOfClients, node: ReachedNode): Promise<void> {
    const victim = stateOf(brands.find((each) => each !== brand.name) ?? brand.name);
    const caller = callerOf(node, brand);
    const [hook] = victim.hooks;
    type Asked = readonly [string, () => Promise<unknown>];
    const asked: readonly Asked[] = [
      ['bot', () => caller.bots.get(victim.bot)],
      ['draft', () => caller.drafts.get(victim.bot)],
      ['versions', () => caller.versions.list(victim.bot)],
      ['channel', () => caller.channels.get(victim.channel)],
      ['hook', () => caller.hooks.get(brand.channel, hook?.number ?? 0)],
      ...[...victim.customers.values()].map((each): Asked => ['messages', () => caller.messages.list(each)]),
      ...victim.deliveries.map((each): Asked => ['delivery', () => caller.deliveries.get(each)]),
      ...[...victim.connections.keys()].map(
        (each): Asked => ['connection', () => caller.accounts.getConnection('spreadsheets', each)],
      ),
    ];
    for (const [what, ask] of asked) {
      const seen = await request(`${brand.name} asks for a ${what} of ${victim.name}`, ask);
      check(seen === undefined, 'brands_are_apart', () => `${brand.name} sees a ${what} of ${victim.name}.`);
    }
    const listed = await request(`${brand.name} lists what it has`, async () => {
      const [bots, customers] = [await caller.bots.list(), await caller.customers.list()];
      return [...bots.items, ...customers.items].map(({ name }) => name);
    });
    for (const name of listed ?? []) {
      check(!name.includes(victim.name), 'brands_are_apart', () => `${brand.name} lists "${name}".`);
    }
  }

  const botAt = ({ bots }: BrandOfClients, index: number) => bots[index % bots.length] as KnownBotOf;
  const hookAt = ({ hooks }: BrandOfClients, index: number) => hooks[index % hooks.length] as KnownHook;

  const acts: {
    readonly [TKind in ClientAction['kind']]: (
      brand: BrandOfClients,
      node: ReachedNode,
      action: Extract<ClientAction, { kind: TKind }>,
    ) => Promise<unknown>;
  } = {
    say: (brand, node, { times, visitor }) =>
      Promise.all(Array.from({ length: times }, () => say(brand, visitor, anyNode() ?? node))),
    agent_says: (brand, node, { visitor }) => agentSays(brand, visitor, node),
    create_bot: createBot,
    write_draft: (brand, node, action) => writeDraft(brand, botAt(brand, action.bot), action, node),
    edit_block: (brand, node, { bot }) => editBlock(brand, botAt(brand, bot), node),
    publish: (brand, _, { bot, writers }) => publish(brand, botAt(brand, bot), writers),
    async restore(brand, node, { bot: index, version }) {
      const bot = botAt(brand, index);
      const id = await versionAt(brand, bot, version, node);
      if (id !== undefined) await publish(brand, bot, 1, id);
    },
    async delete_version(brand, node, { bot: index, version }) {
      const bot = botAt(brand, index);
      const id = await versionAt(brand, bot, version, node);
      if (id === undefined) return;
      bot.deleted.add(id);
      await request(`deletes version ${id}`, () => callerOf(node, brand).versions.delete(bot.id, id));
    },
    trash: (brand, node, { bot }) => trash(brand, botAt(brand, bot), node),
    create_hook: createHook,
    edit_hook: (brand, node, { hook }) => editHook(brand, hookAt(brand, hook), node),
    delete_hook(brand, node, { hook: index }) {
      const hook = hookAt(brand, index);
      hook.mayBeDeleted = true;
      const remove = () => callerOf(node, brand).hooks.delete(brand.channel, hook.number);
      return request(`deletes hook ${hook.number}`, remove);
    },
    change_plan: (brand, node, { hasHooks }) => changePlan(brand, hasHooks, node),
    link_account: (brand, node, action) => linkAccount(brand, action, node),
    replay: (brand, node, { delivery }) => replay(brand, delivery, node),
    spy,
  };

  async function perform({ brand, action }: Step & { action: ClientAction }, node: ReachedNode): Promise<unknown> {
    return acts[action.kind](stateOf(brand), node, action as never);
  }

  async function checkBrand(engine: Engine, brand: BrandOfClients): Promise<void> {
    const caller = callerOf({ engine }, brand);
    const readable = (holds: boolean, what: string) =>
      check(holds, 'acknowledged_is_readable', () => `At the end there is no ${what}.`);
    for (const [customer, uuids] of brand.messages) {
      readable(
        await hasMessages(engine, brand, customer, uuids),
        `message of customer ${customer} that was acknowledged`,
      );
    }
    for (const bot of brand.bots) {
      for (const [revision, mark] of bot.marks) {
        readable(await hasRevision(engine, brand, bot, revision, mark), `${mark} at revision ${revision} of ${bot.id}`);
      }
      const { items } = await caller.versions.list(bot.id, { page: 1, pageSize: 100 });
      const present = new Set(items.map(({ id }) => id));
      for (const version of bot.versions) {
        readable(present.has(version) || bot.deleted.has(version), `version ${version}`);
      }
    }
    for (const hook of brand.hooks) readable(await hasToken(engine, brand, hook), `token of hook ${hook.number}`);
    for (const [id, kind] of brand.connections) {
      const { status } = await caller.accounts.getConnection('spreadsheets', id);
      readable(kind === 'pending' || status === kind, `connection ${id} that is ${kind}: it is ${status}`);
    }
    const isServed = brand.bots[0]?.wasTrashed === false;
    for (const customer of isServed ? brand.customers.values() : []) {
      const messages = await caller.conversations.messages(customer);
      const last = messages.at(-1)?.sender.type;
      check(last !== 'customer', 'answers_in_order', () => `Customer ${customer} was never answered.`);
    }
  }

  return {
    act(step, node) {
      perform(step, node).catch((error: unknown) =>
        fail('no_surprise', `${step.action.kind}: ${error instanceof Error ? error.stack : String(error)}`),
      );
    },
    async check(engine) {
      for (const brand of states.values()) await checkBrand(engine, brand);
    },
  };
}

function callerOf({ engine }: Pick<ReachedNode, 'engine'>, { name }: Pick<BrandOfClients, 'name'>): BrandEngine {
  return engine.as(principalOf(name));
}

function newBot(id: string): KnownBotOf {
  return { id, marks: new Map(), versions: new Set(), deleted: new Set(), wasTrashed: false };
}

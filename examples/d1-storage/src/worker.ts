import { type BrandEngine, createEngine, type Engine, permissions } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { type D1Like, d1Storage } from './d1-storage.ts';

/** The bindings of the Worker. */
interface Env {
  /** Absent: everything is in the memory of the isolate. */
  readonly DB?: D1Like;
}

const brand = 'acme';

/** An isolate has one engine for all of its requests. */
let opening: Promise<{ readonly engine: Engine; readonly acme: BrandEngine; readonly bot: string }> | undefined;

async function open({ DB: database }: Env) {
  const storage = database === undefined ? memoryStorage() : await d1Storage({ database });
  const engine = createEngine({ storage, runner: conversationRunner() });
  await engine.brands.put({ name: brand, plan: 'starter', workspaces: [1] });
  const acme = engine.as({ brand, person: 7, workspaces: [1], permissions });
  const [present] = (await acme.bots.list()).items;
  const { id: bot } = present ?? (await acme.bots.create({ name: 'Greeter', channelFamily: 'native' }));
  if (present?.publishedAt === undefined) {
    await acme.drafts.addBlocks(bot, {
      blocks: [
        { id: 'welcome', type: 'ask_question', params: { text: 'Your name?', destination: 'name' } },
        { id: 'hello', type: 'send_text', params: { text: 'Hello @{name}!' } },
        { id: 'pause', type: 'wait', params: { seconds: 1 } },
        { id: 'later', type: 'send_text', params: { text: 'Still there?' } },
      ],
      connections: [
        { sourcePath: 'welcome', type: '$success', targetPath: 'hello' },
        { sourcePath: 'hello', type: '$success', targetPath: 'pause' },
        { sourcePath: 'pause', type: '$success', targetPath: 'later' },
      ],
    });
    await acme.versions.publish(bot);
  }
  return { engine, acme, bot };
}

/**
 * `POST /` takes a message as `{ visitor, text }`, and returns what the bot said. `GET /?customer=1&after=2` waits until
 * it says something after this position.
 */
async function answer(request: Request, env: Env): Promise<Response> {
  opening ??= open(env);
  const { acme, bot } = await opening;
  const { conversations } = acme;
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url);
    const [customer, after] = [Number(searchParams.get('customer')), Number(searchParams.get('after'))];
    for await (const { messages } of conversations.follow(customer, { after })) {
      if (messages.length > 0) return said(customer, messages);
    }
    return new Response(null, { status: 404 });
  }
  const { visitor, text } = (await request.json()) as { readonly visitor: string; readonly text: string };
  const { customer, after } = await conversations.receive({ bot, visitor, message: { type: 'text', message: text } });
  await conversations.runUntilIdle(customer);
  return said(customer, await conversations.messages(customer, after));
}

function said(customer: number, messages: readonly Message[]): Response {
  const texts = messages.flatMap((each) => (each.type === 'text' && each.sender.type === 'bot' ? each.data.body : []));
  return Response.json({ customer, after: messages.at(-1)?.seq ?? 0, texts });
}

/** How long the workers of a cron trigger work, in milliseconds. */
const workMs = 3_000;

// biome-ignore lint/style/noDefaultExport: workerd calls it.
export default {
  fetch: answer,
  /** A cron trigger resumes conversations whose pauses are over, and sweeps. */
  async scheduled(_event: unknown, env: Env): Promise<void> {
    opening ??= open(env);
    const { engine } = await opening;
    const workers = engine.startWorkers();
    await new Promise((resolve) => setTimeout(resolve, workMs));
    await workers.stop();
    await engine.sweep();
  },
};

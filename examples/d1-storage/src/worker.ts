import { type BrandEngine, createEngine, type Engine, permissions } from '@botwright/core';
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
      ],
      connections: [{ sourcePath: 'welcome', type: '$success', targetPath: 'hello' }],
    });
    await acme.versions.publish(bot);
  }
  return { engine, acme, bot };
}

/** Takes a message as `{ visitor, text }`, and returns the texts of the bot. */
async function answer(request: Request, env: Env): Promise<Response> {
  opening ??= open(env);
  const { acme, bot } = await opening;
  const { visitor, text } = (await request.json()) as { readonly visitor: string; readonly text: string };
  const { conversations } = acme;
  const { customer, after } = await conversations.receive({ bot, visitor, message: { type: 'text', message: text } });
  await conversations.runUntilIdle(customer);
  const said = await conversations.messages(customer, after);
  return Response.json(
    said.flatMap((each) => (each.type === 'text' && each.sender.type === 'bot' ? each.data.body : [])),
  );
}

// biome-ignore lint/style/noDefaultExport: workerd calls it.
export default {
  fetch: answer,
  /** A cron trigger sweeps. */
  async scheduled(_event: unknown, env: Env): Promise<void> {
    opening ??= open(env);
    await (await opening).engine.sweep();
  },
};

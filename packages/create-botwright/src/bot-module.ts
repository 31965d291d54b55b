import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { frameworks } from './frameworks.ts';
import type { App } from './read-app.ts';

/** Where the bot is, from the folder of the app. */
export const botFile = 'bots/hello.json';

/** Where the module of an app lies, relative to its folder. @spec CB4, CB5 */
export function moduleFile({ folder, framework, entry, isTypeScript }: App): string {
  const end = isTypeScript ? '.ts' : '.js';
  const hasSource = existsSync(join(folder, 'src'));
  if (framework === 'next') {
    const isBelowSource = existsSync(join(folder, 'src/app')) || existsSync(join(folder, 'src/pages'));
    return `${isBelowSource ? 'src/' : ''}app/chat/[...path]/route${end}`;
  }
  if (entry === undefined) return `${hasSource ? 'src/' : ''}botwright${end}`;
  return join(dirname(entry), `botwright${extname(entry).replace(/x$/, '')}`);
}

/**
 * The text of the module, which makes an engine with the bot, and answers at `/chat/1`.
 *
 * @spec CB4, CB5
 */
export function moduleText({ framework, isTypeScript, isCommonJs }: App): string {
  const type = (text: string): string => (isTypeScript ? text : '');
  const text = writeModule(framework, type, framework === 'next' ? cwdBot : isCommonJs ? commonJsBot : moduleBot);
  return isCommonJs && !isTypeScript && framework !== 'next' ? toCommonJs(text) : text;
}

type Typing = (text: string) => string;

/** How a module finds the file of the bot. */
interface BotFinder {
  readonly imports: string;
  readonly find: string;
  readonly path: string;
}

/** Next runs in the folder of the app, from bundled files. */
const cwdBot: BotFinder = { imports: "import { readFileSync } from 'node:fs';", find: '', path: `'${botFile}'` };

const moduleBot = botAbove('dirname(fileURLToPath(import.meta.url))', "\nimport { fileURLToPath } from 'node:url';");
const commonJsBot = botAbove('__dirname', '');

function botAbove(folder: string, imports: string): BotFinder {
  return {
    imports: `import { existsSync, readFileSync } from 'node:fs';\nimport { dirname, join } from 'node:path';${imports}`,
    find: `/** The app may be built to another folder, and run from any: the bot is in a folder above this module. */
function botFile() {
  let folder = ${folder};
  while (!existsSync(join(folder, '${botFile}')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, '${botFile}');
}

`,
    path: 'botFile()',
  };
}

interface Part {
  /** The function that connects the chat. */
  readonly adapter: string;
  /** An import of types, or none. */
  readonly types?: string;
  /** Where the running bot is stored. */
  readonly place?: string;
  readonly declared: (type: Typing) => string;
  readonly mounted: (type: Typing) => string;
}

const bot = ': ReturnType<typeof startBot> | undefined';
const stopBot = `/** Ends the streams of the chat, and the engine. Call it when the server stops. */
export async function stopBot() {
  await (await bot)?.stop();
}
`;
const front = '{ handle: async (request) => (await runningBot()).chat.handle(request) }';

const parts: Readonly<Record<App['framework'], Part>> = {
  express: {
    adapter: 'expressHandler',
    declared: (type) => `let bot${type(bot)};`,
    mounted: (type) => `const answer = expressHandler(${front});

/** Answers below /chat/. Mount it before body parsers: the chat reads and bounds its bodies itself. */
export function mountBot(app${type(': { all(path: RegExp, handler: typeof answer): unknown }')}) {
  app.all(/^\\/chat\\//, answer);
}

${stopBot}`,
  },
  hono: {
    adapter: 'honoHandler',
    declared: (type) => `let bot${type(bot)};`,
    mounted: (type) => `const answer = honoHandler(${front});

/** Answers below /chat/. */
export function mountBot(app${type(': { all(path: string, handler: typeof answer): unknown }')}) {
  app.all('/chat/*', answer);
}

${stopBot}`,
  },
  fastify: {
    adapter: 'fastifyPlugin',
    types: "import type { FastifyInstance } from 'fastify';\n",
    declared: (type) => `let bot${type(bot)};`,
    mounted: (type) => `// Fastify removes the prefix from paths.
const answer = fastifyPlugin({
  handle: async (request) => (await runningBot()).chat.handle({ ...request, path: \`/chat\${request.path}\` }),
});

/** Answers below /chat/. */
export function mountBot(app${type(': FastifyInstance')}) {
  app.register(answer, { prefix: '/chat' });
  app.addHook('onClose', async () => (await bot)?.stop());
}
`,
  },
  next: {
    adapter: 'fetchHandler',
    place: 'shared.botwright',
    declared: (type) => `// The development server may load this module again, and the bot goes on.
const shared = globalThis${type(' as typeof globalThis & { botwright?: ReturnType<typeof startBot> | undefined }')};`,
    mounted: () => `const answer = fetchHandler(${front});

export const dynamic = 'force-dynamic';
export { answer as GET, answer as OPTIONS, answer as POST };
`,
  },
};

function writeModule(framework: App['framework'], type: Typing, { imports, find, path }: BotFinder): string {
  const { adapter, types = '', place = 'bot', declared, mounted } = parts[framework];
  return `${imports}
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { ${adapter} } from '${frameworks[framework].adapter}';
import { createWebChat } from '@botwright/web-chat';
${type(types)}
${find}/** Publishes the bot, which gets the number 1, and begins to answer its visitors. */
async function startBot() {
  // In memory: a restart begins anew. @botwright/storage has stores in SQLite and PostgreSQL.
  const engine = createEngine({ storage: memoryStorage(), runner: conversationRunner() });
  await engine.brands.put({ name: 'app', plan: 'professional', workspaces: [1] });
  const { bots, versions } = engine.as({ brand: 'app', person: 1, workspaces: [1], permissions });
  const diagram = JSON.parse(readFileSync(${path}, 'utf8'));
  const { id } = await bots.create({ name: 'Hello', channelFamily: 'native', diagram });
  await versions.publish(id);

  const workers = engine.startWorkers();
  // Erases expired visitors.
  const sweeps = setInterval(() => engine.sweep().catch(console.error), 60_000).unref();
  const closing = new AbortController();
  // Set CHAT_URL to the public address of the chat.
  const publicUrl = process.env['CHAT_URL'] ?? \`http://localhost:\${process.env['PORT'] ?? 3000}/chat\`;
  return {
    chat: createWebChat({ engine, publicUrl, closing: closing.signal }),
    async stop() {
      closing.abort();
      clearInterval(sweeps);
      await workers.stop();
      await engine.close();
    },
  };
}

${declared(type)}

/** Starts the bot with the first request, so that tests and builds of the app can load this module. Tries again after a fault. */
function runningBot() {
  ${place} ??= startBot().catch((fault) => {
    console.error('The bot has not started:', fault);
    ${place} = undefined;
    throw fault;
  });
  return ${place};
}

${mounted(type)}`;
}

/** The same module with \`require\` and \`module.exports\`. */
function toCommonJs(text: string): string {
  const names = Array.from(text.matchAll(/^export (?:async )?function (\w+)/gm), ([, name]) => name);
  const body = text
    .replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);')
    .replace(/^export (?=async function|function)/gm, '');
  return `${body}\nmodule.exports = { ${names.join(', ')} };\n`;
}

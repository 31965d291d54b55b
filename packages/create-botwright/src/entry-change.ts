import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { packagesFor } from './frameworks.ts';
import { type App, readSmallFile } from './read-app.ts';

/** The lines that connect the module with the app. */
export interface EntryChange {
  /** The file that gets them, relative, or a description of it. */
  readonly file: string;
  /** None: it has them. */
  readonly lines: readonly string[];
  /** The whole text of the file with them. `undefined`: only a person can find their places. */
  readonly text: string | undefined;
}

/** @spec CB7 */
export function entryChange(app: App, module: string): EntryChange {
  return app.framework === 'next' ? configChange(app) : mountChange(app, module);
}

/** A line that makes an app, which the lines after it can use. */
const makesApp = new RegExp(
  [
    /^(?<indent>[ \t]*)(?:export )?(?:const|let|var) (?<name>\w+)(?: *: *[\w<>]+)? = /,
    /(?:express\(\)|(?:[fF]astify|require\(['"]fastify['"]\))\(.*\)|new (?:OpenAPI)?Hono(?:<.*>)?\(.*\));?\s*$/,
  ]
    .map(({ source }) => source)
    .join(''),
);
const loadsFramework = {
  import: /^import (?!type ).* from ['"](?:express|fastify|hono|@hono\/zod-openapi)['"];?\s*$/,
  require: /^(?:const|let|var) .* = require\(['"](?:express|fastify|hono)['"]\)/,
};

function mountChange(app: App, module: string): EntryChange {
  const { folder, entry, isCommonJs, isTypeScript } = app;
  const text = entry === undefined ? '' : readSmallFile(join(folder, entry));
  const file = entry ?? 'the file that makes your app';
  if (/\bmountBot\(/.test(text)) return { file, lines: [], text: undefined };

  const kind = isCommonJs && !isTypeScript ? 'require' : 'import';
  const path = `./${basename(module, extname(module))}${importEnding(app, module, text)}`;
  const load = kind === 'require' ? `const { mountBot } = require('${path}');` : `import { mountBot } from '${path}';`;
  const made = text.split('\n').filter((line) => matches(line, makesApp));
  const { indent = '', name = 'app' } = makesApp.exec(made[0] ?? '')?.groups ?? {};
  const mount = `mountBot(${name});`;
  // The line that loads the framework may make the app, too: then the loading of the module comes first.
  const mounted = made.length === 1 ? insertAfter(text, makesApp, `${indent}${mount}`) : undefined;
  return { file, lines: [load, mount], text: mounted && insertAfter(mounted, loadsFramework[kind], load) };
}

/** The ending of the path with which the entry imports the module. */
function importEnding({ folder, isCommonJs, isTypeScript }: App, module: string, text: string): string {
  const own = extname(module);
  if (!isTypeScript) return isCommonJs && own === '.js' ? '' : own;
  const built = own.replace('t', 'j');
  const imported = /from ['"]\.{1,2}\/[^'"]*?(?<ending>\.[cm]?[jt]s)?['"]/.exec(text);
  if (imported !== null) {
    const { ending = '' } = imported.groups ?? {};
    if (ending === '') return '';
    return ending.includes('t') ? own : built;
  }
  const config = join(folder, 'tsconfig.json');
  const runsSources =
    !existsSync(config) || /"(?:allowImporting|rewriteRelativeImport)\w+": *true/.test(readSmallFile(config));
  if (runsSources) return own;
  return isCommonJs ? '' : built;
}

function configChange({ folder, entry, framework }: App): EntryChange {
  const external = `serverExternalPackages: [${packagesFor(framework)
    .map((name) => `'${name}'`)
    .join(', ')}],`;
  if (entry === undefined) {
    return { file: 'a new next.config.mjs', lines: [`export default { ${external.slice(0, -1)} };`], text: undefined };
  }
  const text = readSmallFile(join(folder, entry));
  if (text.includes("'@botwright/core'")) return { file: entry, lines: [], text: undefined };
  const isFree = !text.includes('serverExternalPackages');
  const begins = /^(?:(?:const|let|var) \w+(?: *: *NextConfig)? =|export default|module\.exports =) \{\s*$/;
  return { file: entry, lines: [external], text: isFree ? insertAfter(text, begins, `  ${external}`) : undefined };
}

/** Inserts a line after the only one that matches. */
function insertAfter(text: string, pattern: RegExp, line: string): string | undefined {
  const lines = text.split('\n');
  const places = lines.flatMap((one, at) => (matches(one, pattern) ? [at] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  return lines.toSpliced(place + 1, 0, lines[place]?.endsWith('\r') ? `${line}\r` : line).join('\n');
}

/** Only built files have long lines. */
function matches(line: string, pattern: RegExp): boolean {
  return line.length <= 300 && pattern.test(line);
}

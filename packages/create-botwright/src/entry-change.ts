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

/** Arguments with calls of one level. */
const given = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const declares = String.raw`^(?<indent>[ \t]*)(?:export )?(?:const|let|var) (?<name>\w+)(?: *: *[\w<>.]+)? = `;

/** The statement that makes the app, by its lines; `undefined`: there is none, or several. */
interface MadeApp {
  readonly indent: string;
  readonly name: string;
  /** Index of its last line. */
  readonly last: number;
}

/** @param text - Of the entry. */
function madeApp(text: string): MadeApp | undefined {
  const lines = text.split('\n').map((line) => (line.length <= longestLine ? line.replace(/\r$/, '') : ''));
  const alias = /^import (\w+) from ['"]express['"]|^(?:const|var) (\w+) = require\(['"]express['"]\)/m.exec(
    lines.join('\n'),
  );
  const express = alias?.[1] ?? alias?.[2] ?? 'express';
  const fastify = String.raw`(?:[fF]astify|require\(['"]fastify['"]\))`;
  const whole = new RegExp(
    `${declares}(?:${express}\\(\\)(?:, \\w+ = [^(){}]*)?|${fastify}${given}|new (?:OpenAPI)?Hono(?:<.*>)?${given});?\\s*$`,
  );
  const begins = new RegExp(`${declares}(?:${fastify}|new (?:OpenAPI)?Hono(?:<.*>)?)\\(\\{\\s*$`);
  const found = lines.flatMap((line, at): readonly MadeApp[] => {
    const { indent = '', name = '' } = (whole.exec(line) ?? begins.exec(line))?.groups ?? {};
    if (name === '') return [];
    if (whole.test(line)) return [{ indent, name, last: at }];
    const end = lines.findIndex((each, index) => index > at && each.startsWith(`${indent}})`));
    return end !== -1 && /^\s*\}\);?$/.test(lines[end] ?? '') ? [{ indent, name, last: end }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

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
  const made = madeApp(text);
  if (made === undefined) return { file, lines: [load, ...mountByHand(app)], text: undefined };
  const mount = `mountBot(${made.name});`;
  // The line that loads the framework may make the app, too: then the loading of the module comes first.
  const mounted = withLineAfter(text, made.last, `${made.indent}${mount}`);
  return { file, lines: [load, mount], text: insertAfter(mounted, loadsFramework[kind], load) };
}

/** The lines for a person, who knows the name of the app. */
function mountByHand({ framework }: App): readonly string[] {
  const place = { express: 'before body parsers', fastify: 'before it listens', hono: 'an app without a base path' };
  return [`mountBot(app); // app is your app; right after it is made, ${place[framework as keyof typeof place]}`];
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
  const places = text.split('\n').flatMap((one, at) => (matches(one, pattern) ? [at] : []));
  const [place] = places;
  return place === undefined || places.length > 1 ? undefined : withLineAfter(text, place, line);
}

function withLineAfter(text: string, at: number, line: string): string {
  const lines = text.split('\n');
  return lines.toSpliced(at + 1, 0, lines[at]?.endsWith('\r') ? `${line}\r` : line).join('\n');
}

/** Only built files have longer lines. */
const longestLine = 300;

function matches(line: string, pattern: RegExp): boolean {
  return line.length <= longestLine && pattern.test(line);
}

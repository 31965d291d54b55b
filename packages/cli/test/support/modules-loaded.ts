import { spawnSync } from 'node:child_process';
import { compileCache, script } from './serve-process.ts';

/** Prints the URL of every loaded module. */
const hooks = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
registerHooks({ load: (url, context, next) => { writeSync(2, url + '\\n'); return next(url, context); } });
`;

/** Modules of a server, an engine or a store. */
export const serverModules =
  /packages\/storage\/|sender-undici|packages\/http|core\/src\/engine|pino|prom-client|node:sqlite|node:http/;

/** The addresses of all modules that a command loads. */
export function modulesLoadedBy(cwd: string, args: readonly string[], input = ''): readonly string[] {
  const node = ['--conditions=@botwright/source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`];
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const { stderr } = spawnSync(process.execPath, [...node, script, ...args], { cwd, input, env, encoding: 'utf8' });
  return stderr.split('\n').filter((line) => line.startsWith('file:') || line.startsWith('node:'));
}

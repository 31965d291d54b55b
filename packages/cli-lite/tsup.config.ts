import { bundle, type Plugin } from '../../tsup.base.ts';
import { commandLine } from '../cli/tsup.config.ts';

/** The functions of commands that need more packages than tests and checks of bots. */
const functions = { serve: 'serve', chat: 'chat', import: 'importFiles', mcp: 'serveTools' } as const;

/** Runs these commands from the package `botwright`, if it is installed. @spec SV78 */
const serverOnDemand: Plugin = {
  name: 'server-on-demand',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/(serve|chat|import|mcp)\.ts$/ }, ({ path, resolveDir }) => ({
      path: path.slice('./'.length, -'.ts'.length),
      namespace: 'server-on-demand',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'server-on-demand' }, ({ path: name, pluginData: resolveDir }) => ({
      resolveDir,
      contents: `
import { CommandFailure } from '../command-failure.ts';
export async function ${functions[name as keyof typeof functions]}() {
  let manifest;
  try {
    manifest = import.meta.resolve('botwright/package.json');
  } catch {
    throw new CommandFailure('failure', '"botwright ${name}" needs the package botwright: run "npm install botwright".');
  }
  // The script reads the arguments again.
  await import(new URL('bin/botwright.js', manifest).href);
  return process.exitCode;
}`,
    }));
  },
};

export default bundle({
  ...commandLine,
  esbuildPlugins: [...commandLine.esbuildPlugins, serverOnDemand],
  // The script of the command.
  publicDir: '../cli/bin',
});

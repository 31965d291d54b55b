import { bundle, type Plugin } from '../../tsup.base.ts';
import { commandLine } from '../cli/tsup.config.ts';

/** Runs the commands that need a server or a store from the package `botwright`, if it is installed. @spec SV78 */
const serverOnDemand: Plugin = {
  name: 'server-on-demand',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/(serve|chat)\.ts$/ }, ({ path, resolveDir }) => ({
      path: path.slice('./'.length, -'.ts'.length),
      namespace: 'server-on-demand',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'server-on-demand' }, ({ path: name, pluginData: resolveDir }) => ({
      resolveDir,
      contents: `
import { CommandFailure } from '../command-failure.ts';
export async function ${name}() {
  let manifest;
  try {
    manifest = import.meta.resolve('botwright/package.json');
  } catch {
    throw new CommandFailure('failure', '"botwright ${name}" needs the package botwright: run "npm install botwright".');
  }
  // The script reads the arguments again.
  await import(new URL('bin/botwright.js', manifest).href);
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

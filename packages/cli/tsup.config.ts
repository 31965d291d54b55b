import type { Options } from 'tsup';
import { bundle, lazyNodeModules } from '../../tsup.base.ts';

/** Of each package that has the command line: the path leads there from both folders. */
export const commandLine = {
  entry: { main: '../cli/src/main.ts' },
  platform: 'node',
  // One file instead of seven, because every command loads it.
  noExternal: ['commander'],
  esbuildPlugins: [
    lazyNodeModules({
      // Only for external subcommands of commander, which do not exist here.
      'node:child_process': ['spawn'],
      'node:fs': [
        'chmodSync',
        'existsSync',
        'lstatSync',
        'mkdirSync',
        'readFileSync',
        'readdirSync',
        'realpathSync',
        'rmSync',
        'statSync',
        'writeFileSync',
      ],
      'node:process': [],
      'node:util': ['isDeepStrictEqual', 'stripVTControlCharacters', 'styleText'],
    }),
  ],
} satisfies Options;

export default bundle(commandLine);

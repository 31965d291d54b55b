import { bundle, lazyNodeModules } from '../../tsup.base.ts';

export default bundle({
  entry: { main: 'src/main.ts' },
  platform: 'node',
  // One file in place of seven, because every command loads it.
  noExternal: ['commander'],
  esbuildPlugins: [
    lazyNodeModules({
      // For commands of commander that are files of their own, of which there are none.
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
});

import { bundle, lazyNodeModules } from '../../tsup.base.ts';

export default bundle({
  esbuildPlugins: [
    lazyNodeModules({
      'node:fs': [
        'closeSync',
        'constants',
        'existsSync',
        'globSync',
        'openSync',
        'readSync',
        'readdirSync',
        'realpathSync',
        'statSync',
      ],
    }),
  ],
  // Its ES modules: the CommonJS ones of its `main` take longer to load than a small check takes.
  noExternal: ['jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
});

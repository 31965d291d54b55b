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
  // Its ES modules: what Node finds by its `main` takes longer to load than a small check takes.
  noExternal: ['jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
});

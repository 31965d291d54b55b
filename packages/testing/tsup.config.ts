import { bundle } from '../../tsup.base.ts';

export default bundle({
  // Its ES modules: what Node finds by its `main` takes longer to load than a small check takes.
  noExternal: ['jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
});

import { bundle } from '../../tsup.base.ts';

export default bundle({
  // Its ES modules: what Node finds by its `main` cannot be bundled.
  noExternal: ['jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
});

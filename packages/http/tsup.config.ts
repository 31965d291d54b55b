import { bundle } from '../../tsup.base.ts';

export default bundle({
  // Uses its ES modules: the bundler cannot bundle the file that its `main` names.
  noExternal: ['jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
});

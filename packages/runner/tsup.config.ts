import { bundle } from '../../tsup.base.ts';

export default bundle({
  // Two functions of hundreds of files, whose package.json Node parses anew for each: seconds and 100 MB at every start.
  noExternal: [/^date-fns/, /^@date-fns\//],
});

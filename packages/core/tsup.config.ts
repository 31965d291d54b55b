import { bundle } from '../../tsup.base.ts';

export default bundle({
  // Its parser alone, an eighth of the library: what evaluates stays with the runner.
  noExternal: ['@bufbuild/cel'],
});

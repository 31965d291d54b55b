import { bundle } from '../../tsup.base.ts';

export default bundle({
  entry: { main: 'src/main.ts' },
  platform: 'node',
  // One file in place of seven, because every command loads it.
  noExternal: ['commander'],
});

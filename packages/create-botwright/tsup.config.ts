import { bundle } from '../../tsup.base.ts';

export default bundle({ entry: { main: 'src/main.ts' }, platform: 'node' });

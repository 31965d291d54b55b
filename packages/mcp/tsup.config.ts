import { bundle } from '../../tsup.base.ts';

export default bundle();

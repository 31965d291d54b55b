import { systemIds } from '../../node/system.ts';

/**
 * Gives versions of records, which are never repeated in any process. The ids of the host may repeat, as in tests, and
 * a repeated version would let a batch overwrite a change that it has not seen.
 */
export function versionNames(): () => string {
  const run = systemIds().token();
  let count = 0;
  return () => {
    count += 1;
    return `${run}-${count}`;
  };
}

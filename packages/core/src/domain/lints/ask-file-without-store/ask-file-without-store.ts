import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** Messengers carry files themselves. @spec FS7 */
const uploadingFamily = 'native';

/** @spec FS7 */
export const askFileWithoutStore = lint(
  'ask-file-without-store',
  'warn',
  ({ blocks }, { storesFiles, channelFamily }, report) => {
    if (storesFiles !== false || channelFamily !== uploadingFamily) return;
    for (const block of blocks) if (block.kind?.definition.takesFiles === true) report(block, describe);
  },
);

function describe(block: Block): Finding {
  return {
    message: `Block ${excerpt(block.key)} asks for a file, but the host stores no files: visitors can send only an address.`,
    at: ['template'],
  };
}

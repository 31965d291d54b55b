import { aesCipher } from '@botwright/core/node';

/** Options of an engine that sends to hooks; the same in every process. */
export const toHooks = {
  cipher: aesCipher({ keys: [{ id: 'test', key: new Uint8Array(32) }] }),
  plans: { planOf: async () => 'professional' as const },
};

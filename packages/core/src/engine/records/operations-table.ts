import { accountWriting } from './write-accounts.ts';
import { botWriting } from './write-bots.ts';
import { channelWriting } from './write-channels.ts';
import { customerWriting } from './write-customers.ts';
import { requestWriting } from './write-requests.ts';
import type { Writing } from './writing.ts';

/** How each operation is written. */
export const writing: Writing = {
  ...accountWriting,
  ...botWriting,
  ...channelWriting,
  ...customerWriting,
  ...requestWriting,
};

import { inputObject, integerFrom } from '@botwright/core/inputs';
import * as v from 'valibot';
import { type ConsoleOperation, defineConsoleOperation } from '../console-operation.ts';
import { dataResponse } from '../wire/data.ts';
import { encodeUnsentMail } from '../wire/unsent-mail.ts';

/** A mail with a transcript can have 300 kB. */
const mostListed = 10;

export const unsentMailOperations: readonly ConsoleOperation[] = [
  /** @spec EM22 */
  defineConsoleOperation({
    id: 'listUnsentMails',
    method: 'GET',
    path: '/unsent-mails',
    tag: 'Mails',
    summary: 'List the mails that the server stores and does not send',
    query: inputObject({
      offset: v.optional(integerFrom(0), 0),
      limit: v.optional(integerFrom(0, mostListed), mostListed),
    }),
    success: { status: 200, description: 'The mails of the workspaces of the caller, newest first.' },
    errors: [],
    work: async ({ principal: { brand, workspaces } }, { query, context: { unsentMails } }) =>
      (await unsentMails?.list({ brand, workspaces, ...query })) ?? { items: [], total: 0 },
    encode: ({ items, total }) => dataResponse(200, items.map(encodeUnsentMail), { total }),
  }),
];

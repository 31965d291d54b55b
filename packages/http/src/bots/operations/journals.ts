import { useCasePermissions } from '@botwright/core/front';
import { describedHere, inputObject, integerFrom, pageSchema, wireNames } from '@botwright/core/inputs';
import * as v from 'valibot';
import { jsonResponse } from '../../response/response.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import { encodeJournaledConversation, journaledConversationSchema } from '../wire/journal.ts';
import { encodePage, listOf, queriedPage } from '../wire/page.ts';

const journalQuery = wireNames(
  inputObject({
    ...pageSchema.entries,
    page: queriedPage,
    customer: v.exactOptional(describedHere(integerFrom(1), 'Only conversations of this customer.')),
  }),
  { customer: 'customer_id' },
);

/** The journal of a bot. */
export const journalOperations: readonly BotsOperation[] = [
  /** @spec JR8 */
  defineBotsOperation({
    id: 'listJournal',
    method: 'GET',
    path: '/bots/{bot_id}/journal',
    tag: 'Versions',
    summary: 'List the conversations in the journal, newest first',
    isDecidedHere: true,
    description: 'Those that began in this bot. Empty if the server keeps no journal.',
    permission: useCasePermissions.conversations.journal,
    query: journalQuery,
    success: { status: 200, description: 'One page.', schema: listOf(journaledConversationSchema) },
    errors: [],
    work: (engine, { params, query }) => engine.conversations.journal(params.bot_id, query),
    encode: (page) => jsonResponse(200, encodePage(page, encodeJournaledConversation)),
  }),
];

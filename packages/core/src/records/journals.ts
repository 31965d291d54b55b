import { ascending, descending, recordKind } from '../ports/record-kind.ts';

/** Some steps of a conversation in the journal. The last steps are in the record of the conversation. */
export interface JournalEntry {
  readonly customerNumber: number;
  /** Moment of the first step, in milliseconds; names the conversation among those of the customer. */
  readonly begunAt: number;
  /** Place of the first of the steps in the conversation, from 0. */
  readonly turn: number;
  /** Id of the bot, with the first step of the conversation. */
  readonly botId?: string;
  /** JSON text of a `JournalStart`, with the first step of the conversation. */
  readonly startJson?: string;
  /** JSON text of a list of inputs and outcomes. */
  readonly stepsJson: string;
}

export const journals = recordKind<JournalEntry>()({
  name: 'journal',
  key: ['customerNumber', 'begunAt', 'turn'],
  owner: { kind: 'customer', fields: ['customerNumber'] },
  fields: {
    customerNumber: 'integer',
    begunAt: 'integer',
    turn: 'integer',
    botId: 'text?',
    startJson: 'text?',
    stepsJson: 'text',
  },
  lists: {
    begun: {
      only: { turn: 0 },
      within: ['botId'],
      filters: { customer: { field: 'customerNumber', by: 'equal' } },
      orders: { newest: [descending('begunAt'), descending('customerNumber')] },
    },
    steps: {
      within: ['customerNumber', 'begunAt'],
      filters: {},
      orders: { first: [ascending('turn')] },
    },
    old: {
      scope: 'store',
      only: { turn: 0 },
      filters: { before: { field: 'begunAt', by: 'upTo' } },
      orders: { oldest: [ascending('begunAt'), ascending('customerNumber')] },
    },
  },
});

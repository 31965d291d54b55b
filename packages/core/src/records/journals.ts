import { ascending, descending, recordKind } from '../ports/record-kind.ts';

/** One step of a conversation in the journal. */
export interface JournalEntry {
  readonly customerNumber: number;
  /** Moment of the first step, in milliseconds; names the conversation among those of the customer. */
  readonly begunAt: number;
  /** Place of the step in the conversation, from 0. */
  readonly turn: number;
  /** Id of the bot, of the first step. */
  readonly botId?: string;
  /** JSON text of a `JournalStart`, of the first step. */
  readonly startJson?: string;
  /** JSON text of the input and the outcome of the step. */
  readonly stepJson: string;
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
    stepJson: 'text',
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

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const accountUnknownDoc: RuleDoc = {
  code: 'account_unknown',
  group: 'Channels, plans, bots and accounts',
  title: 'An account is not connected',
  specs: ['RU48', 'RU49'],
  appliesTo:
    'bots whose brand is known: on the server, and with `connectedAccounts` of the library call. `botwright lint` does not know the accounts of a brand',
  what: 'The `auth_id` of a `spreadsheets` or `scheduler` block names no connected account of that kind.',
  why: 'The block cannot reach the spreadsheet or the calendar: it fails for every visitor. It stops a test deployment; publication is allowed, because an account may be connected afterwards.',
  mend: 'Connect the account, or write the id of one that is connected.',
  given: {
    says: 'The brand has one connected account for spreadsheets, `acc_1`.',
    context: { connectedAccounts: new Set(['spreadsheets:acc_1']) },
  },
  wrong: sketch(
    {
      row: [
        'spreadsheets',
        {
          action: 'insert_row',
          auth_id: 'acc_9',
          spreadsheet_id: 'guests',
          sheet_name: 'Names',
          selectors: [{ selectorValue: 1, value: '@{name}' }],
        },
      ],
      bye: ['close', {}],
    },
    ['welcome.$success--row', 'row.$success--bye', 'row.$failed--bye'],
  ),
  at: '/nodes/row/params/auth_id',
  right: [[['nodes', 'row', 'params', 'auth_id'], 'acc_1']],
};

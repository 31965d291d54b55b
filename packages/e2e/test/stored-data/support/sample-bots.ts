import type { BlockSketch } from '../../support/diagrams.ts';
import { diagramOf } from '../../support/diagrams.ts';

type Diagram = ReturnType<typeof diagramOf>;

const question = (text: string, destination = 'said'): BlockSketch => ['ask_question', { text, destination }];

/** What a visitor says to come to a block of the menu, by the id of the block. */
export const menu = {
  day: 'Day',
  file: 'File',
  ask: 'Ask',
  web: 'Web',
  own: 'Points',
  run: 'Code',
  row: 'Row',
  book: 'Book',
  help: 'Help',
  link: 'Link',
  rest: 'Wait',
  agent: 'Agent',
  end: 'End',
} as const;

export interface Accounts {
  readonly sheets: string;
  readonly calendar: string;
  readonly schedulingUrl: string;
}

/** A menu with a button for each block at which a conversation can wait or end. */
export function menuDiagram(plainBot: number, { sheets, calendar, schedulingUrl }: Accounts): Diagram {
  const buttons = Object.entries(menu).map(([id, label]) => ({ id, label }));
  const row = { action: 'get_row', auth_id: sheets, spreadsheet_id: 'leads', sheet_name: 'Leads' };
  const cells = { reference: { selectorValue: 1, value: 'Ada' }, selectors: [{ selectorValue: 2, value: '@{city}' }] };
  const blocks: Readonly<Record<string, BlockSketch>> = {
    start: ['buttons', { text: 'What now?', buttons, destination: 'choice' }],
    day: [
      'ask_date',
      {
        text: 'Which day?',
        destination: 'day',
        format: ['%d/%m/%Y'],
        pickerFormat: 'dd/MM/yyyy',
        showDatePicker: true,
      },
    ],
    file: ['ask_file', { text: 'Send a file', destination: 'file' }],
    ask: question('Ask me', 'question'),
    web: ['webhook', { url: 'https://shop.example/points', destination: 'points', body: '{"who":"@{question}"}' }],
    own: ['acme_loyalty', { destination: 'points' }],
    run: ['code', { source: 'points = 1' }],
    row: ['spreadsheets', { ...row, ...cells }],
    book: ['scheduler', { auth_id: calendar, scheduling_url: schedulingUrl }],
    help: ['ai_agent', { assistantId: 'helper', outputs: [{ id: 'done', name: 'Done' }] }],
    rest: ['wait', { seconds: 86_400, exits: [{ id: 'interrupted' }], destination: 'said' }],
    link: ['bot_link', { bot: plainBot }],
    agent: ['human_takeover', { text: 'A person comes' }],
    end: ['close_chat', { text: 'Goodbye' }],
    done: question('Done: @{choice}'),
    failed: question('Failed: @{choice}'),
  };
  const outputs = ['day', 'file', 'ask', 'web', 'own', 'run', 'row', 'book', 'rest'].map(
    (id) => `${id}.$success--done`,
  );
  const failures = ['web', 'own', 'run', 'row'].map((id) => `${id}.$failed--failed`);
  return diagramOf(
    blocks,
    [
      ...Object.keys(menu).map((id) => `start.$${id}--${id}`),
      ...outputs,
      ...failures,
      'help.$done--done',
      'rest.$interrupted--done',
    ],
    'native',
  );
}

/** A bot without feedback, with a jump to a block. */
export const plainDiagram: Diagram = diagramOf(
  { start: question('Welcome'), close: ['close_chat', { text: 'Bye' }] },
  ['start.$success--close'],
  'native',
);

/** A bot whose conversations end without a block that closes them. */
export const endsDiagram: Diagram = diagramOf(
  {
    start: [
      'buttons',
      {
        text: 'How?',
        buttons: [
          { id: 'stop', label: 'Stop' },
          { id: 'fail', label: 'Fail' },
        ],
      },
    ],
    stop: ['send_text', { text: 'Nothing follows' }],
    fail: ['ai_agent', { assistantId: 'helper', outputs: [{ id: 'done', name: 'Done' }] }],
  },
  ['start.$stop--stop', 'start.$fail--fail'],
  'native',
);

/** A bot of the family `apichat`. */
export const shopDiagram: Diagram = diagramOf(
  { start: question('Your name?', 'who'), ask: question('Hello @{who}!'), again: question('You said @{said}') },
  ['start.$success--ask', 'ask.$success--again', 'again.$success--again'],
);

/** Long enough for a draft that is stored with splices. */
export const longDiagram: Diagram = diagramOf(
  Object.fromEntries(
    Array.from({ length: 48 }, (_, index) => [index === 0 ? 'start' : `b${index}`, question(`Question ${index}`)]),
  ),
  [],
  'native',
);

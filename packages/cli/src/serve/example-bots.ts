import type { ExampleBot } from '@botwright/http/console';

/** A block with its place and the targets of its outputs. */
interface Block {
  readonly template: string;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: readonly [left: number, top: number];
  readonly to?: Readonly<Record<string, string>>;
}

/**
 * Books tables at a restaurant.
 *
 * @param first - The id of the first block, which the channel family fixes.
 */
function bookATable(first: string): object {
  const blocks: Readonly<Record<string, Block>> = {
    [first]: {
      template: 'buttons',
      name: 'What for?',
      params: {
        text: 'Hello, this is the Blue Door. What can I do for you?',
        buttons: [
          { id: 'book', label: 'Book a table' },
          { id: 'hours', label: 'Opening hours' },
        ],
      },
      at: [0, 0],
      to: { $book: 'name', $hours: 'hours' },
    },
    hours: {
      template: 'chat',
      name: 'Opening hours',
      params: { text: 'We are open from Tuesday to Sunday, from 6 to 11 in the evening.' },
      at: [320, 240],
      to: { $success: 'else' },
    },
    else: {
      template: 'yes_no',
      name: 'Book now?',
      params: { text: 'Would you like to book a table?' },
      at: [640, 240],
      to: { $yes: 'name', $no: 'bye' },
    },
    name: {
      template: 'var_name',
      name: 'Name',
      params: { text: 'Gladly. What is your name?', destination: 'name' },
      at: [960, 0],
      to: { $success: 'guests' },
    },
    guests: {
      template: 'var_number',
      name: 'Guests',
      params: {
        text: 'For how many, @{name}?',
        destination: 'guests',
        min: 1,
        max: 12,
        errorText: 'We have tables for 1 to 12. How many will you be?',
      },
      at: [1280, 0],
      to: { $success: 'day' },
    },
    day: {
      template: 'var_date',
      name: 'Day',
      params: { text: 'On which day? Write it as 2026/12/24.', destination: 'day' },
      at: [1600, 0],
      to: { $success: 'booked' },
    },
    booked: {
      template: 'chat',
      name: 'Booked',
      params: { text: 'A table for @{guests} on @{day}. See you then, @{name}!' },
      at: [1920, 0],
    },
    bye: { template: 'chat', name: 'Goodbye', params: { text: 'Come by whenever you like!' }, at: [960, 400] },
  };

  const hidden = { id: 'hidden', template: 'hidden', params: {}, top: 0, left: -320 };
  const nodes = Object.entries(blocks).map(([id, { template, name, params, at }]) => {
    const [left, top] = at;
    return [id, { id, template, name, params: { version: 3, ...params }, top, left }];
  });
  const connections = Object.entries(blocks).flatMap(([sourcePath, { to = {} }]) =>
    Object.entries(to).map(([type, targetPath]) => {
      const id = `${sourcePath}.${type}--${targetPath}`;
      return [id, { id, type, sourcePath, targetPath }];
    }),
  );
  return { nodes: { hidden, ...Object.fromEntries(nodes) }, connections: Object.fromEntries(connections) };
}

/** The demo bots of a first start, and the console's examples. @spec SV55 */
export const exampleBots: readonly ExampleBot[] = [
  {
    name: 'book-a-table',
    title: 'Book a table',
    description: 'Buttons, questions whose answers are stored, and a reply that uses them. For a page of your own.',
    channelFamily: 'native',
    diagram: bookATable('welcome'),
  },
  {
    name: 'book-a-table-by-messenger',
    title: 'Book a table by messenger',
    description: 'The same for an outside messenger that is connected by APIchat.',
    channelFamily: 'apichat',
    diagram: bookATable('bot_start'),
  },
];

import type { BlockSketch } from './diagrams.ts';

export interface BotSketch {
  readonly family?: string;
  readonly blocks: Readonly<Record<string, BlockSketch>>;
  readonly connections?: readonly string[];
}

/** Asks for a name, then offers two buttons. */
export const askAndOffer: BotSketch = {
  blocks: {
    start: ['ask_question', { text: 'Your name?', destination: 'who' }],
    menu: [
      'buttons',
      {
        text: 'Hello @{who}, what can I do?',
        destination: 'wish',
        buttons: [
          { id: 'book', label: 'Book a table' },
          { id: 'hours', label: 'Opening hours' },
        ],
      },
    ],
  },
  connections: ['start.$success--menu', 'menu.$book--menu', 'menu.$hours--menu'],
};

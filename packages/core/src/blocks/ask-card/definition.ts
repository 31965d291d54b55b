import { wordsCheck } from '../../domain/blocks/choice-words.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { choiceMembers, withShownEntries } from '../../domain/blocks/shown-entries.ts';

const written = defineQuestion({
  isTyped: false,
  name: 'ask_card',
  template: 'cards',
  title: 'Ask for a card',
  description: 'Offers cards with pictures, and goes on by the one that was chosen.',
  offers: { param: 'cards', label: 'title' },
  urls: ['cards/image', 'cards/url'],
  params: [
    param('cards', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: 10 },
      description: `List of {id, title, text?, image?, label?, url?, words?, show?}. The output of a card is $ and its id. image and url are addresses: url opens when the card is chosen. label is the label of its button. ${choiceMembers}`,
    }),
  ],
  outputs: [],
  outputDerivations: [{ param: 'cards', each: 'id', prefix: '$' }],
  check: checks(
    entriesCheck('cards', {
      id: 'text',
      title: 'string',
      'text?': 'string',
      'image?': 'string',
      'label?': 'string',
      'url?': 'string',
    }),
    wordsCheck('cards'),
  ),
});

export const askCard = withShownEntries(written, 'cards');

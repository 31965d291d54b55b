import { withListSource } from '../../domain/blocks/choice-source.ts';
import { wordsCheck } from '../../domain/blocks/choice-words.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { choiceMembers, withShownEntries } from '../../domain/blocks/shown-entries.ts';

const written = defineQuestion({
  isTyped: false,
  name: 'ask_choices',
  template: 'var_choices',
  title: 'Ask for choices',
  description: 'Asks to choose any number of several choices, and keeps the list of them.',
  canBeWelcome: true,
  savesText: false,
  offers: { param: 'choices', label: 'label' },
  ranges: [['min', 'max']],
  params: [
    param('choices', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: 50 },
      description: `List of {id, label, value?, words?, show?}. value is saved in place of the label. ${choiceMembers}`,
    }),
    param('min', 'integer', {
      default: 1,
      rules: { min: 0 },
      description: 'Least number of choices, or all that are offered if they are fewer.',
    }),
    param('max', 'integer', { rules: { min: 1 }, description: 'Greatest number of choices. Default: any.' }),
    param('doneLabel', 'string', {
      isTestable: false,
      description: 'Label of the button that sends the choices. @{name} inserts a Field.',
    }),
  ],
  check: checks(entriesCheck('choices', { id: 'text', label: 'string' }), wordsCheck('choices')),
});

export const askChoices = withListSource(withShownEntries(written, 'choices'), {
  param: 'choices',
  outputs: ['$success'],
});

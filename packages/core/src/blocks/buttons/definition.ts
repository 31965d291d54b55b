import { withListSource } from '../../domain/blocks/choice-source.ts';
import { wordsCheck } from '../../domain/blocks/choice-words.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { choiceMembers, withShownEntries } from '../../domain/blocks/shown-entries.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';

const written = defineQuestion({
  name: 'buttons',
  template: 'buttons',
  title: 'Buttons',
  description: 'Offers buttons, and goes on by the one that was pressed.',
  canBeWelcome: true,
  isTyped: false,
  savesText,
  offers: { param: 'buttons', label: 'label' },
  params: [
    param('buttons', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: 20 },
      description: `List of {id, label, value?, words?, show?}. The output of a button is $ and its id. value is saved in place of the label. ${choiceMembers}`,
    }),
  ],
  outputs: [],
  outputDerivations: [{ param: 'buttons', each: 'id', prefix: '$' }],
  check: checks(entriesCheck('buttons', { id: 'text', label: 'string' }), wordsCheck('buttons')),
});

export const buttons = withListSource(withShownEntries(written, 'buttons'), {
  param: 'buttons',
  params: [
    param('moreLabel', 'string', {
      default: '…',
      description: 'Label of the button that shows the next 20 entries. @{name} inserts a Field.',
    }),
  ],
  outputs: ['$item'],
});

/** A value of a button, or an entry of a list, may be a number. */
function savesText(params: JsonObject): boolean {
  if (ownMember(params, 'source') === 'list') return false;
  const entries = ownMember(params, 'buttons');
  return !isJsonList(entries) || !entries.some((entry) => isJsonObject(entry) && Object.hasOwn(entry, 'value'));
}

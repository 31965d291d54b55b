import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';
import { checkVariations, variationsParam } from '../../domain/blocks/variations.ts';
import { ownMember } from '../../domain/json/json-value.ts';
import { isEmpty } from '../../domain/rules/params/param-tests.ts';

export const opening = describeOneShape({
  name: 'opening',
  template: 'opening',
  title: 'Opening',
  description: 'Begins the conversation: says something, if it has a text, and goes on.',
  group: 'messages',
  canBeWelcome: true,
  mayEnd: true,
  saysNothing: (params) => ['text', 'variations'].every((name) => isEmpty(ownMember(params, name) ?? '')),
  texts: ['text', 'variations'],
  params: [
    param('text', 'string', { description: 'What the visitor reads first. @{name} inserts a Field.' }),
    variationsParam,
    formatParam,
  ],
  check: checkVariations,
  outputs: ['$success'],
});

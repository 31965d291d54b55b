import { foldText } from '../../fold-text.ts';
import { paramOf, readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI22 */
export const formatNotShown = lint('format-not-shown', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const answerForms = kind?.definition.answerForms;
    if (answerForms === undefined) continue;
    for (const block of blocks) {
      const forms = answerForms(readableParams(block));
      const text = paramOf(block, 'text');
      const [first] = forms;
      if (first === undefined || typeof text !== 'string') continue;
      const isShown = forms.some(
        ({ shown, example }) => foldText(text).includes(foldText(shown)) || example.test(text),
      );
      if (!isShown) report(block, describe, first.shown);
    }
  }
});

function describe(block: Block, shown: string): Finding {
  return {
    message: `Block ${excerpt(block.key)} accepts dates as ${shown}, but its text does not say so.`,
    param: 'text',
    at: ['params', 'text'],
    hint: `Add the form or an example to the text: "(${shown})".`,
  };
}

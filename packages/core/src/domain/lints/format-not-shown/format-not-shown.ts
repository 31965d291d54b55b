import { foldText } from '../../fold-text.ts';
import { ownMember } from '../../json/json-value.ts';
import { readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'format-not-shown';

/** @spec LI22 */
export const formatNotShown: Lint = {
  id,
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      const answerForms = kind?.definition.answerForms;
      if (answerForms === undefined) continue;
      for (const block of blocks) {
        const forms = answerForms(readableParams(block));
        const text = ownMember(block.node.params, 'text');
        const [first] = forms;
        if (first === undefined || typeof text !== 'string') continue;
        const isShown = forms.some(
          ({ shown, example }) => foldText(text).includes(foldText(shown)) || example.test(text),
        );
        if (!isShown) report({ code: id, on: block, describe, subject: { block, shown: first.shown } });
      }
    }
  },
};

function describe({ block, shown }: { readonly block: Block; readonly shown: string }): Finding {
  return {
    message: `Block ${excerpt(block.key)} accepts dates as ${shown}, but its text does not say so.`,
    param: 'text',
    at: ['params', 'text'],
    hint: `Add the form or an example to the text: "(${shown})".`,
  };
}

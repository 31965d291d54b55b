import { type JsonObject, ownMember } from '../json/json-value.ts';
import type { ParamDefinition } from './block-definition.ts';
import { param } from './describe-block.ts';

/** The format of the texts that a block says. @spec RX11 */
export const formatParam = describeFormat('format');

/** The same for a block whose `format` is the form of its answers. */
export const textFormatParam = describeFormat('textFormat');

function describeFormat(name: string): ParamDefinition {
  return param(name, 'string', {
    default: 'plain',
    isDefaultWritten: false,
    isTestable: false,
    rules: { enum: ['plain', 'markdown'] },
    description: 'How texts are shown: as written, or with **strong**, *emphasis*, links and lists of Markdown.',
  });
}

/** Whether the texts of a block are Markdown. */
export function isMarkdown(params: JsonObject): boolean {
  return [formatParam, textFormatParam].some(({ name }) => ownMember(params, name) === 'markdown');
}

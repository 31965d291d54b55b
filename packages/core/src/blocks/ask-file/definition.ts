import type { BlockProblem } from '../../domain/blocks/block-definition.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { isJsonList, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { mediaTypes } from '../../domain/message/message.ts';

export const defaultDoneLabel = 'Done';
export const mostKinds = 20;

export const askFile = defineQuestion({
  name: 'ask_file',
  template: 'var_file',
  title: 'Ask for a file',
  description: 'Asks the visitor to send a file, or several.',
  takesFiles: true,
  params: [
    param('accept', 'array', {
      rules: { maxItems: mostKinds },
      description:
        'Kinds of file that are taken: image, video, audio, document, or MIME types such as application/pdf. Without it, every file.',
    }),
    param('maxBytes', 'integer', {
      isTestable: false,
      rules: { min: 1 },
      description: 'Most bytes of a file that is uploaded in the web chat; at most the limit of the server.',
    }),
    param('several', 'boolean', {
      default: false,
      description: 'Whether the visitor may send several files. The Field is then a list of their addresses.',
    }),
    param('doneLabel', 'string', {
      default: defaultDoneLabel,
      rules: { nonEmpty: true, maxLength: 40 },
      readWhen: { param: 'several', values: [true] },
      description: 'The button, or the word, with which the visitor ends the files.',
    }),
  ],
  check: checkAccept,
});

const mimeType = /^[a-z]+\/[a-z\d.+-]+$/;

/** Whether an entry of `accept` is a kind of file. */
export function isFileKind(entry: unknown): entry is string {
  if (typeof entry !== 'string' || entry.length > 127) return false;
  return mediaTypes.some((each) => each === entry) || mimeType.test(entry);
}

/** @spec FS1 */
function checkAccept(params: JsonObject): readonly BlockProblem[] {
  const accept = ownMember(params, 'accept');
  if (!isJsonList(accept)) return [];
  return accept.slice(0, mostKinds).flatMap((entry, index) => {
    if (isFileKind(entry)) return [];
    const expected = `should be one of ${mediaTypes.join(', ')}, or a MIME type such as application/pdf`;
    const code = typeof entry === 'string' ? 'param_enum' : 'param_type';
    return [{ code, message: `entry ${index + 1} of "accept" ${expected}.`, param: 'accept', at: [index] }];
  });
}

import type { MediaMessage } from '../../domain/conversation/messages.ts';
import { mediaTypeOf } from '../../domain/message/file-type.ts';
import { mediaTypes } from '../../domain/message/message.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { textParam, wordsParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';
import { fillUrl } from '../../runner/text/fill-url.ts';

/** @spec RN36, RN37 */
export const sendMedia: BlockBehaviour = {
  block: 'send_media',
  enter: (context) => leave('$success', { messages: mediaMessages(context) }),
};

function mediaMessages(context: ExecutionContext): readonly MediaMessage[] {
  const url = fillUrl(textParam(context.params, 'url'), context.fields, context.budget);
  if (url === undefined) return [];
  const said = textParam(context.params, 'media_type');
  const declaredType = mediaTypes.find((type) => type === said);
  const { body: caption, rich } = wordsParam(context, 'caption');
  const markup = caption === '' || rich === undefined ? {} : { rich };
  return [{ type: mediaTypeOf(url), url, caption, ...markup, ...(declaredType === undefined ? {} : { declaredType }) }];
}

import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { filledParam, textParam } from '../behaviour/param.ts';
import { mediaTypeOf } from '../message/media-type.ts';
import { type MediaMessage, mediaTypes } from '../message/message.ts';
import { fillUrl } from '../text/fill-url.ts';

/** @spec RN36, RN37 */
export const sendMedia: BlockBehaviour = {
  block: 'send_media',
  enter: (visit) => leave('$success', { messages: mediaMessages(visit) }),
};

function mediaMessages(visit: Visit): readonly MediaMessage[] {
  const url = fillUrl(textParam(visit.params, 'url'), visit.fields, visit.work);
  if (url === undefined) return [];
  const said = textParam(visit.params, 'media_type');
  const declaredType = mediaTypes.find((type) => type === said);
  const caption = filledParam(visit, 'caption');
  return [{ type: mediaTypeOf(url), url, caption, ...(declaredType === undefined ? {} : { declaredType }) }];
}

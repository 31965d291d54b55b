import type { MediaMessage } from '../../domain/conversation/messages.ts';
import { ownMember } from '../../domain/json/json-value.ts';
import { mediaTypeOf, mediaTypes } from '../../domain/message/message.ts';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { filledParam, spokenParam, textParam } from '../behaviour/params.ts';
import { failWith, leave } from '../behaviour/transition.ts';
import { fillUrl } from '../text/fill-url.ts';

/** @spec RN22 */
const hidden: BlockBehaviour = {
  block: 'hidden',
  enter: () => ({ next: { kind: 'begin' } }),
};

/** @spec RN35 */
const sendText: BlockBehaviour = {
  block: 'send_text',
  enter: (context) => leave('$success', { messages: spokenParam(context, 'text') }),
};

/** @spec RN36, RN37 */
const sendMedia: BlockBehaviour = {
  block: 'send_media',
  enter: (context) => leave('$success', { messages: mediaMessages(context) }),
};

function mediaMessages(context: ExecutionContext): readonly MediaMessage[] {
  const url = fillUrl(textParam(context.params, 'url'), context.fields, context.budget);
  if (url === undefined) return [];
  const said = textParam(context.params, 'media_type');
  const declaredType = mediaTypes.find((type) => type === said);
  const caption = filledParam(context, 'caption');
  return [{ type: mediaTypeOf(url), url, caption, ...(declaredType === undefined ? {} : { declaredType }) }];
}

/** @spec RN27 */
const closeChat: BlockBehaviour = {
  block: 'close_chat',
  enter: (context) => ({ messages: spokenParam(context, 'text'), next: { kind: 'close' } }),
};

/** @spec RN111 */
const humanTakeover: BlockBehaviour = {
  block: 'human_takeover',
  enter: (context) => ({ messages: spokenParam(context, 'text'), next: { kind: 'hand_over' } }),
};

/** @spec RN112 */
const botLink: BlockBehaviour = {
  block: 'bot_link',
  enter: ({ params }) => {
    const bot = ownMember(params, 'bot');
    if (typeof bot !== 'number' || !Number.isSafeInteger(bot)) {
      return failWith('param_unusable', 'The jump names no bot by its number.');
    }
    const node = textParam(params, 'node').trim();
    return { next: { kind: 'jump', bot, ...(node === '' ? {} : { node }) } };
  },
};

/** Blocks that say something, and blocks that lead the conversation elsewhere. */
export const flow: readonly BlockBehaviour[] = [hidden, sendText, sendMedia, closeChat, humanTakeover, botLink];

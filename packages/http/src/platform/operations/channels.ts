import * as v from 'valibot';
import { shown } from '../../schemas/marks.ts';
import { encodeChannel } from '../codecs/channel-codec.ts';
import { replyList, replyOne } from '../codecs/envelope-codec.ts';
import { channelSchema } from '../schemas/channel-schema.ts';
import { listUnder, oneUnder, sliceQuery } from '../schemas/envelope.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

/** @spec PL4, PL9, PL10, PL11 */
export const listChannels = definePlatformOperation({
  id: 'listChannels',
  method: 'GET',
  path: '/channels/',
  tag: 'Channels',
  summary: 'List channels',
  query: {
    type: { kind: 'string', schema: shown(v.string(), 'Only channels of this type.') },
    active: { kind: 'boolean', schema: shown(v.boolean(), 'Only those that take messages, or that do not.') },
    ...sliceQuery,
  },
  success: { status: 200, description: 'Channels by ascending id.', schema: listUnder('channels', channelSchema) },
  errors: [],
  work: ({ channels }, { query }) => channels.list(query),
  encode: (slice) => replyList('channels', slice, encodeChannel),
});

/** @spec PL10 */
export const getChannel = definePlatformOperation({
  id: 'getChannel',
  method: 'GET',
  path: '/channels/{channel_id}/',
  tag: 'Channels',
  summary: 'Read a channel',
  isDecidedHere: true,
  success: { status: 200, description: 'The channel.', schema: oneUnder('channel', channelSchema) },
  errors: ['channel_not_found'],
  work: ({ channels }, { params }) => channels.get(numberIn(params.channel_id)),
  encode: (channel) => replyOne(200, 'channel', encodeChannel(channel)),
});

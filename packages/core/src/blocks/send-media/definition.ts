import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';

export const sendMedia = describeOneShape({
  name: 'send_media',
  template: 'media',
  title: 'Send media',
  description: 'Shows an image, a video, a sound or a document, and goes on.',
  group: 'messages',
  mayEnd: true,
  urls: ['url'],
  texts: ['caption'],
  params: [
    param('url', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'Address of the file. @{name} inserts a Field, percent-encoded.',
    }),
    param('media_type', 'string', {
      required: true,
      rules: { enum: ['image', 'video', 'audio', 'document'] },
      description: 'What the file is.',
    }),
    param('caption', 'string', { description: 'Text that goes with the file. @{name} inserts a Field.' }),
    formatParam,
  ],
  outputs: ['$success'],
});

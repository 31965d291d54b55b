import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';

export const openUrl = describeOneShape({
  name: 'open_url',
  template: 'open_url',
  title: 'Open a page',
  description: 'Offers a web page to open, and goes on.',
  group: 'messages',
  mayEnd: true,
  urls: ['url'],
  opens: ['url'],
  params: [
    param('url', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'Address of the page. @{name} inserts a Field, percent-encoded.',
    }),
    param('text', 'string', { description: 'Label of the button; the address if empty. @{name} inserts a Field.' }),
    param('target', 'string', {
      isTestable: false,
      default: 'new',
      rules: { enum: ['new', 'same'] },
      description: 'new opens another tab, same leaves the chat page.',
    }),
  ],
  outputs: ['$success'],
});

import { expect, it } from 'vitest';
import type { ChannelCapabilities } from '../../src/domain/channel.ts';
import type { BotMessage } from '../../src/domain/conversation/messages.ts';
import { conversationRunner, defineBlock, leave } from '../../src/runner/index.ts';
import { diagramOf } from './diagram-of.ts';
import { talkToBlock } from './one-block.ts';
import { seen, talkTo } from './talk.ts';

const buttons = ['Tea', 'Coffee with milk', 'Water'].map((label, at) => ({ id: `b${at}`, label }));
const few = { buttons: { most: 2 } };

it.for<readonly [ChannelCapabilities, string]>([
  [{}, 'Drink? [Tea|Coffee with milk|Water]'],
  [{ buttons: {} }, 'Drink? [Tea|Coffee with milk|Water]'],
  [{ buttons: { most: 3, label: 16 } }, 'Drink? [Tea|Coffee with milk|Water]'],
  [few, 'Drink?\n1. Tea\n2. Coffee with milk\n3. Water'],
  [{ buttons: { label: 15 } }, 'Drink?\n1. Tea\n2. Coffee with milk\n3. Water'],
])('[CX3] a family that can show %j shows the dialog as %j', ([can, shown]) => {
  expect(seen(talkToBlock('buttons', { text: 'Drink?', buttons }, { can }).start())).toEqual([shown]);
});

it('[CX3] the length of a label is counted in code points', () => {
  const flags = [{ id: 'a', label: '😀'.repeat(5) }];
  const shownWith = (label: number) =>
    seen(talkToBlock('buttons', { text: '?', buttons: flags }, { can: { buttons: { label } } }).start())[0];
  expect([shownWith(5), shownWith(4)]).toEqual(['? [😀😀😀😀😀]', '?\n1. 😀😀😀😀😀']);
});

it.for(['2', 'coffee with milk', '(2)'])('[CX3] it is answered by %j', (typed) => {
  const talk = talkToBlock('buttons', { text: 'Drink?', buttons }, { can: few });
  talk.start();
  expect(seen(talk.say('3.5'))).toEqual(['Drink?\n1. Tea\n2. Coffee with milk\n3. Water']);
  expect(seen(talk.say(typed))).toEqual(['$b1']);
});

it('[CX3] the question for feedback is such a dialog', () => {
  const feedback = {
    enabled: true,
    question: 'Well?',
    positiveLabel: 'Very good',
    negativeLabel: 'Bad',
    commentQuestion: '',
    thanks: 'Thanks',
  };
  const talk = talkTo(diagramOf({ welcome: ['close_chat', {}] }), { feedback, can: { buttons: { label: 5 } } });
  expect(seen(talk.start())).toEqual(['Well?\n1. Very good\n2. Bad']);
  expect(seen(talk.say('1'))).toEqual(['Thanks']);
});

it('[CX3][CX4] a dialog with a picture becomes the picture with the lines; a block knows what can be shown', () => {
  const picture: BotMessage = {
    type: 'media_dialog',
    url: 'https://example.org/a.mp4',
    mediaType: 'image',
    buttons: ['A', 'B', 'C'],
    payloads: ['a', 'b', 'c'],
  };
  const show = defineBlock({
    definition: {
      name: 'show',
      template: 'acme_show',
      title: 'Show',
      description: 'Shows a picture.',
      group: 'acme',
      variants: [{ params: [], outputs: ['$success'] }],
    },
    behaviour: {
      enter: ({ can }) => leave('$success', { messages: [picture, { type: 'text', body: JSON.stringify(can) }] }),
    },
  });
  const runner = conversationRunner({ blocks: [show] });
  const diagram = diagramOf({ welcome: ['acme_show'] });
  expect(talkTo(diagram, { runner, can: few }).start().messages).toEqual([
    { type: 'video', url: picture.url, caption: '1. A\n2. B\n3. C', declaredType: 'image' },
    { type: 'text', body: '{"buttons":{"most":2}}' },
  ]);
});

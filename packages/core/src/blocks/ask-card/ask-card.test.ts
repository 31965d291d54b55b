import { describe, expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../test/lint-fixture.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

const image = 'https://example.org/a.png';

const cards: readonly JsonObject[] = [
  { id: 'sea', title: 'The @{what}', text: 'With a view', image, label: 'Take it', url: 'https://example.org/@{what}' },
  { id: 'hill', title: 'The hill', image: 'no address', words: ['mountain'] },
  { id: 'wood', title: 'The wood', text: 'Quiet' },
  { id: 'hidden', title: 'Hidden', show: { conditions: [{ field: 'what', operator: 'is', value: 'lake' }] } },
];
const fields = { what: { type: 'string', value: 'sea' } } as const;
const params: JsonObject = { text: 'Which?', destination: 'room', cards };
/** On a family that shows texts, media and buttons only, unless this says otherwise. */
const talkTo = (changes: JsonObject = {}, can: ChannelCapabilities = {}) =>
  talkToBlock('ask_card', { ...params, ...changes }, { fields, can });

describe('ask_card', () => {
  it('[CX19] is a dialog of titles on native, and says what the cards show', () => {
    const talk = talkTo({}, { cards: true });
    const step = talk.start();
    expect(step.messages).toEqual([
      {
        type: 'dialog',
        title: 'Which?',
        buttons: ['The sea', 'The hill', 'The wood'],
        payloads: ['$sea', '$hill', '$wood'],
      },
    ]);
    expect(talk.expects()).toEqual({
      kind: 'choice',
      choices: [
        {
          payload: '$sea',
          label: 'The sea',
          text: 'With a view',
          image,
          url: 'https://example.org/sea',
          action: 'Take it',
        },
        { payload: '$hill', label: 'The hill' },
        { payload: '$wood', label: 'The wood', text: 'Quiet' },
      ],
    });
  });

  it('[CX20] is pictures and a dialog elsewhere; after a wrong answer the dialog alone', () => {
    const talk = talkTo();
    const dialog = 'Which? [The sea|The hill|The wood]';
    const step = talk.start();
    expect(step.messages.slice(0, 2)).toEqual([
      {
        type: 'image',
        url: image,
        caption: '1. The sea — With a view\nhttps://example.org/sea',
        declaredType: 'image',
      },
      { type: 'text', body: '3. The wood — Quiet' },
    ]);
    expect(seen(step).slice(2)).toEqual([dialog]);
    expect(seen(talk.say('the lake'))).toEqual([dialog]);
  });

  it('[CX20] one card with a picture is a text and a dialog with the picture', () => {
    const step = talkTo({ cards: cards.slice(0, 1) }).start();
    expect(step.messages).toEqual([
      { type: 'text', body: 'Which?\nWith a view\nhttps://example.org/sea' },
      { type: 'media_dialog', url: image, mediaType: 'image', buttons: ['The sea'], payloads: ['$sea'] },
    ]);
    expect(seen(talkTo({ cards: cards.slice(1, 2) }).start())).toEqual(['Which? [The hill]']);
  });

  it.for([
    ['2', '$hill', 'The hill'],
    ['the SEA', '$sea', 'The sea'],
    ['mountain', '$hill', 'The hill'],
  ] as const)('[CX19][CX9] %j leaves by %s and saves the title', ([typed, output, title]) => {
    const talk = talkTo();
    talk.start();
    expect([seen(talk.say(typed)), talk.fields()['room']]).toEqual([[output], { type: 'string', value: title }]);
  });

  it('[RN68][CX6] without a card ends with an error', () => {
    expect(seen(talkTo({ cards: cards.slice(3) }).start())).toEqual(['(param_unusable)']);
  });
});

it.for<readonly [JsonObject, readonly string[]]>([
  [{ id: 'a', title: '' }, []],
  [{ id: 'a' }, ['param_required 0']],
  [{ id: 'a', title: 'A', image: 7 }, ['param_type 0/image']],
  [{ id: 'a', title: 'A', label: null }, ['param_type 0/label']],
])('[BL15] the card %j breaks %j', ([card, problems]) => {
  const broken = violationsOf(greeted([node('a', 'cards', { text: '?', cards: [card] })]));
  expect(broken.map(({ code, pointer }) => `${code} ${pointer.replace('/nodes/a/params/cards/', '')}`)).toEqual(
    problems,
  );
});

it('[LI15][LI20] lints look at titles and addresses of cards, not at the labels of their buttons', () => {
  const diagram = greeted([
    node('a', 'cards', {
      text: '?',
      cards: [
        { id: 'a', title: 'A', label: 'Buy', url: 'https://example.org' },
        { id: 'b', title: ' a', label: 'Buy', url: 'example.org', image: '@{picture}' },
      ],
    }),
  ]);
  expect(pointersOf('duplicate-button-label', diagram)).toEqual(['/nodes/a/params/cards/1/title']);
  expect(pointersOf('url-malformed', diagram)).toEqual(['/nodes/a/params/cards/1/url']);
});

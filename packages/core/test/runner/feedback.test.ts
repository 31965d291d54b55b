import { describe, expect, it } from 'vitest';
import type { FeedbackConfiguration } from '../../src/domain/feedback.ts';
import { diagramOf } from './diagram-of.ts';
import { seen, talkTo } from './talk.ts';

const feedback: FeedbackConfiguration = {
  enabled: true,
  question: 'Did we help?',
  positiveLabel: 'Yes',
  negativeLabel: 'No',
  commentQuestion: 'What could be better?',
  thanks: 'Thanks!',
};
const off = { ...feedback, enabled: false };
const closing = diagramOf({ welcome: ['close_chat', { text: 'Bye' }] });
const deadEnd = diagramOf({ welcome: ['send_text', { text: 'Bye' }] });
const ask = { type: 'dialog', title: 'Did we help?', buttons: ['Yes', 'No'], payloads: ['$positive', '$negative'] };

describe('feedback', () => {
  it.for([
    ['close_chat', closing],
    ['a dead end', deadEnd],
  ] as const)('[RN28] is asked for at %s', ([, diagram]) => {
    const step = talkTo(diagram, { feedback }).start();
    expect([step.messages, step.effects, step.state.at]).toEqual([
      [{ type: 'text', body: 'Bye' }, ask],
      [],
      { kind: 'feedback', asked: 'rating' },
    ]);
  });

  it('[RN28] is not asked for when it is off, nor after an error', () => {
    expect(seen(talkTo(closing, { feedback: off }).start())).toEqual(['Bye']);
    expect(seen(talkTo(diagramOf({}), { feedback }).start())).toEqual(['(greeting_missing)']);
  });

  it('[RN28] follows a configuration that changed while the conversation ran', () => {
    const talk = talkTo(diagramOf({ welcome: ['ask_name', { text: 'Name?' }] }), { feedback: off });
    talk.start();
    talk.setFeedback({ ...feedback, question: 'New question?' });
    expect(seen(talk.say('Ada'))).toEqual(['New question? [Yes|No]']);
  });

  it.for([
    ['the button', '$negative', 'negative'],
    ['the label', 'yes', 'positive'],
    ['the number', '2', 'negative'],
  ] as const)('[RN29][RN30] takes a rating by %s, then a comment, thanks and closes', ([, answer, rating]) => {
    const talk = talkTo(closing, { feedback });
    talk.start();
    const rated = answer.startsWith('$') ? talk.press(answer) : talk.say(answer);
    expect([seen(rated), rated.effects]).toEqual([
      ['What could be better?'],
      [{ id: 'talk/2/1', awaited: false, kind: 'feedback', rating }],
    ]);
    const commented = talk.say(' Faster answers ');
    expect([seen(commented), commented.effects, commented.state.at]).toEqual([
      ['Thanks!'],
      [
        { id: 'talk/3/1', awaited: false, kind: 'feedback', rating, comment: 'Faster answers' },
        { id: 'talk/3/2', awaited: false, kind: 'close' },
      ],
      { kind: 'ended', reason: 'closed' },
    ]);
  });

  it('[RN30] a picture is no comment', () => {
    const talk = talkTo(closing, { feedback });
    talk.start();
    talk.press('$positive');
    const step = talk.send({ type: 'image', url: 'https://example.org/a.png' });
    expect([seen(step), step.effects.map(({ kind }) => kind)]).toEqual([['Thanks!'], ['close']]);
  });

  it.for(['', ' \n', '\u200b', '\u3164 ', '\u2800\u2800', '\ufe0f', '\u202a\u0301\u202c', '\u00ad\u115f'])(
    '[RN30][RN135] %j is no comment',
    (written) => {
      const talk = talkTo(closing, { feedback });
      talk.start();
      talk.press('$negative');
      const step = talk.say(written);
      expect([seen(step), step.effects.map(({ kind }) => kind)]).toEqual([['Thanks!'], ['close']]);
    },
  );

  it.for(['\u200b👍', '￣', ' علی\u200cرضا '])('[RN30] %j is a comment, as it was typed', (written) => {
    const talk = talkTo(closing, { feedback });
    talk.start();
    talk.press('$positive');
    expect(talk.say(written).effects[0]).toMatchObject({ kind: 'feedback', comment: written.trim() });
  });

  it('[RN31] blank wording is left out', () => {
    const terse = { ...feedback, commentQuestion: ' \u2060', thanks: '\u3164' };
    const talk = talkTo(closing, { feedback: terse });
    talk.start();
    const step = talk.press('$positive');
    expect([seen(step), step.effects.map(({ kind }) => kind)]).toEqual([[], ['feedback', 'close']]);
    expect(seen(talkTo(closing, { feedback: { ...feedback, question: '\u2800' } }).start())).toEqual(['Bye']);
  });

  it('[RN32] what is no rating is asked once more, then the conversation closes', () => {
    const talk = talkTo(closing, { feedback });
    talk.start();
    const again = talk.say('hm');
    expect([again.messages, again.state.at]).toEqual([[ask], { kind: 'feedback', asked: 'rating_again' }]);
    const closed = talk.say('hm');
    expect([closed.messages, closed.effects.map(({ kind }) => kind), closed.state.at]).toEqual([
      [],
      ['close'],
      { kind: 'ended', reason: 'closed' },
    ]);
  });

  it('[RN33] closes with the next message when it is switched off while it is asked for', () => {
    const talk = talkTo(closing, { feedback });
    talk.start();
    talk.setFeedback(off);
    const step = talk.press('$positive');
    expect([seen(step), step.effects.map(({ kind }) => kind)]).toEqual([[], ['close']]);
  });
});

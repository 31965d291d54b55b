import { describe, expect, it } from 'vitest';
import { type Accepted, answer, type Refused, talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import { sampleAnswers } from '../sample-answers.ts';

describe('ask_rating', () => {
  it.for<Accepted>([
    ['1', 'float', 1],
    ['5', 'float', 5],
    ['3.0', 'float', 3],
    ['٤', 'float', 4],
    ['④', 'float', 4],
    ['(4)', 'float', 4],
    ['10', 'float', 10, { max: 10 }],
    ['0', 'float', 0, { min: 0 }],
    ['1', 'float', 1, { min: 0, max: 2 }],
    ['5', 'float', 5, { min: 'x', max: 11 }],
    ['5', 'float', 5, { max: 2.5 }],
  ])('[CX17] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_rating', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([['0'], ['6'], ['2.5'], ['five'], [''], ['6', { max: 2 }]])(
    '[CX17] refuses %j',
    ([written, params = {}]) => {
      expect(answer('ask_rating', params, written)).toMatch(/^refused/);
    },
  );

  it('[CX17] is a dialog of numbers, one of which can be pressed', () => {
    const talk = talkToBlock('ask_rating', { text: 'Well?', destination: 'x', min: 0, max: 3 });
    expect(seen(talk.start())).toEqual(['Well? [0|1|2|3]']);
    expect(seen(talk.send({ type: 'image', url: 'https://example.org/a.png' }))).toEqual(['Well? [0|1|2|3]']);
    expect(seen(talk.press('0'))).toEqual(['$success']);
    expect(talk.fields()['x']).toEqual({ type: 'float', value: 0 });
  });

  it('[CX18] says on native how the answer is expected', () => {
    const params = { text: 'Well?', icon: 'smiley', lowLabel: 'Bad', highLabel: 'Good, @{x}', max: 3 };
    const talk = talkToBlock('ask_rating', params);
    expect(seen(talk.start())).toEqual(['Well? [1|2|3]']);
    const expected = { kind: 'rating', min: 1, max: 3, icon: 'smiley', lowLabel: 'Bad', highLabel: 'Good, ' };
    expect(talk.expects()).toEqual(expected);
  });

  it.for([
    [{ lowLabel: 'Bad', highLabel: 'Good' }, 'Well?\n1 = Bad, 3 = Good [1|2|3]'],
    [{ highLabel: 'Good' }, 'Well?\n3 = Good [1|2|3]'],
    [{ lowLabel: ' ' }, 'Well? [1|2|3]'],
  ] as const)('[CX18] elsewhere the title ends with the meanings of %j', ([labels, shown]) => {
    const talk = talkToBlock('ask_rating', { text: 'Well?', max: 3, ...labels }, { can: {} });
    expect([seen(talk.start()), talk.expects()]).toEqual([[shown], undefined]);
  });

  it('[TE73] a sample is accepted', () => {
    expect(answer('ask_rating', { max: 7 }, String(sampleAnswers('ask_rating', { max: 7 })[0]))).toEqual(['float', 7]);
  });
});

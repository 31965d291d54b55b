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

describe('[CX3][CX18][EX10] where the family shows too few buttons', () => {
  const exits = [{ id: 'skipped', label: 'Skip' }];
  const can = { buttons: { most: 1 } };

  it.for([
    ['1', 1],
    ['0', 0],
    ['11', undefined],
  ] as const)('a scale from 0 has no numbered lines, and %s is itself', ([typed, value]) => {
    const talk = talkToBlock('ask_rating', { text: 'Well?', min: 0, max: 10, destination: 'x', exits }, { can });
    expect(talk.start().messages).toEqual([{ type: 'text', body: 'Well?\n0–10\nSkip' }]);
    talk.say(typed);
    expect(talk.fields()['x']?.value).toBe(value);
    if (value === undefined) expect(seen(talk.say('skip'))).toEqual(['$skipped']);
  });

  it('a scale from 1 has the numbers of its lines, and the last line skips', () => {
    const talk = talkToBlock('ask_rating', { text: 'Well?', max: 2, exits }, { can });
    expect(talk.start().messages).toEqual([{ type: 'text', body: 'Well?\n1. 1\n2. 2\n3. Skip' }]);
    expect(seen(talk.say('3'))).toEqual(['$skipped']);
  });
});

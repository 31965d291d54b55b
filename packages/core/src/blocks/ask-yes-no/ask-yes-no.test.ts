import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';

describe('ask_yes_no', () => {
  it('[RN34][RN65] offers Yes and No', () => {
    expect(talkToBlock('ask_yes_no', { text: 'Sure?' }).start().messages).toEqual([
      { type: 'dialog', title: 'Sure?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] },
    ]);
  });

  it.for([
    ['$yes', true],
    ['$no', false],
  ] as const)('[RN65][RN66] is left by %s', ([payload, value]) => {
    const talk = talkToBlock('ask_yes_no', { text: 'Sure?', destination: 'sure' });
    talk.start();
    expect([seen(talk.press(payload)), talk.fields()['sure']]).toEqual([[payload], { type: 'boolean', value }]);
  });

  it.for([
    ['yes', '$yes'],
    [' NO ', '$no'],
    ['1', '$yes'],
    ['2', '$no'],
    ['\u202ayes\u202c', '$yes'],
    ['ｎｏ', '$no'],
    ['١', '$yes'],
    ['2️⃣', '$no'],
  ] as const)('[RN66][RN134][RN136] understands %j', ([text, output]) => {
    const talk = talkToBlock('ask_yes_no', { text: 'Sure?' });
    talk.start();
    expect(seen(talk.say(text))).toEqual([output]);
  });

  it.for(['perhaps', '0', '3', '', 'yes!'])('[RN66] offers the dialog again after %j', (text) => {
    const talk = talkToBlock('ask_yes_no', { text: 'Sure?' });
    talk.start();
    expect(seen(talk.say(text))).toEqual(['Sure? [Yes|No]']);
  });
});

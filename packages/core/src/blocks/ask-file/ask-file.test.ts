import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';

describe('ask_file', () => {
  it.for(['image', 'video', 'audio', 'document'] as const)('[RN64] accepts a file sent as %s', (type) => {
    const talk = talkToBlock('ask_file', { text: 'File?', destination: 'file' });
    talk.start();
    talk.send({ type, url: 'https://example.org/f' });
    expect(talk.fields()).toEqual({ file: { type: 'string', value: 'https://example.org/f' } });
  });

  it('[RN64] refuses anything else', () => {
    const talk = talkToBlock('ask_file', { text: 'File?', errorText: 'refused' });
    talk.start();
    const texts = [
      'f.png',
      'see https://example.org/f.png',
      'ftp://example.org/f',
      'file:///etc/passwd',
      'https://',
      ' ',
    ];
    const steps = [...texts.map(talk.say), talk.send({ type: 'location', latitude: 1, longitude: 2 })];
    expect(steps.flatMap(seen)).toEqual(steps.map(() => 'refused'));
  });

  it.for(['https://example.org/f.png', ' http://example.org/a%20b '])('[RN64] accepts the address %j', (text) => {
    const talk = talkToBlock('ask_file', { text: 'File?', destination: 'file' });
    expect(talk.start().state.at).toMatchObject({ expects: { kind: 'file' } });
    talk.say(text);
    expect(talk.fields()).toEqual({ file: { type: 'string', value: text.trim() } });
  });

  it('[RN64] that asks again uses the words of its text', () => {
    const talk = talkToBlock('ask_file', { text: 'Your CV?' });
    talk.start();
    expect(seen(talk.say('here'))).toEqual(['Your CV?']);
  });
});

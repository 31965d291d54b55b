import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import type { VisitorInput } from '../../domain/conversation/messages.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { SampleAnswer } from '../../runner/behaviour/block-behaviour.ts';
import { sampleAnswers } from '../sample-answers.ts';

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

const address = (name: string): string => `https://example.org/${name}`;

describe('ask_file with accept', () => {
  it.for<readonly [accept: readonly unknown[], message: VisitorInput | string, isAccepted: boolean]>([
    [['image'], { type: 'image', url: address('f') }, true],
    [['image'], { type: 'document', url: address('f.JPG?x=1') }, true],
    [['image'], { type: 'document', url: address('f') }, false],
    [['image'], { type: 'document', url: address('f.pdf') }, false],
    [['image', 'audio'], { type: 'video', url: address('f.mp4') }, false],
    [['document'], { type: 'document', url: address('f.xyz') }, true],
    [['document'], { type: 'image', url: address('f.png') }, false],
    [['application/pdf'], { type: 'document', url: address('f.pdf') }, true],
    [['application/pdf'], { type: 'document', url: address('f.txt') }, false],
    [['application/pdf'], { type: 'document', url: address('f') }, true],
    [['application/pdf'], { type: 'image', url: address('f') }, false],
    [['image/png', 'video'], { type: 'image', url: address('f.jpg') }, false],
    [['image/png', 'video'], { type: 'video', url: address('f') }, true],
    [['image'], address('f.png'), true],
    [['image'], address('f.pdf'), false],
    [['image'], address('f'), true],
    [[], address('f.pdf'), true],
    [[7, 'no kind'], address('f.pdf'), true],
  ])('[FS3] %j: %j is accepted: %j', ([accept, message, isAccepted]) => {
    const talk = talkToBlock('ask_file', { text: 'File?', errorText: 'refused', accept: accept as string[] });
    talk.start();
    const step = typeof message === 'string' ? talk.say(message) : talk.send(message);
    expect(seen(step)).toEqual([isAccepted ? '$success' : 'refused']);
  });

  it('[FS2] says in its expectation which kinds and how many bytes it takes', () => {
    const params = { text: 'File?', accept: ['image', 5, 'application/pdf'], maxBytes: 100, several: true };
    const { state } = talkToBlock('ask_file', params).start();
    expect(state.at).toMatchObject({
      expects: {
        kind: 'file',
        accept: ['image', 'application/pdf'],
        max: 100,
        choices: [{ payload: 'done', label: 'Done' }],
      },
    });
  });

  it('[FS1] accept has kinds of file and MIME types', () => {
    const accept = ['image', 'text/csv', 'images', 'image/*', 5];
    const definition = createCatalog().byName('ask_file');
    expect(definition?.check?.({ accept }).map(({ code, at }) => [code, at])).toEqual([
      ['param_enum', [2]],
      ['param_enum', [3]],
      ['param_type', [4]],
    ]);
    expect(definition?.check?.({ accept: 'image' })).toEqual([]);
  });
});

describe('ask_file with several', () => {
  const params = { text: 'Photos?', destination: 'photos', errorText: 'refused', several: true, accept: ['image'] };
  const photo = (name: string): VisitorInput => ({ type: 'image', url: address(name) });

  it('[FS4] collects addresses until the visitor says done', () => {
    const talk = talkToBlock('ask_file', params);
    const steps = [
      talk.start(),
      talk.say('Done'),
      talk.send(photo('a')),
      talk.say('what?'),
      talk.say(address('b.png')),
      talk.say(' dONE '),
    ];
    expect(steps.map(seen)).toEqual([['Photos?'], ['refused'], [], ['refused'], [], ['$success']]);
    expect(talk.fields()).toEqual({ photos: { type: 'array', value: [address('a'), address('b.png')] } });
  });

  it('[FS5] has a button on other families once there is a file', () => {
    const talk = talkToBlock('ask_file', { ...params, doneLabel: 'That is all' }, { channelFamily: 'apichat' });
    const steps = [talk.start('welcome'), talk.send(photo('a')), talk.send(photo('b')), talk.press('done')];
    expect(steps.map(seen)).toEqual([['Photos?'], ['Photos? [That is all]'], ['Photos? [That is all]'], ['$success']]);
    expect(talk.fields()['photos']?.value).toEqual([address('a'), address('b')]);
  });

  it('[FS6] ends with the twentieth file', () => {
    const talk = talkToBlock('ask_file', params);
    talk.start();
    const said = Array.from({ length: 20 }, (_, at) => seen(talk.send(photo(`${at}`))));
    expect(said.flat()).toEqual(['$success']);
    expect(talk.fields()['photos']?.value).toHaveLength(20);
  });

  it.for<readonly [params: JsonObject, sample: SampleAnswer]>([
    [{}, { image: 'https://example.com/picture.png' }],
    [{ accept: ['application/pdf'] }, 'https://example.com/file.pdf'],
    [{ accept: ['audio'] }, 'https://example.com/file.mp3'],
    [{ accept: ['application/x-own'] }, 'https://example.com/file'],
  ])('[TE73] a path through %j begins with the file %j', ([given, sample]) => {
    expect(sampleAnswers('ask_file', { several: true, ...given }).slice(0, 2)).toEqual([sample, 'Done']);
  });
});

it('[FS3][EX10] on families without an upload the buttons end the question and skip it, also after a wrong answer', () => {
  const params = { text: 'Photos?', several: true, doneLabel: 'Done', exits: [{ id: 'skipped', label: 'Skip' }] };
  const bot = diagramOf({ bot_start: ['ask_file', params], skipped: ['send_text', { text: '$skipped' }] }, [
    'bot_start.$skipped--skipped',
  ]);
  const talk = talkTo(bot, { channelFamily: 'apichat', can: {} });
  const buttons = (step: ReturnType<typeof talk.say>) =>
    step.messages.map((message) => ('buttons' in message ? message.buttons : message.type));
  expect(buttons(talk.start())).toEqual([['Skip']]);
  const photo = { type: 'image', url: 'https://example.org/a.png' } as const;
  expect(buttons(talk.send(photo))).toEqual([['Done', 'Skip']]);
  expect(buttons(talk.say('What?'))).toEqual([['Done', 'Skip']]);
  expect(seen(talk.say('2'))).toEqual(['$skipped']);
});

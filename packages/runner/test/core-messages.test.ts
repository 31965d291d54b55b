import {
  type BotMessage,
  type Fields as CoreFields,
  contentOfBotMessage,
  mediaTypeOf as mediaTypeOfCore,
  mediaTypes,
  type VisitorInput,
  visitorInputOf,
} from '@botwright/core';
import fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import type { Fields } from '../src/field/field.ts';
import { mediaTypeOf } from '../src/message/media-type.ts';
import type { Message, VisitorMessage } from '../src/message/message.ts';

it('[MS1][MS5] what a step says can be kept, and what is kept of a customer can be said to a step', () => {
  expectTypeOf<Message>().toExtend<BotMessage>();
  expectTypeOf<VisitorInput>().toExtend<VisitorMessage>();
  expectTypeOf<Fields>().toEqualTypeOf<CoreFields>();

  const said: Message = { type: 'text', body: 'hi' };
  const heard: VisitorMessage | undefined = visitorInputOf(contentOfBotMessage(said));
  expect(heard).toEqual({ type: 'text', text: 'hi' });
});

it('[RN36][MS19] a file is the same to a step and to the payload of its message', () => {
  const extension = fc.constantFrom(
    ...'apng avif bmp gif heic heif jpeg jpg png svg tif tiff webp 3gp avi m4v mkv mov mp4 mpeg mpg ogv webm'.split(
      ' ',
    ),
    ...'aac amr flac m4a mp3 oga ogg opus wav wma pdf zip docx PNG Mp4 constructor __proto__'.split(' '),
    '',
  );
  const found = new Set<string>();
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), extension, (url, end) => {
      for (const address of [url, `${url}.${end}`, `https://example.org/a.${end}`]) {
        const type = mediaTypeOf(address);
        found.add(type);
        expect(mediaTypeOfCore(address)).toBe(type);
      }
    }),
    { seed: 20261121, numRuns: 500 },
  );
  expect(found).toEqual(new Set(mediaTypes));
});

import { expect, it } from 'vitest';
import { mediaTypeOf } from './file-type.ts';

it.for([
  ['https://example.org/a.png', 'image'],
  ['https://example.org/a.b/c.JPEG?x=a.mp4#b.mp3', 'image'],
  ['https://example.org/a.mp4', 'video'],
  ['https://example.org/a.ogg', 'audio'],
  ['https://example.org/a.pdf', 'document'],
  ['https://example.org/a', 'document'],
  ['https://example.png', 'document'],
  ['https://example.org/.png/', 'document'],
  ['https://example.org/a.constructor', 'document'],
  ['a.png', 'image'],
  ['', 'document'],
] as const)('[RN36] %s is sent as %s', ([url, type]) => {
  expect(mediaTypeOf(url)).toBe(type);
});

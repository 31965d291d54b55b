import { expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const keywords = (id: string, ...words: readonly JsonValue[]) => node(id, 'keywords', { words });
const messagesOf = (...blocks: Parameters<typeof greeted>[0]) =>
  violationsOf(greeted(blocks)).map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`));

it('[KW3] a taken word is reported with its first place, once for an entry', () => {
  const [first, second] = [
    keywords('a', { id: 'x', texts: ['Help'] }, { id: 'y', texts: [' help ', 'HELP', 'menu'] }),
    keywords('b', { id: 'z', texts: ['sos', 'menu', 'ｈｅｌｐ'] }, { id: 'w', texts: ['SOS'] }),
  ];
  expect(messagesOf(first, second)).toEqual([
    'Block "a": entry 2 of "words" has the word " help ", which entry 1 has too.',
    'Block "b": entry 1 of "words" has the word "menu", which entry 2 of block "a" has too.',
    'Block "b": entry 2 of "words" has the word "SOS", which entry 1 has too.',
  ]);
});

it('[KW3] blank words, and words with other matches, are taken by none', () => {
  const blank = { id: 'x', texts: [' ', '\u200b'] };
  const beginning = { id: 'y', texts: ['help'], match: 'starts_with' };
  expect(messagesOf(keywords('a', blank, beginning), keywords('b', { id: 'z', texts: ['help', ' '] }))).toEqual(
    messagesOf(keywords('a', blank, beginning), keywords('b', { id: 'z', texts: ['helps', ' '] })),
  );
});

it('[KW4] a block beyond the tenth says where its words may go', () => {
  const blocks = Array.from({ length: 11 }, (_, nth) => keywords(`k${nth}`, { id: 'x', texts: [`w${nth}`] }));
  expect(messagesOf(...blocks)).toEqual([
    'Block "k10" is one of more than 10 blocks with keywords. Write the words into one of the others.',
  ]);
});

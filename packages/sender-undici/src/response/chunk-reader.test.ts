import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChunkReader } from './chunk-reader.ts';

const line = fc.constantFrom('\n', '\r\n');
const chunk = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', '0', ';', '\r', '\n'), minLength: 1, maxLength: 20 }), line, line)
  .map(([data, afterSize, afterData]) => ({
    sent: `${data.length.toString(16)}${afterSize}${data}${afterData}`,
    plain: `${data.length.toString(16)}\r\n${data}\r\n`,
  }));

it('[SN45] however the bytes of chunks arrive, they become the same', () => {
  fc.assert(
    fc.property(
      fc.array(chunk, { maxLength: 6 }),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }),
      (chunks, cuts) => {
        const sent = Buffer.from(`${chunks.map((each) => each.sent).join('')}0\n\n`, 'latin1');
        const reader = createChunkReader();
        const read: Buffer[] = [];
        for (let at = 0, turn = 0; at < sent.length; turn += 1) {
          const length = 1 + (cuts[turn % cuts.length] ?? 0);
          read.push(reader.read(sent.subarray(at, at + length)));
          at += length;
        }
        expect(Buffer.concat(read).toString('latin1')).toBe(`${chunks.map(({ plain }) => plain).join('')}0\r\n\r\n`);
      },
    ),
    { seed: 20261121 },
  );
});

it('[SN45] what is no chunk stays as it came, from there on', () => {
  const reader = createChunkReader();
  const read = ['2\nab', '\nz', 'z\n1\nc\n', '0\n\n'].map((bytes) => reader.read(Buffer.from(bytes)).toString());
  expect(read).toEqual(['2\r\nab', '\r\n', 'zz\n1\nc\n', '0\n\n']);
});

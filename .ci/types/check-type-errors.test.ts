import { expect, it } from 'vitest';
import { compare, readErrors } from './check-type-errors.ts';

const output = [
  '.ci/types/extracted/test-0.ts(3,5): error TS2322: Type A is no B.',
  '  Because of C.',
  ".ci/types/extracted/test-1.ts(3,5): error TS2322: Another file's.",
  '.ci/types/extracted/test-0.ts(9,1): error TS2304: Cannot find D.',
].join('\n');

it('the check finds sentences that differ, and errors that nobody expects', () => {
  const expected = [
    { line: 3, sentence: 'Because of C.' },
    { line: 5, sentence: 'No such thing.' },
  ];
  expect(compare('a.test-d.ts', expected, readErrors(output, 'test-0.ts'))).toEqual([
    { file: 'a.test-d.ts', line: 5, message: 'The compiler says: nothing' },
    { file: 'a.test-d.ts', line: 9, message: 'Cannot find D.' },
  ]);
});

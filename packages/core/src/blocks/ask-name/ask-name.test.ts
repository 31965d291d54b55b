import { describe, expect, it } from 'vitest';
import { type Accepted, answer } from '../../../test/runner/one-block.ts';

describe('ask_name', () => {
  it.for<Accepted>([
    ['Siân O’Neill–Ŵyn', 'string', 'Siân O’Neill–Ŵyn'],
    ['علی\u200cرضا', 'string', 'علی\u200cرضا'],
    ['Ada', 'string', 'Ada'],
    ['  Ada \n  Lovelace ', 'string', 'Ada Lovelace'],
    ['李', 'string', '李'],
    ["O'Neil 3rd", 'string', "O'Neil 3rd"],
  ])('[RN56] accepts %j', ([written, type, value]) => {
    expect(answer('ask_name', {}, written)).toEqual([type, value]);
  });

  it.for(['123', '?!', '👍', 'x'.repeat(256)])('[RN56] refuses %j', (written) => {
    expect(answer('ask_name', {}, written)).toBe('refused');
  });
});

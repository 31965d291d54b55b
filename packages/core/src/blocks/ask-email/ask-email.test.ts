import { describe, expect, it } from 'vitest';
import { answer } from '../../../test/runner/one-block.ts';

describe('ask_email', () => {
  it.for([
    'ada@example.org',
    'Ada.Lovelace+tag@mail.example.co.uk',
    "o'neil@example.org",
    'müller@bücher.example',
    'a@b.co',
    `${'a'.repeat(64)}@example.org`,
  ])('[RN57] accepts %j', (written) => {
    expect(answer('ask_email', {}, ` ${written} `)).toEqual(['string', written]);
  });

  it.for([
    ['\u200eada@example.org\u200f', 'ada@example.org'],
    ['\u2068ada@\u200bexample.org\u2069', 'ada@example.org'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ada@example.org'],
    ['o’neil@my‑example.org', "o'neil@my-example.org"],
    ['a@भारत.com', 'a@भारत.com'],
    ['ผู้ใช้@เว็บไซต์.ไทย', 'ผู้ใช้@เว็บไซต์.ไทย'],
    ['a@mu\u0308nchen.de', 'a@münchen.de'],
    ['info@ஸ்ரீலங்கா.இலங்கை', 'info@ஸ்ரீலங்கா.இலங்கை'],
    ['用户@例え。テスト', '用户@例え.テスト'],
    ['a@col·lecció.cat', 'a@col·lecció.cat'],
  ] as const)('[RN57][RN134][RN137] accepts %j', ([written, value]) => {
    expect(answer('ask_email', {}, written)).toEqual(['string', value]);
  });

  it.for([
    'a@\u0301a.com',
    'ada@127.0.0.١',
    'ada@0x7f.0x1',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@@example.org',
    'a@b@example.org',
    'ada lovelace@example.org',
    'ada@exam ple.org',
    'ada@-example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    '.ada@example.org',
    'ada.@example.org',
    'a..b@example.org',
    'ada@127.0.0.1',
    'Ada <ada@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a.'.repeat(130)}org`,
    'ada@exa_mple.org',
  ])('[RN57] refuses %j', (written) => {
    expect(answer('ask_email', {}, written)).toBe('refused');
  });
});

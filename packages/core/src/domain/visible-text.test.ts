import { expect, it } from 'vitest';
import { hasVisibleText, visibleText } from './visible-text.ts';

it.for<readonly [what: string, text: string, seen: string]>([
  ['direction marks', '\u202a+34 600\u202c \u200e1\u200f \u2066x\u2069 \u061cy', '+34 600 1 x y'],
  ['zero width', 'a\u200bb\u200cc\u200dd\u2060e\ufefff', 'abcdef'],
  ['soft hyphen, joiners, fillers', 'a\u00adb\u034fc\u115fd\u3164e\uffa0f\u180eg', 'abcdefg'],
  ['control characters', 'a\u0000b\u0007c\u009fd', 'abcd'],
  ['marks that meet once a joiner is gone', 'u\u034f\u0308', 'ü'],
  ['variation selectors and keycaps', '❤\ufe0f ☺\ufe0e 1\ufe0f\u20e3 葛\u{e0100}', '❤ ☺ 1 葛'],
  [
    'tags of a flag, and tags alone',
    '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}a\u{e0061}',
    '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}a',
  ],
  ['white space', ' a\u00a0b\t\tc\r\nd\u2009e\u3000f\u0085g\u2028h\u2800i ', ' a b c d e f g h i '],
  ['dashes', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d', '----------'],
  ['single quotes', '\u2018\u2019\u201b\u02bc\u2032\uff07\u00b4`\u05f3', "'''''''''"],
  ['double quotes', '\u201c\u201d\u201e\u2033\uff02\u05f4', '""""""'],
  ['quotes that point', '«a» »b« ‹c› ›d‹', `"a" "b" 'c' 'd'`],
  ['quotes low, and in corners', '„a“ ‚b‘ 「c」 『d』 ｢e｣ ﹁f﹂ 〝g〟', `"a" 'b' "c" "d" "e" "f" "g"`],
  ['quotes with space in them', '«\u202fOui\u00a0» ou « non », «a « b', '"Oui" ou "non", "a " b'],
  ['quotes in German', '»ja« und »nein«', '"ja" und "nein"'],
  ['full width', 'Ａｄａ＠ｅｘ．ｏｒｇ　／（＋）', 'Ada@ex.org /(+)'],
  ['half width', 'ｶﾞｯｺｳ', 'ガッコウ'],
  ['small forms', '﹫﹪﹢', '@%+'],
  ['ligatures of Arabic', '\ufee3\ufeae\ufea3\ufe92\ufe8e', 'مرحبا'],
  ['other marks', 'a⁄b∕c…', 'a/b/c...'],
  ['nothing to change', 'Ünïcode ÆØ Привет 日本語 한국어', 'Ünïcode ÆØ Привет 日本語 한국어'],
])('[RN134] %s', ([, text, seen]) => {
  expect(visibleText(text)).toBe(seen);
});

it('[RN134] the digits of every script that a number format knows', () => {
  const systems = Intl.supportedValuesOf('numberingSystem').map(
    (system) => new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }),
  );
  const written = systems.map((format) => format.format(9_876_543_210)).filter((text) => /^\p{Nd}+$/u.test(text));
  expect(written.length).toBeGreaterThan(60);
  expect(new Set(written.map(visibleText))).toEqual(new Set(['9876543210']));
});

it('[RN134] is the text of what is seen already', () => {
  for (let code = 0; code <= 0x1_ff_ff; code += 1) {
    const seen = visibleText(String.fromCodePoint(code));
    if (visibleText(seen) !== seen) throw new Error(`U+${code.toString(16)} changes twice`);
  }
});

it('[RN134] marks that follow each other in thousands are not sorted', () => {
  const marked = `a${'\u0301\u0323'.repeat(33)}`;
  expect(visibleText(`${marked}–`)).toBe(`${marked}-`);
});

it.for([
  '\u200b',
  '\u2800',
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u0301',
  ' \ufeff\t',
  '\u{e0041}',
  '\u0000',
  '\ufe0f',
  '\u2800'.repeat(9_000),
  '\u20e3\ufff9\u3000',
])('[RN135] nothing is seen of %j', (text) => {
  expect(hasVisibleText(text)).toBe(false);
});

it.for(['a', '.', '👍', '\u200b1', '\u200b\u0301a', '👨\u200d👩\u200d👧', 'ـ', '￣'])(
  '[RN135] something is seen of %j',
  (text) => {
    expect(hasVisibleText(text)).toBe(true);
  },
);

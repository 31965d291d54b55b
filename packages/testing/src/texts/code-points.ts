/** Characters that are invisible everywhere: controls, characters without width, unusual spaces. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** Visible letters of ASCII that look like no other, with single spaces between them. */
const plainText = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** The most characters named from one text. */
const mostNamed = 5;

/**
 * Names the code points of invisible and ambiguous characters of a text: `U+00A0 after "10"`, `é U+0065 U+0301`.
 *
 * @param other - A text that should be the same. If both look alike, all differences are named.
 * @returns Empty without such characters.
 * @spec TE72
 */
export function codePointsOf(text: string, other?: string): string {
  const areAlike = other !== undefined && looksLike(text, other);
  if (!areAlike && plainText.test(text)) return '';
  const characters = charactersOf(text);
  const isNamed = areAlike ? differing(characters, charactersOf(other)) : hidden;
  const named = characters.flatMap((character, at) =>
    isNamed(character, at, characters.length) ? [nameOf(characters, at)] : [],
  );
  const more = named.length > mostNamed ? [`and ${named.length - mostNamed} more`] : [];
  return [...named.slice(0, mostNamed), ...more].join(', ');
}

/** The same in parentheses after a space, for after the text. */
export function namesAfter(text: string, other?: string): string {
  const names = codePointsOf(text, other);
  return names === '' ? '' : ` (${names})`;
}

/** Whether two different texts look the same. */
export function looksLike(text: string, other: string): boolean {
  if (text === other || (plainText.test(text) && plainText.test(other))) return false;
  return skeletonOf(text) === skeletonOf(other);
}

type IsNamed = (character: string, at: number, count: number) => boolean;

/** Named even without a difference: also a space at an end, and letters with separate marks. */
const hidden: IsNamed = (character, at, count) => {
  if (/^\p{RGI_Emoji}$/v.test(character)) return false;
  if (character === ' ') return at === 0 || at === count - 1;
  return invisible.test(character) || character.normalize('NFC') !== character;
};

/** Compares two texts that look alike: only invisible characters and spaces can be in one of them only. */
function differing(characters: readonly string[], others: readonly string[]): IsNamed {
  const different = new Set<number>();
  let other = 0;
  for (const [at, character] of characters.entries()) {
    if (character === others[other]) {
      other += 1;
      continue;
    }
    different.add(at);
    const shape = skeletonOf(character);
    if (shape === '' && skeletonOf(others[other] ?? 'x') !== '') continue;
    while (shape !== '' && other < others.length && skeletonOf(others[other] as string) === '') other += 1;
    if (character === others[other]) different.delete(at);
    other += 1;
  }
  return (_, at) => different.has(at);
}

/**
 * Splits a text into visible characters. Characters without width count separately, except in emoji, and so does each
 * half of a line end: it may be the only difference.
 */
function charactersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].flatMap(({ segment }) =>
    segment.length === 1 || /^\p{RGI_Emoji}$/v.test(segment)
      ? [segment]
      : segment.split(/(?<=[\r\n\p{Cf}])|(?=[\r\n\p{Cf}])/u),
  );
}

const contextLength = 8;

function nameOf(characters: readonly string[], at: number): string {
  const character = characters[at] as string;
  const units = Array.from(
    character,
    (each) => `U+${(each.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
  if (!/^\p{M}/u.test(character) && character.replace(new RegExp(invisible, 'gu'), '').trim() !== '') {
    return `${character} ${units}`;
  }
  if (at === characters.length - 1) return `${units} at the end`;
  if (at === 0) return `${units} at the start`;
  const before = characters.slice(Math.max(0, at - contextLength), at).join('');
  return `${units} after ${JSON.stringify(before.trimStart() === '' ? before : before.trimStart())}`;
}

/** Letters of other scripts that look like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  // Each word has a Latin letter, and the letters that look like it.
  'aаα bЬ cсϲ dԁ eе gɡ hһ iіι jј oоο pрρ sѕ uυ vν xхχ yуγ AАΑ BВΒ CС EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУΥ ZΖ'
    .split(' ')
    .flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
);

/** The visible part of a text. */
function skeletonOf(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+|\u2800/gu, ' ')
    .replace(new RegExp(invisible, 'gu'), '')
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/[\u2018\u2019\u201a\u201b\u2032`\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033]/g, '"');
  return Array.from(plain, (each) => lookAlikes.get(each) ?? each)
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longer texts are cut first. In UTF-16 units. */
const longestText = 2000;

/**
 * Makes one line of a text of a diagram, without control characters, lone surrogates, and marks that reverse the
 * direction of neighbouring text.
 *
 * @spec PI9
 */
export function plainText(text: string): string {
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Commands that a CI server recognizes in printed output: `##[group]`, `section_start:1700000000:name`. */
const commandMark = /#(?=#)|:(?<=section_(?:start|end):)/g;

/** Writes such commands with character references, for formats that allow them. */
export function withoutCommands(text: string): string {
  return text.replace(commandMark, asReference);
}

export function asReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Whether the first letter of a text is from a right-to-left script. @spec PI10 */
export function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return (
    letter !== undefined &&
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter)
  );
}

/** Estimates the width of a line in system fonts, in units of the font size. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOfCharacter(segment);
  return width;
}

const wide =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff00-\uff60]/u;

function widthOfCharacter(character: string): number {
  if (/^[ -~]/.test(character)) {
    if (/^[ijl|!.,:;'`I]/.test(character)) return 0.34;
    if (/^[ frt()[\]{}/\\-]/.test(character)) return 0.4;
    if (/^[mwMW@%]/.test(character)) return 1;
    return /^[A-Z&]/.test(character) ? 0.74 : 0.63;
  }
  return wide.test(character) ? 1.25 : 0.66;
}

/** Cuts a line wider than `width` between graphemes. @spec PI9 */
export function shortened(text: string, width: number): string {
  let used = 0;
  let fitting = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += widthOfCharacter(segment);
    if (used + 1 <= width) fitting = index + segment.length;
    if (used > width) return `${text.slice(0, fitting).trimEnd()}…`;
  }
  return text;
}

/** Breaks a text into lines between words, and cuts the last line. @spec PI9 */
export function wrapped(text: string, width: number, mostLines: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < mostLines - 1 && widthOf(rest) > width) {
    const cut = fittingLength(rest, width);
    lines.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? lines : [...lines, shortened(rest, width)];
}

function fittingLength(text: string, width: number): number {
  let used = 0;
  let word = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += widthOfCharacter(segment);
    if (used > width) return word > index / 2 ? word : Math.max(index, segment.length);
    if (segment === ' ') word = index;
  }
  return text.length;
}

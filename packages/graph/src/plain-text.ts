const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longer texts are cut before anything else is done with them. In UTF-16 units. */
const longestText = 2000;

/**
 * Makes one line of a text of a diagram: no control characters, no lone surrogates, and nothing that turns the
 * direction of the text around it.
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

/** What makes a command where a CI server reads what is printed: `##[group]`, `section_start:1700000000:name`. */
const commandMark = /#(?=#)|:(?<=section_(?:start|end):)/g;

/** Writes the marks of such commands as references to characters, in a text that may have references. */
export function withoutCommands(text: string): string {
  return text.replace(commandMark, asReference);
}

export function asReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Whether the first letter of a text belongs to a script that is written from right to left. @spec PI10 */
export function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return (
    letter !== undefined &&
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter)
  );
}

/** Estimates the width of a line in the fonts of systems, in units of the size of the font. */
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

/** Cuts a line where it is wider than `width`, between characters as people see them. @spec PI9 */
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

/** Breaks a text into lines between words; the last line is cut where there is more. @spec PI9 */
export function wrapped(text: string, width: number, mostLines: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < mostLines - 1 && widthOf(rest) > width) {
    const cut = lengthThatFits(rest, width);
    lines.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? lines : [...lines, shortened(rest, width)];
}

function lengthThatFits(text: string, width: number): number {
  let used = 0;
  let word = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += widthOfCharacter(segment);
    if (used > width) return word > index / 2 ? word : Math.max(index, segment.length);
    if (segment === ' ') word = index;
  }
  return text.length;
}

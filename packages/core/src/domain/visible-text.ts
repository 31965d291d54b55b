/** Texts with more combining marks in a row are not normalised: sorting marks takes time by their square. */
const maxMarks = 64;
const manyMarks = /\p{M}{65}/u;

/** Only a text with one of these needs more than NFC: letters of common scripts look like nothing else. */
const unusual =
  /[^ -_a-~\xc0-\u02b8\u0370-\u0373\u0375-\u0482\u048a-\u0559\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]| {2}/;

/** A test takes less than a normalization that changes nothing. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Characters that nobody sees: default-ignorable ones (bidirectional controls and variation selectors are among them),
 * control characters, annotation anchors, and the frame around a keycap digit. The tags of a flag, which tell the flag
 * of Wales from a black one, are kept in the first group.
 */
const unseen = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\p{DI}\p{Cc}\ufff9-\ufffb]|\u20e3/gu;

/** Full-width and half-width forms, small and vertical forms, Arabic letters in their drawn forms, dots. */
const drawnForms = /[\u2024-\u2026\ufb50-\ufbff\ufe41-\ufe44\ufe50-\ufe6f\ufe70-\ufefc\uff01-\uffee]+/g;

/** Braille has a blank of its own. */
const spaces = /[\p{White_Space}\u2800]+/gu;

/** The plain characters, and those that look like each of them. */
const lookAlikes: readonly (readonly [plain: string, alike: RegExp])[] = [
  ['-', /^[\p{Dash}\u02d7\u2043\u2796]$/u],
  [
    "'",
    /^[`\u00b4\u02b9\u02bb-\u02bd\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c\ua78b\ua78c]$/u,
  ],
  ['"', /^[\u00ab\u00bb\u02ba\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u2e42\u300c-\u300f\u301d-\u301f]$/u],
  ['/', /^[\u2044\u2215]$/u],
  ['+', /^\u2795$/u],
];

/** Runs of characters that may be replaced. A run is replaced at once, as calls take longer than characters. */
const replaced =
  /[\p{Dash}\p{Nd}`\u00ab\u00b4\u00bb\u02b9-\u02bd\u02ca\u02cb\u02d7\u055a\u05f3\u05f4\u2018-\u201f\u2032\u2033\u2035\u2036\u2039\u203a\u2043\u2044\u2215\u275b-\u275e\u2795\u2796\u2e42\u300c-\u300f\u301d-\u301f\ua78b\ua78c]+/gu;

/** The plain form of each code point that was met: there are some 900 that have one. */
const known = new Map<number, string>();

/**
 * Reads a text as a person sees it. Characters that are not seen are left out, and those that look alike become one:
 * every white space a single space, every dash `-`, quotes of any shape straight ones, full-width forms narrow ones, digits of
 * any script 0 to 9. The text is NFC, except where more than 64 combining marks follow each other.
 *
 * @spec RN134
 */
export function visibleText(text: string): string {
  if (!unusual.test(text)) return asciiAlone.test(text) ? text : text.normalize('NFC');
  const seen = text
    .replace(spaces, ' ')
    .replace(unseen, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(drawnForms, (part) => part.normalize('NFKC'));
  return composed(withoutSpaceInQuotes(seen)).replace(replaced, plainRun);
}

/** The text in NFC, if it has no more than 64 combining marks in a row. */
export function composed(text: string): string {
  return text.length > maxMarks && manyMarks.test(text) ? text : text.normalize('NFC');
}

/** As French writes quotes: `« Oui »`. In German the same signs open and close the other way round, without spaces. */
function withoutSpaceInQuotes(text: string): string {
  return /[«»]/.exec(text)?.[0] === '«' ? text.replace(/« ([^«»]*) »/g, '«$1»') : text;
}

function plainRun(run: string): string {
  let plain = '';
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    let written = known.get(code);
    if (written === undefined) {
      written = plainFormOf(character);
      known.set(code, written);
    }
    plain += written;
  }
  return plain;
}

function plainFormOf(character: string): string {
  const [plain] = lookAlikes.find(([, alike]) => alike.test(character)) ?? [];
  return plain ?? digitOf(character);
}

const digit = /^\p{Nd}$/u;

/** Unicode has the digits of a script in a row from zero to nine; where two rows touch, each has ten. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** A letter, a digit, a sign, a picture: anything but space, marks without a letter, and what nobody sees. */
const character = /[^\p{M}\p{White_Space}\u2800\p{DI}\p{Cc}\ufff9-\ufffb]/u;

/**
 * Whether there is anything to see in a text. Reads up to the first character that is seen.
 *
 * @spec RN135
 */
export function hasVisibleText(text: string): boolean {
  return character.test(text);
}

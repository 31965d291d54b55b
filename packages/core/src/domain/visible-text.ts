/** Texts with more combining marks in a row are not normalised: sorting marks takes quadratic time. */
const maxMarks = 64;
const manyMarks = /\p{M}{65}/u;

/** Only a text with one of these needs more than NFC: letters of common scripts have no lookalikes. */
const unusual =
  /[^ -_a-~\xc0-\u02b8\u0370-\u0373\u0375-\u0482\u048a-\u0559\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]| {2}/;

/** The test is faster than a normalization without changes. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Invisible characters: default-ignorable ones (with bidirectional controls and variation selectors), control
 * characters, annotation anchors, and the frame around a keycap digit. The first group captures the tags of a flag,
 * which distinguish the flag of Wales from a black one and stay.
 */
const invisible = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\p{DI}\p{Cc}\ufff9-\ufffb]|\u20e3/gu;

/** Full-width and half-width forms, small and vertical forms, Arabic letters in their drawn forms, dots. */
const drawnForms = /[\u2024-\u2026\ufb50-\ufbff\ufe41-\ufe44\ufe50-\ufe6f\ufe70-\ufefc\uff01-\uffee]+/g;

/** Braille has its own blank. */
const spaces = /[\p{White_Space}\u2800]+/gu;

/** The plain characters, each with its lookalikes. */
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

/** Runs of replaceable characters. One call replaces a run, because calls take longer than characters. */
const replaced =
  /[\p{Dash}\p{Nd}`\u00ab\u00b4\u00bb\u02b9-\u02bd\u02ca\u02cb\u02d7\u055a\u05f3\u05f4\u2018-\u201f\u2032\u2033\u2035\u2036\u2039\u203a\u2043\u2044\u2215\u275b-\u275e\u2795\u2796\u2e42\u300c-\u300f\u301d-\u301f\ua78b\ua78c]+/gu;

/** A cache of the plain form by code point: about 900 have one. */
const known = new Map<number, string>();

/**
 * Reduces a text to its visible form. Removes invisible characters, and unifies lookalikes: white space becomes a
 * single space, dashes `-`, quotes straight ones, full-width forms narrow ones, digits of any script 0 to 9. The text
 * is NFC, unless more than 64 combining marks follow each other.
 *
 * @spec RN134
 */
export function visibleText(text: string): string {
  if (!unusual.test(text)) return asciiAlone.test(text) ? text : text.normalize('NFC');
  const seen = text
    .replace(spaces, ' ')
    .replace(invisible, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(drawnForms, (part) => part.normalize('NFKC'));
  return composed(withoutSpaceInQuotes(seen)).replace(replaced, plainRun);
}

/** The text in NFC, if it has no more than 64 combining marks in a row. */
export function composed(text: string): string {
  return text.length > maxMarks && manyMarks.test(text) ? text : text.normalize('NFC');
}

/** French quotes: `« Oui »`. German uses the same signs the other way round, without spaces. */
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

/** A letter, a digit, a sign, a picture: everything except space, marks without a letter, and invisible characters. */
const character = /[^\p{M}\p{White_Space}\u2800\p{DI}\p{Cc}\ufff9-\ufffb]/u;

/**
 * Whether a text has visible characters. Reads up to the first one.
 *
 * @spec RN135
 */
export function hasVisibleText(text: string): boolean {
  return character.test(text);
}

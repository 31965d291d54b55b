/**
 * Prices that a step pays for each piece of work, in units of about 50 nanoseconds of an ordinary core at its worst. A
 * character is a UTF-16 unit.
 *
 * @spec RN120, RN121
 */
export const costs = {
  /** Entering a block. */
  block: 100,
  /** A param of a block. */
  param: 20,
  /** A message, or a Field write, of the step: the host's cost of storing it. */
  message: 1_200,
  write: 50,
  /**
   * A byte of a message, or a character of an effect, in addition to writing it: both are stored and sent to several
   * places. The price limits a step to about 256 KiB of output.
   */
  output: 3.6,
  /** An entry of a list, a member of an object. */
  element: 2,
  /** A reference to a Field in a text. */
  reference: 6,
  /** A character that is copied, filled in or compared. */
  character: 0.125,
  /** A character of a text with characters outside ASCII, when the text is made comparable. */
  foldedCharacter: 8,
  /** A character of a visitor's text, for all readers together. */
  readCharacter: 1,
  /** A character that is searched through, or for. */
  searchedCharacter: 0.3,
  /** A character that is written with escapes. */
  encodedCharacter: 0.5,
  /** A character that is read as JSON, or percent-encoded. */
  parsedCharacter: 1.25,
  /** A step of parsing markup. */
  markupStep: 2,
  /** A Field that is copied. */
  field: 6,
  /** A name in a formula that names no Field: it makes an error. */
  missing: 20,
  /** A condition, a choice, a header, a cell. */
  entry: 40,
  /** Trying to read a text in one date format. */
  dateForm: 800,
  /** Trying to read a text in one date format that asks for names. */
  wordedDateForm: 6_000,
  /** Finding the names that a language has for months and days of the week. */
  dateNames: 40_000,
  /** Finding how a language writes dates. */
  dateWriting: 60_000,
  /** A unit of a formula's own budget. */
  formulaUnit: 18,
} as const;

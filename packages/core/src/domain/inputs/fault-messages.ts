/** Messages about a faulty member: one sentence for people, without the member's name. */
export const faultMessages = {
  required: 'It is required.',
  notDescribed: 'It is not described.',
  /** @param closest - The most similar member. */
  notDescribedBut: (closest: string): string => `It is not described. Did you mean ${closest}?`,
  empty: 'It is empty.',
  unstorable: 'It has a character that cannot be stored: U+0000, or half of one.',
  finiteNumber: 'Expected a finite number.',
  integer: 'Expected an integer.',
  object: 'Expected an object.',
  uuid: 'Expected a uuid.',
  address: 'Expected an absolute http or https address without credentials.',
  tokenTaken: 'Another channel or agent has this token.',
  anotherValue: 'Expected another value.',
  /** @spec ER12 */
  oneOf: (values: Iterable<string>): string => `Expected one of ${[...values].join(', ')}.`,
  /** For an object without members. */
  noneOf: (names: readonly string[]): string => `It has none of ${names.join(', ')}.`,
  typed: (type: string): string => `Expected a value of type ${type}.`,
  integerFrom: (min: number, max: number): string =>
    `Expected an integer from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}.`,
  characters: (min: number, max: number): string => `Expected ${min} to ${max} characters.`,
  moreThan: (max: number, nouns: string): string => `It has more than ${max} ${nouns}.`,
} as const;

/** A size, a seed or a shape, which is an argument so that nothing is tuned to one of them. */
export type Option = NumberOption | NumbersOption | WordsOption | TextOption;

export interface NumberOption {
  readonly about: string;
  readonly value: number;
  /** With `--full`. */
  readonly full?: number;
}

export interface NumbersOption {
  readonly about: string;
  readonly values: readonly number[];
  /** With `--full`. */
  readonly full?: readonly number[];
}

export interface WordsOption {
  readonly about: string;
  readonly words: readonly string[];
  /** The words to choose from. Default: `words`. */
  readonly among?: readonly string[];
}

/** Such as a folder. */
export interface TextOption {
  readonly about: string;
  readonly text: string;
}

export type OptionSet = Readonly<Record<string, Option>>;

export type OptionValue = number | string | readonly number[] | readonly string[];

type ValueOf<TOption> = TOption extends { readonly value: number }
  ? number
  : TOption extends { readonly values: readonly number[] }
    ? readonly number[]
    : TOption extends { readonly text: string }
      ? string
      : readonly string[];

export type OptionValues<TOptions extends OptionSet> = { readonly [K in keyof TOptions]: ValueOf<TOptions[K]> };

export class UsageError extends Error {}

/** A word that another benchmark may know. */
export class UnknownWord extends UsageError {}

/**
 * The values of a benchmark's options.
 *
 * @param given - Texts of the command line by name; lists with commas. Options of other benchmarks are ignored.
 * @throws {UsageError}
 */
export function readOptions(
  options: OptionSet,
  given: Readonly<Record<string, unknown>>,
  isFull: boolean,
): Readonly<Record<string, OptionValue>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      optionValue(name, option, given[name] as string | undefined, isFull),
    ]),
  );
}

function optionValue(name: string, option: Option, text: string | undefined, isFull: boolean): OptionValue {
  if ('text' in option) return text ?? option.text;
  if ('words' in option) return text === undefined ? option.words : wordsOf(name, option, text);
  const isOne = 'value' in option;
  if (text === undefined) {
    const usual = isOne ? option.value : option.values;
    return isFull ? (option.full ?? usual) : usual;
  }
  const numbers = text.split(',').map((part) => numberOf(name, part));
  if (!isOne) return numbers;
  if (numbers.length > 1) throw new UsageError(`--${name} takes one number.`);
  return numbers[0] as number;
}

function numberOf(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new UsageError(`--${name} takes whole numbers, not "${text}".`);
  }
  return value;
}

function wordsOf(name: string, { words, among = words }: WordsOption, text: string): readonly string[] {
  const chosen = text.split(',');
  const unknown = chosen.find((word) => !among.includes(word));
  if (unknown !== undefined) throw new UnknownWord(`--${name} takes ${among.join(', ')}, not "${unknown}".`);
  return chosen;
}

/** A text as a literal of CEL. */
export function celText(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => unit);
}

/** A number as a literal of CEL: always a decimal, because whole numbers divide without a rest. */
export function celNumber(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The value of a Field of any name. */
export function celField(name: string): string {
  return `fields[${celText(name)}]`;
}

/** The value of a Field as a text; empty without a value. */
export function celFieldText(name: string): string {
  return `(${celText(name)} in fields ? string(${celField(name)}) : "")`;
}

/** UTF-16 units of an expression; `formula_malformed` refuses longer ones. */
export const longestFormula = 2_000;

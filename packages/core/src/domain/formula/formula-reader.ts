import { formulaFault } from './formula-fault.ts';

/** UTF-16 units of formulas to remember, enough for those of several diagrams. */
const mostRemembered = 524_288;

/** Finds faults of formulas, and remembers the results of recent ones. */
export interface FormulaReader {
  /** See `formulaFault`. @spec RU55, RU56 */
  faultOf(expression: string): string | undefined;
  /** Whether `faultOf` knows the answer without parsing. */
  isKnown(expression: string): boolean;
}

/**
 * Remembers formulas in two generations: when the recent one is full it becomes the older one, and the one before that
 * is forgotten.
 */
export function createFormulaReader(): FormulaReader {
  let recent = new Map<string, string | undefined>();
  let older: ReadonlyMap<string, string | undefined> = new Map();
  let size = 0;

  const remember = (expression: string, fault: string | undefined): void => {
    recent.set(expression, fault);
    size += expression.length + 1;
    if (size <= mostRemembered) return;
    older = recent;
    recent = new Map();
    size = 0;
  };

  return {
    isKnown: (expression) => recent.has(expression) || older.has(expression),
    faultOf(expression) {
      if (recent.has(expression)) return recent.get(expression);
      const fault = older.has(expression) ? older.get(expression) : formulaFault(expression);
      remember(expression, fault);
      return fault;
    },
  };
}

import { formulaFault } from './formula-fault.ts';

/** UTF-16 units of cached formulas, enough for several diagrams. */
const mostRemembered = 524_288;

/** Finds faults of formulas, with a cache of recent ones. */
export interface FormulaReader {
  /** See `formulaFault`. @spec RU55, RU56 */
  faultOf(expression: string): string | undefined;
  /** Whether the cache has the formula. */
  isKnown(expression: string): boolean;
}

/** Caches formulas in two generations: a full recent generation replaces the older one. */
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

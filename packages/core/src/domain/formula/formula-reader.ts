import { formulaFault } from './formula-fault.ts';

/** UTF-16 units of the formulas that are remembered: as much as some diagrams may hold. */
const mostRemembered = 524_288;

/** Tells what is wrong with formulas, each of which is read once while it is in use. */
export interface FormulaReader {
  /** See `formulaFault`. @spec RU55, RU56 */
  faultOf(expression: string): string | undefined;
  /** Whether it is known what is wrong, so that asking costs nothing. */
  isKnown(expression: string): boolean;
}

/** Remembers those used last, within bounds: when a generation is full, the one before it is forgotten. */
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

/** The numeric functions of formulas with the prefix `math.`, such as `math.round(price)`. @spec RN142 */
export const mathFunctions: ReadonlySet<string> = new Set(['round', 'floor', 'ceil', 'abs', 'greatest', 'least']);

/** A call in a parsed formula. */
interface Call {
  readonly function: string;
  readonly target?: { readonly exprKind: { readonly case?: string | undefined; readonly value?: unknown } } | undefined;
}

/** Whether a call is one of `mathFunctions`: then the prefix is a part of the name. */
export function isMathFunction({ function: name, target }: Call): boolean {
  const { exprKind } = target ?? {};
  return (
    exprKind?.case === 'identExpr' &&
    (exprKind.value as { readonly name?: unknown }).name === 'math' &&
    mathFunctions.has(name)
  );
}

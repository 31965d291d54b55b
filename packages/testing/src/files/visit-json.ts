import { type JSONVisitor, type ParseOptions, visit } from 'jsonc-parser';

/** The parser recurses: of a text that is nested too deeply for it, it visits the beginning. */
export function visitJson(text: string, visitor: JSONVisitor, options?: ParseOptions): void {
  try {
    visit(text, visitor, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

import { mathFunctions } from './math-functions.ts';

/**
 * Every bare name of an expression that is not called and does not follow a dot, and every name read from the map
 * `fields`. Some names may not be Fields.
 */
export function namesInFormula(expression: string): readonly string[] {
  const fromMap = [...expression.matchAll(mapMember)].flatMap((match) =>
    match.slice(1).filter((name) => name !== undefined),
  );
  const names = expression.replace(quoted, '""').replace(mathCall, '(').match(bareName) ?? [];
  return [...new Set([...names, ...fromMap])].filter((name) => !['true', 'false', 'null', 'in'].includes(name));
}

/** An unclosed text matches to the end, so that the pattern never backtracks. */
const quoted = /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)/gsu;
const mapMember = /(?<![\w.])fields\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/gu;
const mathCall = new RegExp(`(?<![\\w.])math\\s*\\.\\s*(?:${[...mathFunctions].join('|')})\\s*\\(`, 'gu');
const bareName = /(?<![\w.])[A-Za-z_]\w*\b(?!\s*\()/gu;

import type { Finding } from '../finding.ts';
import { type ParsedSource, parseSource } from '../source/parse-source.ts';
import { listTracked, readText } from '../source/repository.ts';
import { isSyntaxNode, type SyntaxNode } from '../source/walk.ts';

/** Habits of published code that no linter rule covers. */
export function checkHabits(root: string): readonly Finding[] {
  return listTracked(root, 'packages/*.ts')
    .filter((file) => /^packages\/[^/]+\/src\//.test(file) && !/\.test(-d)?\.ts$/.test(file))
    .map((file) => parseSource(file, readText(root, file)))
    .flatMap(checkSource);
}

export function checkSource(source: ParsedSource): readonly Finding[] {
  const body = source.program.body as unknown as readonly SyntaxNode[];
  return body.flatMap((statement) => [...checkReturnTypes(source, statement), ...checkState(source, statement)]);
}

/** Callers read the declaration, not the body: what an exported function answers is written down. */
function checkReturnTypes(source: ParsedSource, statement: SyntaxNode): readonly Finding[] {
  const declared = statement['declaration'];
  if (statement.type !== 'ExportNamedDeclaration' || !isSyntaxNode(declared)) return [];
  return functionsOf(declared)
    .filter(({ definition }) => !isSyntaxNode(definition['returnType']))
    .map(({ name, definition }) => ({
      file: source.file,
      line: source.lineAt(definition.start),
      message: `The exported function ${name} does not say its return type.`,
    }));
}

/** Module-level state would be shared by every engine of the process. */
function checkState(source: ParsedSource, statement: SyntaxNode): readonly Finding[] {
  const declared = isSyntaxNode(statement['declaration']) ? statement['declaration'] : statement;
  if (declared.type !== 'VariableDeclaration' || declared['kind'] === 'const') return [];
  const message = 'State at module level is shared by every engine of the process: keep it in a closure.';
  return [{ file: source.file, line: source.lineAt(declared.start), message }];
}

function functionsOf(declared: SyntaxNode): readonly { readonly name: string; readonly definition: SyntaxNode }[] {
  if (declared.type === 'FunctionDeclaration') return [{ name: nameOf(declared['id']), definition: declared }];
  if (declared.type !== 'VariableDeclaration') return [];
  return (declared['declarations'] as readonly SyntaxNode[]).flatMap(({ id, init }) => {
    const isTyped = isSyntaxNode(id) && isSyntaxNode(id['typeAnnotation']);
    const isFunction =
      isSyntaxNode(init) && (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression');
    return isFunction && !isTyped ? [{ name: nameOf(id), definition: init }] : [];
  });
}

function nameOf(node: unknown): string {
  return isSyntaxNode(node) && typeof node['name'] === 'string' ? node['name'] : '(unnamed)';
}

import { closestName } from '../closest-name.ts';
import type { BlockDefinition } from './block-definition.ts';
import type { Catalog } from './catalog.ts';

/**
 * Finds the most similar block by name or template: a diagram stores the template, `var_text`, but people and
 * block-level writes use the name, `ask_question`.
 *
 * @spec ER11, LI18
 */
export function closestBlock(
  written: string,
  { definitions, byName, byTemplate }: Catalog,
  isCandidate: (definition: BlockDefinition) => boolean = () => true,
): BlockDefinition | undefined {
  const exact = byName(written) ?? byTemplate(written);
  if (exact !== undefined && isCandidate(exact)) return exact;
  const candidates = definitions.filter(isCandidate);
  const nearest = closestName(
    written,
    candidates.flatMap(({ name, template }) => [template, name]),
  );
  return candidates.find(({ name, template }) => template === nearest || name === nearest);
}

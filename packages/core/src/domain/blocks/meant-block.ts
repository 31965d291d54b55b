import { meantName } from '../meant-name.ts';
import type { BlockDefinition } from './block-definition.ts';
import type { Catalog } from './catalog.ts';

/**
 * Finds the most similar block by name or template: a diagram stores the template, `var_text`, but people and
 * block-level writes use the name, `ask_question`.
 *
 * @spec ER11, LI18
 */
export function meantBlock(
  written: string,
  { definitions, byName, byTemplate }: Catalog,
  isMeant: (definition: BlockDefinition) => boolean = () => true,
): BlockDefinition | undefined {
  const exact = byName(written) ?? byTemplate(written);
  if (exact !== undefined && isMeant(exact)) return exact;
  const candidates = definitions.filter(isMeant);
  const nearest = meantName(
    written,
    candidates.flatMap(({ name, template }) => [template, name]),
  );
  return candidates.find(({ name, template }) => template === nearest || name === nearest);
}

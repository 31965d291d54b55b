import { meantName } from '../meant-name.ts';
import type { BlockDefinition } from './block-definition.ts';
import type { Catalog } from './catalog.ts';

/**
 * Finds the block that was probably meant by a name, a template, or nearly one of both: a diagram stores the template,
 * `var_text`, where people and block-level writes say the name, `ask_question`.
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

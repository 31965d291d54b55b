import type { Finding } from '../finding.ts';
import { listTracked, readText, readWorkspace } from '../source/repository.ts';
import { checkCodeBlocks, findExamples } from './check-code-blocks.ts';
import { checkDiagrams } from './check-diagrams.ts';
import { checkLinks } from './check-links.ts';
import { checkParts, partsPage } from './check-parts.ts';

/**
 * Links of every page resolve; code in the READMEs and the guide compiles, and runs if it is marked to run; each entry
 * of the core has a separate example; each diagram can be published.
 */
export async function checkDocs(root: string): Promise<readonly Finding[]> {
  const pages = new Map(listTracked(root, '*.md').map((file) => [file, readText(root, file)]));
  const shown = new Map(
    [...pages].filter(([file]) => /^((packages\/[^/]+\/)?(README|SKILL)\.md|docs\/guide\/.*)$/.test(file)),
  );
  const examples = [...shown].flatMap(([file, text]) => findExamples(file, text));
  const core = readWorkspace(root).find(({ folder }) => folder === 'packages/core');
  return [
    ...(core === undefined ? [] : checkParts(core.manifest, pages.get(partsPage) ?? '', examples)),
    ...(await checkDiagrams(shown)),
    ...(await checkLinks(root, [...pages.keys()])),
    ...(await checkCodeBlocks(root, examples)),
  ];
}

import type { Finding } from '../finding.ts';
import { listTracked, readText } from '../source/repository.ts';
import { checkCodeBlocks } from './check-code-blocks.ts';
import { checkLinks } from './check-links.ts';

/** Links of every page resolve; what the READMEs and the guide show as code compiles, and runs where it says so. */
export async function checkDocs(root: string): Promise<readonly Finding[]> {
  const pages = new Map(listTracked(root, '*.md').map((file) => [file, readText(root, file)]));
  const shown = new Map([...pages].filter(([file]) => /^((packages\/[^/]+\/)?README\.md|docs\/guide\/.*)$/.test(file)));
  return [...checkLinks(pages, new Set(listTracked(root))), ...(await checkCodeBlocks(root, shown))];
}

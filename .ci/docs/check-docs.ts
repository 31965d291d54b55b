import type { Finding } from '../finding.ts';
import { listTracked, readText } from '../source/repository.ts';
import { checkCodeBlocks } from './check-code-blocks.ts';
import { checkLinks } from './check-links.ts';

/** Links of every page resolve; what the README and the guide show as code compiles, and runs where it says so. */
export async function checkDocs(root: string): Promise<readonly Finding[]> {
  const pages = new Map(listTracked(root, '*.md').map((file) => [file, readText(root, file)]));
  const shown = new Map([...pages].filter(([file]) => file === 'README.md' || file.startsWith('docs/guide/')));
  return [...checkLinks(pages, new Set(listTracked(root))), ...(await checkCodeBlocks(root, shown))];
}

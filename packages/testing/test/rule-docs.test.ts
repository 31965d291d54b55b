import { createCatalog } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { ruleDocs } from '../../core/test/rule-docs.ts';
import { lintFiles } from '../src/files/lint-files.ts';

it.for(ruleDocs.map((doc) => [doc.code, doc] as const))(
  '[RP3] %s: --fix does what the page says',
  async ([code, doc]) => {
    const { wrong, fix, given } = doc;
    const report = await lintFiles({
      texts: [{ name: 'bot.json', text: JSON.stringify(wrong, null, 2) }],
      ...given?.context,
      catalog: createCatalog(given?.blocks ?? []),
      fix: true,
    });
    const left = report.files[0]?.findings.map((finding) => finding.code) ?? [];
    expect(left.includes(code)).toBe(fix === undefined);
  },
);

import { createCatalog } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { ruleDocs } from '../../core/test/rule-docs.ts';
import { llmsText, skillPage } from '../src/skill-page.ts';

it('[MC15] the pages for assistants follow the catalog and the tools', async () => {
  await expect(llmsText()).toMatchFileSnapshot('../llms.txt');
  await expect(skillPage(createCatalog())).toMatchFileSnapshot('../SKILL.md');
});

it('[MC13] the texts of rules follow their pages', async () => {
  const pages = ruleDocs.map(({ code, title, what, why, mend, fix }) => [code, { title, what, why, mend, fix }]);
  const text = `/** Texts about rules and lints, by code. A test writes them from the pages of the rules. */
export const rulePages: Readonly<
  Record<string, { readonly title: string; readonly what: string; readonly why: string; readonly mend: string; readonly fix?: string }>
> = ${JSON.stringify(Object.fromEntries(pages), null, 2)};
`;
  await expect(text).toMatchFileSnapshot('../src/generated/rules.ts');
});

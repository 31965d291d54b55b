import type { ScenarioFilesReport } from '@botwright/testing/scenario-files';
import { runScenarioFiles } from '@botwright/testing/scenario-files';
import { expect, it } from 'vitest';
import { diagramOf } from '../../../testing/test/diagram-of.ts';
import { render } from '../../src/test/formats/html.ts';
import { folderWith } from '../lint/run-lint.ts';
import { files } from './files.ts';

const rendered = (report: ScenarioFilesReport): string =>
  render({ ...report, isCoverageShown: false, minCoverage: undefined, tooLittle: [], isVerbose: false });

const pageOf = (content: Readonly<Record<string, unknown>>): string =>
  rendered(runScenarioFiles({ paths: ['.'], workingFolder: folderWith(content as never) }));

it('[TC18][HR1][HR2][HR3] shows a failed scenario step by step, on the picture of its bot', () => {
  const stdout = pageOf(files);
  expect(stdout.match(/<svg /g)).toHaveLength(1);
  expect(stdout).toContain('<title id="picture-0-title">');
  expect(stdout).toContain('Each step is a button: the picture shows its block');
  const steps = [
    ...stdout.matchAll(/<button type="button" class="(step[^"]*)" data-picture="(\d)" data-block="(\w+)">/g),
  ];
  expect(steps.map(([, style, picture, block]) => [style, picture, block])).toEqual([
    ['step', '0', 'welcome'],
    ['step', '0', 'order'],
    ['step bad', '0', 'order'],
  ]);
  expect(stdout).toContain(
    '<span class="do">@{name}</span> <bdi class="text">(none) → &quot;Ann&quot;</bdi>'.replace('Ann', 'Bob'),
  );
  expect(stdout).toContain('<pre>- Hello Bob\n+ Hi Bob\n+ Shall I order? [Yes | No]</pre>');
  expect(stdout).toContain('<li class="good"><bdi>Ann orders</bdi></li>');
  expect(stdout).not.toMatch(/\bsrc=|\bhref=|url\(|@import/);
  expect(stdout).toMatch(/content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]{43}='"/);
});

it('[HR4] texts of bots, visitors and files are no markup and no command', () => {
  const evil = `</span><script>alert(1)</script><img src=x onerror="a" '&\u202e\u0007\n::error::x ##[group]y`;
  const bot = diagramOf(
    { [`a"><b>`]: ['send_text', { text: evil }], welcome: ['ask_question', { text: evil, destination: 'f' }] },
    ['welcome.$success--a"><b>'],
  );
  const page = pageOf({
    'bot.json': bot,
    'a.scenarios.json': {
      bot: 'bot.json',
      scenarios: [
        { name: evil, fields: { [evil]: evil }, steps: [{ visitor: evil }, { bot: evil }, { at: evil }] },
        { name: `ok ${evil}`, skip: evil, steps: [] },
      ],
    },
  });
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/<img|<b>|onerror="|\p{Bidi_Control}|(?![\n\t])\p{Cc}|^\s*::|##\[/mu);
});

it('[HR5] fifty failed scenarios of long conversations with a large bot stay below 500 kB', () => {
  const count = 60;
  const ids = Array.from({ length: count }, (_, at) => (at === 0 ? 'welcome' : `b${at}`));
  const long = 'Lorem ipsum dolor sit amet. '.repeat(40);
  const bot = (nth: number) =>
    diagramOf(
      Object.fromEntries(ids.map((id) => [id, ['ask_question', { text: `${nth} ${long}`, destination: `f_${id}` }]])),
      ids.slice(1).map((id, at) => `${ids[at]}.$success--${id}`),
    );
  const steps = [...ids.slice(1).map(() => ({ visitor: long })), { bot: 'No' }];
  const scenarios = Array.from({ length: 10 }, (_, at) => ({ name: `${at} ${long}`, steps: [{ use: 'all' }] }));
  const content = Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((nth) => [
      [`${nth}.json`, bot(nth)],
      [`${nth}.scenarios.json`, { bot: `${nth}.json`, shared: { all: steps }, scenarios }],
    ]),
  );
  const page = pageOf(content);
  expect(Buffer.byteLength(page)).toBeLessThan(500_000);
  expect(page.match(/<section class="failed">/g)).toHaveLength(50);
  expect(page).toContain('earlier steps are left out.');
  expect(page.match(/<svg /g)?.length).toBeGreaterThan(0);
});

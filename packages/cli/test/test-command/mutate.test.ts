import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shop } from '../../../testing/test/bots.ts';
import { diagramOf } from '../../../testing/test/diagram-of.ts';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';
import { brokenBot, files, good } from './files.ts';

const run = (cwd: string, ...args: readonly string[]) => runCommand(cwd, ['test', ...args]);

describe('changed bots', () => {
  it('[MU18][MU19] each change that no scenario notices has a line with its place; --min-score fails', () => {
    const folder = folderWith(good);
    const { status, stdout, stderr } = run(folder, 'bots', '--mutate');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^survived {2}bots\/shop\.json:\d+:\d+ block "welcome": "text" is empty in place of "What is your name\?"$/m,
    );
    expect(stdout).toContain(
      'Scenarios that notice more (--write writes them):\n  Ann orders, word for word: notices ',
    );
    expect(stdout).toMatch(
      /\nok {3}bots\/shop\.json: scenarios notice \d+ of \d+ changes \([\d.]+ %\); \d+ survived, no scenario reaches \d+\.\n$/,
    );
    const failed = run(folder, 'bots', '--mutate', '--min-score', '99');
    expect([failed.status, failed.stdout.endsWith(' 99 % are wanted.\n')]).toEqual([1, true]);
  });

  it('[MU8] of a long way to a block, its end is printed', () => {
    const ids = ['welcome', ...Array.from({ length: 40 }, (_, at) => `b${at}`), 'wait', 'bye'];
    const ask = ['ask_question', { text: 'Who?', destination: 'who' }] as const;
    const of = (id: string) => (id === 'wait' ? ['wait', { seconds: 3 }] : ['send_text', { text: id }]) as never;
    const bot = diagramOf(
      Object.fromEntries(ids.map((id, at) => [id, at === 0 ? ask : of(id)])),
      ids.slice(1).map((id, at) => `${ids[at]}.$success--${id}` as const),
    );
    const scenarios = 'bot: a.json\nscenarios: [{ name: a, steps: [{ bot: Who? }] }]\n';
    const { stdout } = run(folderWith({ 'a.json': bot, 'a.scenarios.yaml': scenarios }), '--mutate');
    expect(stdout).toMatch(/^ {2}to block "wait": 11 blocks > b10 \$success > .* > b39 \$success > wait$/m);
  });

  it('[MU18] failed scenarios are printed in place of changes', () => {
    const { status, stdout } = run(folderWith(files), '.', '--mutate');
    expect(status).toBe(1);
    expect(stdout).toMatch(/4 scenarios in 2 files: 3 passed, 1 failed\.\n$/);
  });

  it('[MU19] json has all changes, junit and github the missed ones', () => {
    const folder = folderWith(good);
    const [bot] = JSON.parse(run(folder, '--mutate', '--format', 'json').stdout).bots;
    expect(bot).toMatchObject({ file: 'bots/shop.json', left_out: 0 });
    expect(bot.mutants).toHaveLength(bot.killed + bot.survived + bot.unreached);
    expect(bot.mutants[0]).toMatchObject({
      block: 'welcome',
      kind: 'wire_removed',
      outcome: 'killed',
      by: expect.any(String),
    });
    const junit = run(folder, '--mutate', '--format', 'junit', '--min-score', '99').stdout;
    expect(junit).toContain('<testsuite package="botwright" id="0" name="bots/shop.json"');
    expect(junit).toContain('type="score"');
    expect(run(folder, '--mutate', '--format', 'github').stdout).toMatch(
      /^::warning file=bots\/shop\.json,line=\d+,col=\d+,end\w+=\d+,title=\w+::No scenario notices a change of block /,
    );
  });

  it('[MU20][MU21] survivors are drawn, and the scenarios are written once', () => {
    const folder = folderWith(good);
    const first = run(folder, '--mutate', '--write', '--picture', 'shop.mmd');
    expect(first.stderr).toMatch(/^wrote bots\/shop\.survivors\.scenarios\.yaml: \d scenarios?\n$/);
    expect(readFileSync(join(folder, 'shop.mmd'), 'utf8')).toMatch(/^ {2}class b\d.* warning$/m);
    expect(run(folder, 'bots/shop.survivors.scenarios.yaml').status).toBe(0);
    expect(run(folder, 'bots/shop.scenarios.yaml', '--mutate', '--write').stderr).toBe(
      'left bots/shop.survivors.scenarios.yaml, which already exists\n',
    );
    const scores = [['bots/shop.scenarios.yaml'], ['.']].map(
      (paths) => JSON.parse(run(folder, ...paths, '--mutate', '--format', 'json').stdout).bots[0].score,
    );
    expect(scores[1]).toBeGreaterThan(scores[0]);
    const wrong = run(folder, '--mutate', '--picture', 'shop.png');
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      'botwright: --picture is a file that ends in .svg, .mmd or .dot, and "shop.png" does not.\n',
    ]);
  });
});

const faulty = diagramOf({ welcome: ['ask_yes_no', { text: 'Shall I?' }], bye: ['close_chat', { text: 'Bye' }] }, [
  'welcome.$yes--bye',
]);

describe('random visitors', () => {
  it('[MU18][MU19][MU22] they find nothing, or faults with their places and scenarios', () => {
    const folder = folderWith({ 'bots/shop.json': shop, 'bots/other.json': { a: 1 } });
    const clean = run(folder, '--visitors', '50', '--seed', '2', 'bots');
    expect(clean).toMatchObject({ status: 0, stderr: '' });
    expect(clean.stdout).toMatch(/^ok {3}bots\/shop\.json: 50 visitors of seed 2 found no fault in \d+ steps\.\n$/);
    const found = run(
      folderWith({ 'bots/no.json': faulty, 'botwright.config.json': { files: ['bots'] } }),
      '--visitors',
      '50',
    );
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(
      /^FAIL unread_answer: The conversation ends at block "welcome" without a word after the answer to block "welcome"\. \(visitor \d+; \d+ in all\)\n {2}--> bots\/no\.json:10:5\n/,
    );
    expect(found.stdout).toContain('  - name: "An answer is not read: welcome"\n');
  });

  it('[MU19] json, junit and github have the faults', () => {
    const folder = folderWith({ 'no.json': faulty });
    const [bot] = JSON.parse(run(folder, '--visitors', '50', '--format', 'json').stdout).bots;
    expect(bot).toMatchObject({
      file: 'no.json',
      visitors: 50,
      seed: 1,
      faults: [{ check: 'unread_answer', line: 10 }],
    });
    expect(run(folder, '--visitors', '50', '--format', 'junit').stdout).toContain('type="unread_answer"');
    expect(run(folder, '--visitors', '50', '--format', 'github').stdout).toMatch(
      /^::error file=no\.json,line=\d+,col=\d+,endLine=\d+,title=unread_answer::/,
    );
  });

  it('[MU21] the scenarios of faults fail until the bot is mended', () => {
    const folder = folderWith({ 'no.json': faulty });
    expect(run(folder, '--visitors', '50', '--write').stderr).toBe('wrote no.visitors.scenarios.yaml: 1 scenario\n');
    expect(run(folder).status).toBe(1);
  });

  it('[MU22] a bot that breaks a rule or is none is not visited, and a numbered bot is the target of a jump', () => {
    const refused = run(folderWith({ 'shop.json': brokenBot }), '--visitors', '5');
    expect([refused.status, refused.stdout.split('\n')[0]]).toEqual([
      1,
      'error param_non_empty: Block "welcome": "text" should not be empty, but is "".',
    ]);
    expect(run(folderWith({ 'x.json': '{' }), '--visitors', '5', 'x.json').status).toBe(2);
    expect(run(folderWith({}), '--visitors', '5').stderr).toBe('botwright: No bot was found.\n');
    const jumps = diagramOf(
      { welcome: ['ask_question', { text: 'Who?', destination: 'n' }], away: ['bot_link', { bot: 7 }] },
      ['welcome.$success--away'],
    );
    const bots = { 'a.json': jumps, 'b.json': { bot: { number: 7 }, diagram: faulty } };
    const { bots: visited } = JSON.parse(run(folderWith(bots), '--visitors', '50', '--format', 'json').stdout);
    expect(
      visited.map(({ faults }: { faults: readonly { check: string }[] }) => faults.map(({ check }) => check)),
    ).toEqual([['unread_answer'], ['unread_answer']]);
  });
});

it('[MU23] flags without an effect together are refused', () => {
  const folder = folderWith(good);
  const refused: readonly (readonly [readonly string[], string])[] = [
    [['--mutate', '--watch'], '--mutate runs scenarios with changed bots: leave out --watch.'],
    [['--mutate', '--visitors', '5'], '--mutate runs scenarios with changed bots: leave out --visitors.'],
    [['--min-score', '5'], 'Without --mutate no bot is changed: leave out --min-score.'],
    [['--visitors', '5', '--coverage'], '--visitors runs no scenarios: leave out --coverage.'],
    [['--seed', '5'], 'Without --visitors nothing is random: leave out --seed.'],
    [['--write'], 'Without --mutate and --visitors no scenario is found: leave out --write.'],
    [['--generate', '--visitors', '5'], '--generate writes scenarios and runs none: leave out --visitors.'],
  ];
  for (const [flags, message] of refused) {
    const { status, stderr } = run(folder, ...flags);
    expect([status, stderr]).toEqual([2, `botwright: ${message}\n`]);
  }
  expect(run(folder, '--visitors', '0').status).toBe(2);
  expect(run(folder, '--visitors', '5', '--seed', 'x').status).toBe(2);
  expect(existsSync(join(folder, 'bots/shop.survivors.scenarios.yaml'))).toBe(false);
});

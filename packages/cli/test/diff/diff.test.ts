import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';

interface Bot {
  nodes: Record<string, JsonValue>;
  connections: Record<string, JsonValue>;
  [other: string]: JsonValue;
}

function join(bot: Bot, sourcePath: string, type: string, targetPath: string): void {
  const id = `${sourcePath}.${type}--${targetPath}`;
  bot.connections[id] = { id, type, sourcePath, targetPath };
}

function leadBot(): Bot {
  const bot: Bot = {
    nodes: {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      welcome: {
        id: 'welcome',
        template: 'var_text',
        params: { text: 'What is your name?', destination: 'name' },
        top: 1,
      },
      topic: {
        id: 'topic',
        template: 'buttons',
        params: {
          text: 'Which one?',
          buttons: [
            { id: 'a', label: 'One' },
            { id: 'b', label: 'Two' },
          ],
        },
      },
      bye: { id: 'bye', template: 'chat', params: { text: 'Bye' }, top: 5 },
    },
    connections: {},
  };
  join(bot, 'hidden', '$success', 'welcome');
  join(bot, 'welcome', '$success', 'topic');
  join(bot, 'topic', '$a', 'bye');
  return bot;
}

const blockOf = (bot: Bot, id: string): JsonObject => bot.nodes[id] as JsonObject;

function withParams(bot: Bot, id: string, params: JsonObject): void {
  const block = blockOf(bot, id);
  bot.nodes[id] = { ...block, params: { ...(block['params'] as JsonObject), ...params } };
}

function run(after: Bot, args: readonly string[] = [], before: Bot = leadBot()) {
  return runCommand(folderWith({ 'a.json': before, 'b.json': after }), ['diff', 'a.json', 'b.json', ...args]);
}

/** The output between the names and the last line. */
function printed(after: Bot, args?: readonly string[]): string {
  const { status, stdout } = run(after, args);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^a\.json → b\.json\n\n/);
  return stdout.split('\n').slice(2, -3).join('\n');
}

it('[DD1][DD2] the exit code says whether the bots differ', () => {
  const turned = leadBot();
  turned.nodes = Object.fromEntries(Object.entries(turned.nodes).reverse());
  expect(run(turned)).toMatchObject({ status: 0, stdout: 'a.json → b.json: the same.\n', stderr: '' });
  const other = leadBot();
  withParams(other, 'bye', { text: 'Ciao' });
  expect(run(other)).toMatchObject({
    status: 1,
    stdout: `a.json → b.json

~ block bye Send text
    params.text "Bye" → "Ciao"

1 block changed.
`,
    stderr: '',
  });
});

it.for<readonly [readonly string[], RegExp]>([
  [['-', '-'], /^botwright: Only one of the two can be standard input\.\n$/],
  [['a', 'b', '--positions', '--ignore-positions'], /^botwright: Give either --positions or --ignore-positions\.\n$/],
  [['a'], /missing required argument 'after'/],
  [['a', 'b', '--format', 'svg'], /Allowed choices are pretty, json, markdown\./],
  [['a', 'b', '--foo'], /^botwright diff: unknown option '--foo' .*\(see botwright diff --help\)\n$/],
])('[DD3] %j is refused', ([args, message]) => {
  const { status, stdout, stderr } = runCommand(folderWith({}), ['diff', ...args]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

it('[DD4] names blocks that were added, removed and changed, with their kinds and values', () => {
  const bot = leadBot();
  delete bot.nodes['bye'];
  bot.nodes['more'] = { id: 'more', name: 'More', template: 'chat', params: { text: 'More?', version: 2 } };
  bot.nodes['topic'] = { ...blockOf(bot, 'topic'), template: 'own', name: 'Topic' };
  bot.nodes['odd'] = 5;
  bot['note'] = { a: [1] };
  expect(printed(bot)).toBe(`+ block more "More" Send text
    text "More?"
+ block odd malformed
    value 5
- block bye Send text
~ block topic "Topic" own
    name not set → "Topic"
    template "buttons" → "own"

~ diagram
    note not set → {"a":[1]}`);
});

it('[DD5] shows texts word by word, and other values before and after, each at its path', () => {
  const bot = leadBot();
  withParams(bot, 'welcome', {
    text: 'What is your full name?',
    destination: 'full_name',
    minChars: 3,
    'odd key': true,
  });
  withParams(bot, 'topic', {
    text: 'Something else entirely here',
    buttons: [
      { id: 'b', label: 'Two' },
      { id: 'c', label: 'Three' },
      { id: 'a', label: 'First' },
    ],
  });
  expect(printed(bot)).toBe(`~ block topic Buttons
    params.buttons[a].label "One" → "First"
    params.buttons[c] not set → {"id":"c","label":"Three"}
    order of params.buttons "a, b" → "b, a"
    params.text "Which one?" → "Something else entirely here"
~ block welcome Ask a question
    params.destination "name" → "full_name"
    params.minChars not set → 3
    params["odd key"] not set → true
    params.text What is your {+full +}name?`);
});

it('[DD5] matches items of a list without ids by position, after equal items at both ends', () => {
  const before = leadBot();
  withParams(before, 'bye', { list: ['a', 'b', 'c', 'd'] });
  const after = leadBot();
  withParams(after, 'bye', { list: ['a', 'X', 'd'] });
  const { stdout } = run(after, [], before);
  expect(stdout).toContain(`
    params.list[1] "b" → "X"
    params.list[2] "c" → not set
`);
});

it('[DD5] colours mark words on a terminal, and all texts of a bot are escaped', () => {
  const bot = leadBot();
  withParams(bot, 'welcome', { text: 'What is your \u001b[2J\u202e name?' });
  const folder = folderWith({ 'a.json': leadBot(), 'b.json': bot });
  const { stdout } = runCommand(folder, ['diff', 'a.json', 'b.json'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } });
  expect(stdout).toContain('\u001b[32m');
  expect(stdout).not.toContain('\u001b[2J');
  expect(stdout).not.toContain('\u202e');
});

it('[DD6] blocks that only moved are one line, or left out, or shown', () => {
  const bot = leadBot();
  bot.nodes['bye'] = { ...blockOf(bot, 'bye'), top: 9, left: 1 };
  bot.nodes['welcome'] = { ...blockOf(bot, 'welcome'), top: 2 };
  expect(printed(bot)).toBe('> moved bye, welcome (--positions shows where)');
  expect(printed(bot, ['--positions'])).toBe(`> block bye Send text moved
    left not set → 1
    top 5 → 9
> block welcome Ask a question moved
    top 1 → 2`);
  expect(run(bot, ['--ignore-positions'])).toMatchObject({ status: 0, stdout: 'a.json → b.json: the same.\n' });
  withParams(bot, 'bye', { text: 'Ciao' });
  expect(printed(bot, ['--ignore-positions'])).toBe('~ block bye Send text\n    params.text "Bye" → "Ciao"');
});

it('[DD7] a block with another id and the same content was renamed, and its connections follow', () => {
  const bot = leadBot();
  bot.nodes['end'] = { ...blockOf(bot, 'bye'), id: 'end' };
  delete bot.nodes['bye'];
  delete bot.connections['topic.$a--bye'];
  join(bot, 'topic', '$a', 'end');
  expect(printed(bot)).toBe('~ block end Send text was bye\n\n  1 connection follows renamed blocks');
  const twice = leadBot();
  twice.nodes['end'] = { ...blockOf(bot, 'end') };
  twice.nodes['end2'] = { ...blockOf(bot, 'end'), id: 'end2' };
  delete twice.nodes['bye'];
  expect(printed(twice)).toContain('+ block end Send text\n');
  expect(printed(twice)).toContain('- block bye Send text');
});

it('[DD8] connections are shown by their ends and their output', () => {
  const bot = leadBot();
  delete bot.connections['topic.$a--bye'];
  join(bot, 'topic', '$a', 'welcome');
  bot.connections['odd'] = 5;
  bot.connections['welcome.$success--topic'] = {
    ...(bot.connections['welcome.$success--topic'] as JsonObject),
    color: 'red',
  };
  expect(printed(bot)).toBe(`+ odd (malformed)
+ topic ($a) → welcome
- topic ($a) → bye
~ welcome ($success) → topic
    color not set → "red"`);
});

it('[DD9] JSON has the difference with its values, renamed and moved blocks', () => {
  const bot = leadBot();
  withParams(bot, 'bye', { text: 'Ciao' });
  bot.nodes['welcome'] = { ...blockOf(bot, 'welcome'), top: 2 };
  const { status, stdout } = run(bot, ['--format', 'json']);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    botwright: 1,
    before: 'a.json',
    after: 'b.json',
    same: false,
    blocks: {
      added: [],
      removed: [],
      changed: [
        {
          id: 'bye',
          before: blockOf(leadBot(), 'bye'),
          after: bot.nodes['bye'],
          members: ['params'],
          params: ['text'],
        },
        { id: 'welcome', members: ['top'], params: [] },
      ],
    },
    connections: { added: [], removed: [], changed: [] },
    others: { added: [], removed: [], changed: [] },
    renamed: [],
    moved: ['welcome'],
  });
  expect(JSON.parse(run(leadBot(), ['--format', 'json']).stdout)).toMatchObject({ same: true });
});

it('[DD10] Markdown folds each block, and draws a small bot', () => {
  const bot = leadBot();
  withParams(bot, 'welcome', { text: 'What is your full name?' });
  bot.nodes['bye'] = { ...blockOf(bot, 'bye'), top: 9 };
  join(bot, 'topic', '$b', 'welcome');
  const { stdout } = run(bot, ['--format', 'markdown']);
  expect(stdout).toMatch(
    /^### botwright diff\n\n<code>a\.json<\/code> → <code>b\.json<\/code>: 1 block changed, 1 block moved, 1 connection added\.\n/,
  );
  expect(stdout).toContain('```mermaid\nflowchart LR\n');
  expect(stdout).toContain(`<details><summary>✏️ <code>welcome</code> <code>Ask a question</code></summary>

| Path | Before | After |
|---|---|---|
| <code>params.text</code> | <code>What is your name?</code> | <code>What is your <ins>full </ins>name?</code> |

</details>
`);
  expect(stdout).toContain('- ↔️ moved: <code>bye</code>\n');
  expect(stdout).toContain('- ➕ <code>topic ($b) → welcome</code>\n');
  expect(run(leadBot(), ['--format', 'markdown']).stdout).toBe(
    '### botwright diff\n\n<code>a.json</code> → <code>b.json</code>: the same.\n',
  );
});

it('[DD11] Markdown fits into a comment of GitHub, and gives the number of omitted parts', () => {
  const bot = leadBot();
  for (let at = 0; at < 2000; at += 1) {
    bot.nodes[`b${at}`] = { id: `b${at}`, template: 'chat', params: { text: '<'.repeat(400) } };
  }
  const { stdout } = run(bot, ['--format', 'markdown']);
  expect(stdout.length).toBeLessThan(65_536);
  expect(stdout).toMatch(/\n… and \d+ more\.\n$/);
  expect(stdout).not.toContain('```mermaid');
  const opened = stdout.match(/<details>/g)?.length;
  expect(stdout.match(/<\/details>/g)?.length).toBe(opened);

  const huge = leadBot();
  withParams(huge, 'bye', Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`p${at}`, 'x'.repeat(200)])));
  const one = run(huge, ['--format', 'markdown']).stdout;
  expect(one.length).toBeLessThan(65_536);
  expect(one).toMatch(/<code>params\.p\d+<\/code> .*\n\|.* and \d+ more \|/);
});

it('[DD12] texts of a bot stay escaped in Markdown, and notify nobody', () => {
  const hostile = '@octocat </code></details> | `x` **b** ![i](http://x) <img src=x> #1\n```\n# head';
  const bot = leadBot();
  const before = leadBot();
  withParams(before, 'bye', { text: `${hostile} before` });
  withParams(bot, 'bye', { text: `${hostile} after` });
  withParams(bot, 'welcome', { text: hostile, [hostile]: hostile });
  bot.nodes[hostile] = { id: 'x', name: hostile, template: hostile, params: { [hostile]: hostile } };
  join(bot, hostile, hostile, 'bye');
  bot[hostile] = hostile;
  const { stdout } = run(bot, ['--format', 'markdown'], before);
  const kinds = new Set<string>();
  const visit = (node: { readonly type: string; readonly children?: readonly unknown[] }): void => {
    kinds.add(node.type);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(fromMarkdown(stdout));
  expect([...kinds].sort()).toEqual(['code', 'heading', 'html', 'list', 'listItem', 'paragraph', 'root', 'text']);
  const withoutPicture = stdout.replace(/```mermaid.*?\n```/s, '');
  expect(withoutPicture).not.toMatch(/@|<img|!\[|```/);
  const tags = [...withoutPicture.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name);
  expect([...new Set(tags)].sort()).toEqual(['code', 'del', 'details', 'ins', 'summary']);
  // All texts are in code, where GitHub notifies nobody.
  const outside = withoutPicture.replaceAll(/<code>.*?<\/code>/g, '');
  expect(outside).not.toMatch(/octocat/);
});

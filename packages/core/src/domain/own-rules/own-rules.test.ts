import { describe, expect, it } from 'vitest';
import { catalog } from '../../../test/check-fixture.ts';
import { diagramOf, node } from '../../../test/diagram-fixture.ts';
import { inspectDiagram } from '../lints/inspect-diagram.ts';
import { lintDiagram } from '../lints/lint-diagram.ts';
import { checkDiagram } from '../rules/check-diagram.ts';
import type { BotView } from './bot-view.ts';
import { defineLint, defineRule, type OwnCheck, type OwnFinding, type OwnRule } from './own-rule.ts';

const native = { catalog, channelFamily: 'native' };
const says = (...findings: readonly OwnFinding[]): OwnCheck => {
  return (_bot, report) => {
    for (const finding of findings) report(finding);
  };
};
const ruleThat = (check: OwnCheck, more: Partial<OwnRule> = {}) =>
  defineRule({ code: 'acme_rule', description: 'Finds what it is asked to find.', check, ...more });

/** Two questions; the second has no text, which breaks a shipped rule. */
const diagram = diagramOf([
  node('welcome', 'var_text', { text: 'Name?', destination: 'name', minChars: 'x' }),
  node('mail', 'var_email', { text: '', destination: 'mail' }),
]);

function foundBy(check: OwnCheck, more?: Partial<OwnRule>) {
  const { violations } = checkDiagram(diagram, { ...native, ownRules: [ruleThat(check, more)] });
  return violations.filter(({ code }) => code === 'acme_rule');
}

describe('a rule of a host', () => {
  it('[RU59] finds violations that stand among the others, in their order', () => {
    const ownRules = [ruleThat(says({ block: 'mail', message: 'No.' }, { message: 'Not this bot.' }))];
    const { violations, total, errors } = checkDiagram(diagram, { ...native, ownRules });
    const shipped = checkDiagram(diagram, native);
    expect([total, errors]).toEqual([shipped.total + 2, shipped.errors + 2]);
    const ofMail = violations.filter(({ blockId }) => blockId === 'mail').map(({ code }) => code);
    expect(ofMail).toEqual(['acme_rule', 'param_non_empty']);
    expect(violations[0]).toEqual({ code: 'acme_rule', message: 'Not this bot.', pointer: '', severity: 'error' });
  });

  it('[RU59] is an error, or a warning where it says so', () => {
    const severities = (more?: Partial<OwnRule>) =>
      foundBy(says({ message: 'No.' }), more).map((each) => each.severity);
    expect(severities()).toEqual(['error']);
    expect(severities({ severity: 'warning' })).toEqual(['warning']);
  });

  it('[RU61] sees the blocks, what they set, and how they are connected', () => {
    let seen: BotView | undefined;
    foundBy((bot) => {
      seen = bot;
    });
    expect(seen?.channelFamily).toBe('native');
    expect(seen?.diagram).toBe(diagram);
    const welcome = seen?.find('welcome');
    expect(welcome).toMatchObject({ id: 'welcome', template: 'var_text', name: 'ask_question', setsFields: ['name'] });
    // A wrong type, which another rule reports.
    expect(welcome?.params).not.toHaveProperty('minChars');
    expect([...(welcome?.outputs ?? [])]).toEqual(['$success']);
    for (const connection of seen?.connections ?? []) {
      expect(connection.source?.leaving).toContain(connection);
      expect(connection.target?.arriving).toContain(connection);
    }
    expect(seen?.connections.length).toBe(Object.keys(diagram.connections).length);
    expect(seen?.blocks.map(({ id }) => id)).toEqual(Object.keys(diagram.nodes));
    expect(seen?.find('nobody')).toBeUndefined();
  });

  it.for<readonly [string, OwnFinding, string]>([
    ['a block', { block: 'mail', message: 'No.' }, '/nodes/mail'],
    ['a param', { block: 'mail', param: 'text', message: 'No.' }, '/nodes/mail/params/text'],
    ['within a param', { block: 'mail', param: 'text', at: [0, 'x'], message: 'No.' }, '/nodes/mail/params/text/0/x'],
    ['a param that has its default', { block: 'mail', param: 'errorText', message: 'No.' }, '/nodes/mail/params'],
    ['a member of a block', { block: 'mail', at: ['template'], message: 'No.' }, '/nodes/mail/template'],
    ['the diagram', { at: ['nodes'], message: 'No.' }, '/nodes'],
  ])('[RU61] points at %s', ([, finding, pointer]) => {
    expect(foundBy(says(finding)).map((each) => each.pointer)).toEqual([pointer]);
  });

  it('[RU61] points at a connection', () => {
    const id = 'welcome.$success--mail';
    const connected = {
      ...diagram,
      connections: { [id]: { id, type: '$success', sourcePath: 'welcome', targetPath: 'mail' } },
    };
    const ownRules = [ruleThat(says({ connection: id, message: 'No.' }))];
    expect(checkDiagram(connected, { ...native, ownRules }).violations).toContainEqual({
      code: 'acme_rule',
      message: 'No.',
      blockId: 'welcome',
      connectionId: id,
      pointer: `/connections/${id}`,
      severity: 'error',
    });
  });

  it.for<readonly [OwnFinding, string]>([
    [
      { block: 'x', message: 'No.' },
      'The rule or lint "acme_rule" reported the block "x", which is not in the diagram.',
    ],
    [
      { connection: 'x', message: 'No.' },
      'The rule or lint "acme_rule" reported the connection "x", which is not in the diagram.',
    ],
    [{ param: 'text', message: 'No.' }, 'The rule or lint "acme_rule" reported a param without its block.'],
    [{ message: ' ' }, 'The rule or lint "acme_rule" reported a finding without a "message".'],
  ])('[RU61] fails when it reports %j', ([finding, message]) => {
    expect(() => foundBy(says(finding))).toThrow(new TypeError(message));
  });
});

describe('a code of a host', () => {
  it.for<readonly [string, string]>([
    ['start_point', 'Rule "start_point": the code is taken by a shipped rule or lint.'],
    ['dead-end', 'Rule "dead-end": the code is taken by a shipped rule or lint.'],
    ['', 'The code of a rule is at most 64 lower-case letters, digits, "_" and "-", not "".'],
    ['No Way', 'The code of a rule is at most 64 lower-case letters, digits, "_" and "-", not "No Way".'],
  ])('[RU60] %j is refused', ([code, message]) => {
    expect(() => ruleThat(says(), { code })).toThrow(new TypeError(message));
  });

  it.for<readonly [Partial<OwnRule>, string]>([
    [{ description: ' ' }, 'Rule "acme_rule" must have a "description".'],
    [{ check: 1 as never }, 'Rule "acme_rule": "check" is a function.'],
    [{ severity: 'warn' as never }, 'Rule "acme_rule": "severity" is error or warning, not "warn".'],
  ])('[RU60] a rule with %j is refused', ([more, message]) => {
    expect(() => ruleThat(says(), more)).toThrow(new TypeError(message));
  });

  it('[RU60][LI25] stands for one rule or lint', () => {
    const rule = ruleThat(says());
    const lint = defineLint({ code: 'acme_rule', description: 'The same.', check: says() });
    const twice = new TypeError('Two rules or lints have the code "acme_rule".');
    expect(() => checkDiagram(diagram, { ...native, ownRules: [rule, rule] })).toThrow(twice);
    expect(() => inspectDiagram(diagram, { ...native, ownRules: [rule], ownLints: [lint] })).toThrow(twice);
    expect(() => checkDiagram(diagram, { ...native, ownRules: [{ ...rule, code: 'start_point' }] })).toThrow('taken');
  });
});

describe('a lint of a host', () => {
  const polite = defineLint({
    code: 'acme-polite',
    description: 'A question says please.',
    check: ({ blocks }, report) => {
      for (const { id, params } of blocks) {
        const { text } = params;
        if (typeof text !== 'string' || /please/i.test(text)) continue;
        report({ block: id, param: 'text', message: 'Say please.' });
      }
    },
  });

  it('[LI25] warns, unless a level says otherwise', () => {
    const context = { ...native, ownLints: [polite] };
    const found = (level?: 'off' | 'warn' | 'error') => {
      const { findings } = lintDiagram(diagram, context, level && { 'acme-polite': level });
      return findings.filter(({ code }) => code === 'acme-polite').map(({ severity }) => severity);
    };
    expect([found(), found('off'), found('error')]).toEqual([['warning', 'warning'], [], ['error', 'error']]);
    expect(() => lintDiagram(diagram, native, { 'acme-polite': 'off' })).toThrow('There is no lint "acme-polite".');
  });

  it.for<readonly [object, string]>([
    [{ level: 'warning' }, 'Lint "acme-polite": "level" is off, warn or error, not "warning".'],
    [{ code: 'start_point' }, 'Lint "start_point": the code is taken by a shipped rule or lint.'],
  ])('[LI25] with %j is refused', ([more, message]) => {
    expect(() => defineLint({ ...polite, ...more })).toThrow(new TypeError(message));
  });

  it('[LI24][LI25] and rules of a host are inspected with the shipped ones, and have levels by code', () => {
    const ownRules = [ruleThat(says({ block: 'mail', message: 'No.' }))];
    const context = { ...native, ownRules, ownLints: [polite] };
    const levels = { acme_rule: 'warn', 'acme-polite': 'error' } as const;
    const found = inspectDiagram(diagram, context, levels).violations.filter(({ code }) => code.startsWith('acme'));
    expect(found.map(({ code, severity, blockId }) => `${blockId} ${severity} ${code}`)).toEqual([
      'welcome error acme-polite',
      'mail error acme-polite',
      'mail warning acme_rule',
    ]);
    expect(inspectDiagram(diagram, context, { acme_rule: 'off' }).total).toBe(
      inspectDiagram(diagram, context).total - 1,
    );
  });
});

it('[RU61] a rule sees the jumps within the bot', () => {
  const node = (id: string, template: string, params: object) => ({ id, template, params: { ...params, version: 3 } });
  const nodes = {
    welcome: node('welcome', 'var_text', { text: 'Hi' }),
    back: node('back', 'bot_link', { bot: 7 }),
    away: node('away', 'bot_link', { bot: 8 }),
    gone: node('gone', 'bot_link', { bot: 7, node: 'none' }),
  };
  const seen: string[] = [];
  const watching = defineRule({
    code: 'acme_watch',
    description: 'Watches.',
    check: ({ blocks }) => {
      for (const { id, jumpsTo } of blocks) seen.push(`${id}: ${jumpsTo.map((block) => block.id).join()}`);
    },
  });
  checkDiagram({ nodes, connections: {} } as never, { ...native, bot: { number: 7 }, ownRules: [watching] });
  expect(seen).toEqual(['welcome: ', 'back: welcome', 'away: ', 'gone: ']);
});

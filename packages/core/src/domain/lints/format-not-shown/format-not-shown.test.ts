import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

it.for<readonly [string, JsonObject, string | undefined]>([
  ['When?', {}, 'yyyy/mm/dd'],
  ['When? (YYYY/MM/DD)', {}, undefined],
  ['When? Such as 2026/12/24.', {}, undefined],
  ['When? Such as 24.12.2026.', {}, 'yyyy/mm/dd'],
  ['When? Such as 24.12.2026.', { format: ['%Y/%m/%d', '%d.%m.%Y'] }, undefined],
  ['When? Such as 24 Dec 2026.', { format: ['%d %b %Y'] }, undefined],
  ['When?', { format: ['%d %B %Y'] }, '21 November 2026'],
  ['¿Cuándo?', { format: ['%A, %e de %B de %Y'], locale: 'es' }, 'sábado, 21 de noviembre de 2026'],
  ['¿Cuándo? P. ej. 3 marzo 2026', { format: ['%d %B %Y'], locale: 'es' }, undefined],
  ['Когда? (21 НОЯБРЯ 2026)', { format: ['%d %B %Y'], locale: 'ru' }, undefined],
  ['When? As 2026-12-24', { format: ['%F'] }, undefined],
  ['When? As 24.12.2026', { format: ['%-d.%-m.%Y'] }, undefined],
  ['When?', { showDatePicker: true }, undefined],
  ['When?', { format: ['%H:%M'] }, undefined],
  ['When?', { format: [`%d${'x'.repeat(65)}`] }, undefined],
  ['When?', { format: 'no list' }, 'yyyy/mm/dd'],
])('[LI22] the question %j with %j lacks the form %s', ([text, params, shown]) => {
  const findings = findingsOf('format-not-shown', greeted([node('a', 'var_date', { text, ...params })]));
  expect(findings.map(({ message, pointer }) => [message, pointer])).toEqual(
    shown === undefined
      ? []
      : [[`Block "a" accepts dates as ${shown}, but its text does not say so.`, '/nodes/a/params/text']],
  );
});

it('[LI22] a format without a directive accepts no date', () => {
  const params = { text: 'When? (dd/mm/yyyy)', format: ['%d/%m/%Y', 'dd.mm.yyyy', '100 %'] };
  const findings = findingsOf('format-not-shown', greeted([node('a', 'var_date', params)]));
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/nodes/a/params/format/1', '/nodes/a/params/format/2']);
  expect(findings[0]?.message).toBe(
    'Block "a": the format "dd.mm.yyyy" has no part of a date, such as %d, so it accepts no date.',
  );
});

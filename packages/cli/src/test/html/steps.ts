import { renderBotMessage, type ScenarioStep } from '@botwright/testing';
import { escapeText, escapeXml } from '../../printing/junit.ts';
import { withoutControls } from '../../printing/printable.ts';
import type { PrintedResult } from '../test-result.ts';

type Step = NonNullable<PrintedResult['steps']>[number];

/** In code points: of a text of a bot, of a visitor, or of a file. */
const longestText = 300;
const mostListed = 30;

/** A text of others, cut and without control characters, for the text of an element. @spec HR4 */
export function shown(text: string): string {
  const characters = [...text.slice(0, longestText * 2)];
  const isLong = characters.length > longestText || text.length > longestText * 2;
  const cut = isLong ? `${characters.slice(0, longestText).join('')}…` : text;
  return escapeText(cut.split('\n').map(withoutControls).join('\n'));
}

/** A step as a button that lights its block: the act, the answer of the bot, and the changed Fields. @spec HR2, HR3 */
export function renderStep(
  step: Step,
  before: Step | undefined,
  isFailed: boolean,
  picture: number | undefined,
): string {
  const place = picture === undefined ? '' : ` data-picture="${picture}"`;
  const block = step.at === undefined ? '' : ` data-block="${escapeXml(step.at)}"`;
  const isExpectation = step.step !== undefined && 'bot' in step.step;
  const said = isExpectation ? [] : step.messages === before?.messages ? [] : step.messages;
  const lines = [
    `<span class="do">${step.step === undefined ? 'The conversation begins' : ''}</span>${describeStep(step.step)}`,
    ...limited(said.map((message) => more('said', shown(renderBotMessage(message))))),
    ...limited(changesOf(before?.fields ?? {}, step.fields)),
    ...(step.at === undefined || step.at === before?.at ? [] : [more('at', `<code>${shown(step.at)}</code>`)]),
  ];
  const failed = isFailed ? ' bad' : '';
  return `<li><button type="button" class="step${failed}"${place}${block}>${lines.join('')}</button></li>`;
}

/** The members of a step, such as `visitor: Ann`. */
function describeStep(step: ScenarioStep | undefined): string {
  return Object.entries(step ?? {})
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `<span class="do">${shown(name === 'bot' ? 'expected' : name)}:</span> <bdi class="text">${shown(text)}</bdi>`;
    })
    .join(' ');
}

function changesOf(before: Step['fields'], after: Step['fields']): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const valueIn = (fields: Step['fields'], name: string) =>
    Object.hasOwn(fields, name) ? JSON.stringify(fields[name]) : '(none)';
  return [...names].flatMap((name) => {
    const [old, now] = [valueIn(before, name), valueIn(after, name)];
    return old === now ? [] : [more(`@{${name}}`, `${shown(old)} → ${shown(now)}`)];
  });
}

function more(name: string, html: string): string {
  return `<span class="more"><span class="do">${shown(name)}</span> <bdi class="text">${html}</bdi></span>`;
}

function limited(lines: readonly string[]): readonly string[] {
  if (lines.length <= mostListed) return lines;
  return [...lines.slice(0, mostListed), `<span class="more muted">and ${lines.length - mostListed} more</span>`];
}

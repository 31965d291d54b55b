import { type AwaitedEffect, isJsonList, isJsonObject, type JsonValue } from '@botwright/core/conversation';
import { parseExactJson } from '@botwright/core/files';
import { type EffectAnswer, failed } from '@botwright/testing';

/** The person's outcome of an effect, or the problem of the line. */
export type ReadOutcome =
  | { readonly ok: true; readonly answer: EffectAnswer | undefined }
  | { readonly ok: false; readonly problem: string };

/** The awaited effect, and the possible answers. @spec RC4 */
export function describeEffect(effect: AwaitedEffect): readonly string[] {
  return [`-- ${summaryOf(effect)}`, `-- ${howToAnswer(effect)}; or fail, and the reason.`];
}

function summaryOf(effect: AwaitedEffect): string {
  switch (effect.kind) {
    case 'webhook':
      return `The bot calls ${effect.method} ${effect.url}${effect.body === undefined ? '' : ` with ${effect.body}`}`;
    case 'code':
      return `The bot runs code: ${effect.source}`;
    case 'spreadsheet': {
      const { action, sheetName, reference, cells } = effect;
      const row = reference === undefined ? '' : ` where column ${reference.column} is "${reference.value}"`;
      const written =
        action === 'get_row' ? '' : `: ${cells.map(({ column, value }) => `${column} = "${value}"`).join(', ')}`;
      return `The bot works on the sheet "${sheetName}": ${action}${row}${written}`;
    }
    case 'scheduler':
      return `The bot waits for a booking at ${effect.schedulingUrl}`;
    case 'ai_agent':
      return `An assistant answers. Its exits: ${effect.exits.map(({ name }, at) => `${at + 1}) ${name}`).join('  ') || 'none'}`;
    case 'email': {
      const { to, cc = [], bcc = [], subject } = effect;
      return `The bot mails ${[...to, ...cc, ...bcc].join(', ')}: ${subject}`;
    }
    case 'language_model':
      return `The model "${effect.model}" answers: ${effect.messages.at(-1)?.text ?? ''}`;
    case 'host':
      return `The bot waits for "${effect.name}" with ${JSON.stringify(effect.data)}`;
    case 'jump':
      return `The bot continues in bot ${effect.bot}, which is not there: name its file with --linked ${effect.bot}=<file>`;
  }
}

function howToAnswer(effect: AwaitedEffect): string {
  switch (effect.kind) {
    case 'webhook':
      return 'Type a status and a body, such as 200 {"id": 17}; Enter is 200';
    case 'code':
      return 'Type the Fields that it writes, such as {"total": 3}; Enter is none';
    case 'spreadsheet':
      return effect.action === 'get_row'
        ? `Type the values of the columns ${effect.cells.map(({ column }) => column).join(', ')}, such as ["Ann"]; Enter is none`
        : 'Enter is done';
    case 'scheduler':
      return 'Enter is booked';
    case 'ai_agent':
      return 'Type the number of an exit, or what the assistant says';
    case 'email':
      return 'Enter is sent';
    case 'language_model':
      return 'Type its answer, or JSON such as {"text": "Hello", "fields": {"size": 3}}';
    case 'host':
      return 'Type its value as JSON; Enter is none';
    case 'jump':
      return 'Enter is that it cannot be reached';
  }
}

/** Reads the outcome of an effect. @spec RC4 */
export function readOutcome(effect: AwaitedEffect, line: string): ReadOutcome {
  const typed = line.trim();
  const [, reason] = /^fail(?:s|ed)?(?:\s+(.+))?$/isu.exec(typed) ?? [];
  if (/^fail(?:s|ed)?\b/iu.test(typed)) return chosen(failed(reason ?? 'failed'));
  switch (effect.kind) {
    case 'webhook':
      return readWebhook(typed);
    case 'code': {
      const fields = typed === '' ? {} : readJson(typed);
      return isJsonObject(fields) ? chosen({ fields }) : refused('Fields are an object, such as {"total": 3}.');
    }
    case 'spreadsheet': {
      if (effect.action !== 'get_row') return readNothing(typed);
      const values = typed === '' ? [] : readJson(typed);
      if (!isJsonList(values)) return refused('Values are a list, such as ["Ann", 5].');
      const cells = effect.cells.flatMap(({ column }, at) => {
        const value = values[at];
        return value === undefined ? [] : [{ column, value }];
      });
      return chosen({ cells });
    }
    case 'scheduler':
    case 'email':
      return readNothing(typed);
    case 'ai_agent': {
      const exit =
        effect.exits[Number(typed) - 1] ?? effect.exits.find(({ id, name }) => typed === id || typed === name);
      if (exit !== undefined) return chosen({ exit: exit.id });
      return typed === '' ? refused('An assistant says something, or ends.') : chosen({ messages: [line] });
    }
    case 'language_model': {
      const value = readJson(typed);
      return chosen(isJsonObject(value) ? value : { text: line });
    }
    case 'host': {
      if (typed === '') return chosen(undefined);
      const value = readJson(typed);
      return value === undefined ? refused('This is not JSON.') : chosen(value);
    }
    case 'jump':
      return typed === '' ? chosen(failed('unreachable')) : refused('A jump to a missing bot can only fail.');
  }
}

function readWebhook(typed: string): ReadOutcome {
  const [, status = typed === '' ? '200' : undefined, body] = /^([1-5]\d\d)(?:\s+(.+))?$/su.exec(typed) ?? [];
  if (status === undefined) return refused('A webhook is answered with a status and a body, such as 200 {"id": 17}.');
  return chosen({ status: Number(status), ...(body !== undefined && { body: readJson(body) ?? body }) });
}

function readNothing(typed: string): ReadOutcome {
  return typed === '' ? chosen(undefined) : refused('It is done, which Enter says, or it fails.');
}

/** @returns `undefined` when it is not JSON. */
function readJson(text: string): JsonValue | undefined {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

const chosen = (answer: EffectAnswer | undefined): ReadOutcome => ({ ok: true, answer });
const refused = (problem: string): ReadOutcome => ({ ok: false, problem });

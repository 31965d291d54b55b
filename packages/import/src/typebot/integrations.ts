import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { celField, celText } from '../code/cel.ts';
import { listOf, member, memberAt, numberOf, pointerTo, textOf } from '../json.ts';
import { isWebAddress } from './bubbles.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  carry,
  excerpt,
  fillIn,
  knownParams,
  lateTranscript,
  leaveOut,
  optionsOf,
  remark,
  withoutAbsent,
  withTranscript,
  written,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { cut } from './words.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @spec IM25 */
const httpRequest: Converter = (block, conversion) => {
  const { flow, variables } = conversion;
  const options = optionsOf(block);
  const request = member(options, 'webhook');
  const fill = (text: JsonValue | undefined) => fillIn(conversion, text, block.pointer);
  const address = fill(member(request, 'url')).trim();
  if (!isWebAddress(address)) {
    return leaveOut(conversion, block, 'integration-unknown', `The request has no address: ${excerpt(address)}.`);
  }
  const method = textOf(member(request, 'method')) || 'POST';
  if (!methods.has(method)) {
    return leaveOut(
      conversion,
      block,
      'integration-unknown',
      `The request with the method ${excerpt(method)} is not sent.`,
    );
  }
  const pairs = (list: JsonValue | undefined) =>
    listOf(list)
      .map((pair) => ({ name: fill(member(pair, 'key')).trim(), value: fill(member(pair, 'value')) }))
      .filter(({ name }) => name !== '');
  const query = pairs(member(request, 'queryParams')).map(
    ({ name, value }) => `${encodePart(name)}=${encodePart(value)}`,
  );
  const url = query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
  const headers = pairs(member(request, 'headers'));
  const isCustom = member(options, 'isCustomBody') === true;
  const body = written(fill(member(request, 'body')));
  if (!isCustom && method !== 'GET') {
    const message = 'The request has no list of all answers as its body.';
    remark(conversion, block.pointer, ['lost', 'setting-dropped', message], block.place);
  }
  const columns: Column[] = [];
  const saves = listOf(member(options, 'responseVariableMapping')).flatMap((mapping, nth): readonly JsonObject[] => {
    const pointer = pointerTo(block.pointer, 'options', 'responseVariableMapping', nth);
    const destination = variables.byId(member(mapping, 'variableId'));
    const said = textOf(member(mapping, 'bodyPath')).trim();
    if (destination === undefined || said === '') return [];
    const { list = said, name } = memberOfEach.exec(said)?.groups ?? {};
    const path = pathOf(list);
    if (path === undefined) {
      const message = `The variable “${destination}” does not get ${excerpt(said)} of the answer.`;
      remark(conversion, pointer, ['lost', 'code-not-translated', message], block.place);
      return [];
    }
    remark(conversion, pointer, ['carried', 'carried', 'The part of the answer is saved.'], block.place);
    if (name !== undefined) columns.push({ field: destination, member: name });
    return [{ path, destination }];
  });
  const next = flow.next(block);
  const params = withoutAbsent({
    url,
    method,
    headers: headers.length === 0 ? undefined : headers,
    body: isCustom && method !== 'GET' ? body : undefined,
    saves: saves.length === 0 ? undefined : saves,
  });
  const saved = `${block.place}:saved`;
  const key = addBlock(conversion, block, 'webhook', params, [
    ['$success', saved],
    ['$failed', next],
  ]);
  conversion.builder.standsFor(saved, pickMembers(block, conversion, columns, next));
  carry(conversion, block, key, 'The request is a webhook.');
  if (member(options, 'isExecutedOnClient') === true) {
    const message = 'The server sends the request, not the page of the visitor.';
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message], key);
  }
  return key;
};

/** A Field with a list of objects, of which it gets a list of one member. */
interface Column {
  readonly field: string;
  readonly member: string;
}

/** `data.results.flatMap(item => item.title)`, as the source writes for a member of each entry of a list. */
const memberOfEach = /^(?<list>.+)\.(?:flatMap|map)\((?<each>\w+) => \k<each>\.(?<name>[A-Za-z_]\w*)\)$/;

/** @returns The place of the first formula, or of the next block. */
function pickMembers(
  block: SourceBlock,
  conversion: Conversion,
  columns: readonly Column[],
  next: string | undefined,
): string | undefined {
  return columns.reduceRight<string | undefined>((to, { field, member: name }) => {
    const expression = `${celField(field)}.map(entry, entry[${celText(name)}])`;
    return addBlock(conversion, block, 'formulas', { expression, destination: field }, [
      ['$success', to],
      ['$failed', to],
    ]);
  }, next);
}

/** Percent-encodes the text between Fields: their values are encoded when they are filled in. */
function encodePart(text: string): string {
  return text
    .split(/(@\{[^{}]*\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join('');
}

/** `data.results[0]["first name"]` as a pointer into the answer; `undefined` for other code. */
function pathOf(said: string): string | undefined {
  const [, rest] = /^data((?:\??\.[A-Za-z_$][\w$]*|\[\d{1,6}\]|\["[^"\\]*"\]|\['[^'\\]*'\])*)$/.exec(said) ?? [];
  if (rest === undefined) return undefined;
  const tokens = [...rest.matchAll(/\??\.([\w$]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/g)];
  return pointerTo('', ...tokens.map((match) => match.slice(1).find((part) => part !== undefined) ?? '')).slice(0);
}

/** Of one e-mail. */
const mostAddresses = 20;

const email: Converter = (block, conversion) => {
  const { at, flow, variables, needs, options: settings } = conversion;
  const options = optionsOf(block);
  const fill = (text: JsonValue | undefined) => fillIn(conversion, text, block.pointer);
  const addresses = (list: JsonValue | undefined) =>
    listOf(list)
      .map((each) => fill(each).trim())
      .filter((each) => each !== '');
  const to = addresses(member(options, 'recipients'));
  if (!at.has('send_email') || to.length === 0) {
    return leaveOut(conversion, block, 'integration-unknown', 'The e-mail is not sent.');
  }
  const [cc, bcc] = ['cc', 'bcc'].map((name) => addresses(member(options, name)));
  if (to.length + (cc?.length ?? 0) + (bcc?.length ?? 0) > mostAddresses) {
    const message = `The e-mail is not sent: it has more than ${mostAddresses} recipients.`;
    return leaveOut(conversion, block, 'setting-dropped', message);
  }
  const isCustom = member(options, 'isCustomBody') === true;
  const body = fill(member(options, 'body'));
  const attachments = variables.byId(member(options, 'attachmentsVariableId'));
  const next = flow.next(block);
  const params = knownParams(conversion, 'send_email', {
    to,
    cc: cc?.length === 0 ? undefined : cc,
    bcc: bcc?.length === 0 ? undefined : bcc,
    replyTo: written(fill(member(options, 'replyTo'))),
    subject: cut(written(fill(member(options, 'subject'))) ?? '…', 255),
    text: written(withTranscript(conversion, body)) ?? '…',
    transcript: isCustom ? undefined : true,
    attachments: attachments === undefined ? undefined : [attachments],
  });
  const key = addBlock(conversion, block, 'send_email', params, [
    ['$success', next],
    ['$failed', next],
  ]);
  carry(conversion, block, key, 'The e-mail is an e-mail.');
  if (settings.mailer !== true) needs.push({ kind: 'mailer', name: 'e-mail', block_id: key });
  if (!isCustom) {
    const message = 'The e-mail has the conversation, in place of a table of answers.';
    remark(conversion, block.pointer, ['changed', 'wording-dropped', message], key);
  }
  if (member(options, 'isBodyCode') === true) {
    remark(conversion, block.pointer, ['changed', 'html-removed', 'The HTML of the e-mail is sent as text.'], key);
  }
  return key;
};

const actions: Readonly<Record<string, string>> = {
  'Insert a row': 'insert_row',
  'Update a row': 'update_row',
  'Get data from sheet': 'get_row',
};

const sheets: Converter = (block, conversion) => {
  const { flow, variables, needs } = conversion;
  const options = optionsOf(block);
  const action = actions[textOf(member(options, 'action'))];
  if (action === undefined) {
    remark(conversion, block.pointer, ['carried', 'carried', 'A sheet without an action is left out.']);
    return flow.next(block);
  }
  const fill = (text: JsonValue | undefined) => fillIn(conversion, text, block.pointer);
  const columns: string[] = [];
  const columnOf = (cell: JsonValue | undefined): number => {
    const column = textOf(member(cell, 'column')) || '…';
    if (!columns.includes(column)) columns.push(column);
    return columns.indexOf(column) + 1;
  };
  const cellOf = (cell: JsonValue): JsonObject => ({
    selectorValue: columnOf(cell),
    value: fill(member(cell, 'value')),
  });
  const read = (cell: JsonValue): readonly JsonObject[] => {
    const field = variables.byId(member(cell, 'variableId'));
    return field === undefined ? [] : [{ selectorValue: columnOf(cell), value: field }];
  };
  const filters = listOf(memberAt(options, 'filter', 'comparisons'));
  const reference = member(options, 'referenceCell') ?? filters[0];
  const selectors =
    action === 'get_row'
      ? listOf(member(options, 'cellsToExtract')).flatMap(read)
      : listOf(member(options, action === 'insert_row' ? 'cellsToInsert' : 'cellsToUpsert')).map(cellOf);
  if (action !== 'insert_row' && reference === undefined) {
    return leaveOut(
      conversion,
      block,
      'integration-unknown',
      'The rows of the sheet are not read: no column is compared.',
    );
  }
  const next = flow.next(block);
  const params = {
    action,
    auth_id: textOf(member(options, 'credentialsId')) || 'google-sheets',
    spreadsheet_id: textOf(member(options, 'spreadsheetId')) || '…',
    sheet_name: textOf(member(options, 'sheetId')) || '…',
    selectors,
    ...(action === 'insert_row' || reference === undefined ? {} : { reference: cellOf(reference) }),
  };
  const key = addBlock(conversion, block, 'spreadsheets', params, [
    ['$success', next],
    ['$failed', next],
  ]);
  carry(conversion, block, key, 'The sheet is a spreadsheet.');
  needs.push({ kind: 'account', name: 'Google Sheets', block_id: key });
  remark(
    conversion,
    block.pointer,
    [
      'changed',
      'credentials-missing',
      `The sheet needs a connected account; its columns ${columns.map(excerpt).join(', ')} are numbered from 1.`,
      'Choose the account, the sheet and the columns again.',
    ],
    key,
  );
  if (filters.length > 1 || (action === 'get_row' && textOf(member(options, 'totalRowsToExtract')) !== 'First')) {
    const message = 'The first row whose first compared column equals the value is used, not all that match.';
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message], key);
  }
  return key;
};

/** Blocks of other services that write with a model. */
const modelServices: ReadonlySet<string> = new Set([
  'OpenAI',
  'openai',
  'mistral',
  'anthropic',
  'open-router',
  'groq',
  'together-ai',
  'deepseek',
  'perplexity',
]);

const model: Converter = (block, conversion) => {
  const { at, flow, variables, needs, options: settings } = conversion;
  const options = optionsOf(block);
  const action = textOf(member(options, 'action') ?? member(options, 'task')) || 'Create chat completion';
  const isWriting = /chat (?:completion|message)|^Ask Model$/i.test(action);
  const isReading = /generate variables|extract/i.test(action);
  if (!at.has('language_model') || (!isWriting && !isReading)) {
    return leaveOut(conversion, block, 'integration-unknown', `The model of “${block.type}” does not do “${action}”.`);
  }
  const fill = (text: JsonValue | undefined) => fillIn(conversion, text, block.pointer);
  const messages = listOf(member(options, 'messages'));
  const ofRole = (role: string) =>
    messages.filter((each) => member(each, 'role') === role).map((each) => fill(member(each, 'content')));
  const name = textOf(member(options, 'model')) || block.type;
  const { models = {} } = settings;
  const mapping = listOf(member(options, 'responseMapping'));
  const destination = mapping
    .filter((each) => /^(?:Message content)?$/i.test(textOf(member(each, 'item') ?? member(each, 'valueToExtract'))))
    .map((each) => variables.byId(member(each, 'variableId')))
    .find((field) => field !== undefined);
  const fills = listOf(member(options, 'variablesToExtract')).flatMap((each): readonly JsonObject[] => {
    const field = variables.byId(member(each, 'variableId'));
    const description = fill(member(each, 'description'));
    return field === undefined ? [] : [{ destination: field, type: 'string', description }];
  });
  const next = flow.next(block);
  const said = ofRole('user').at(-1) ?? fill(member(options, 'message'));
  const system = [...ofRole('system'), fill(member(options, 'instructions'))].join('\n\n').trim();
  const instructions = withTranscript(conversion, system);
  const isGoingOn =
    instructions.includes(lateTranscript) ||
    textOf(member(options, 'responseIdVariableId')) !== '' ||
    messages.some((each) => /^(?:Dialogue|Messages sequence)/.test(textOf(member(each, 'role'))));
  const params = knownParams(conversion, 'language_model', {
    model: Object.hasOwn(models, name) ? models[name] : name,
    // Instructions cannot hold the conversation: the model reads it as its history.
    instructions: written(instructions.replaceAll(lateTranscript, 'the conversation')),
    input: written(withTranscript(conversion, isReading ? fill(member(options, 'prompt')) : said)),
    history: isGoingOn ? 'conversation' : 'none',
    say: false,
    destination,
    fills: fills.length === 0 ? undefined : fills,
    temperature: numberOf(memberAt(options, 'advancedSettings', 'temperature') ?? member(options, 'temperature')),
  });
  const key = addBlock(conversion, block, 'language_model', params, [
    ['$success', next],
    ['$failed', next],
  ]);
  carry(conversion, block, key, 'The model is a model.');
  needs.push({ kind: 'model', name, block_id: key });
  remark(
    conversion,
    block.pointer,
    ['changed', 'credentials-missing', `The host configures the model “${name}”.`],
    key,
  );
  return key;
};

function unseen(what: string): Converter {
  return (block, conversion) =>
    leaveOut(conversion, block, 'integration-unknown', `${what} gets no event; the visitor notices nothing.`);
}

export const integrations: Readonly<Record<string, Converter>> = {
  Webhook: httpRequest,
  Zapier: httpRequest,
  'Make.com': httpRequest,
  Pabbly: httpRequest,
  Email: email,
  'Google Sheets': sheets,
  'Google Analytics': unseen('Google Analytics'),
  Pixel: unseen('The pixel'),
  ...Object.fromEntries([...modelServices].map((service) => [service, model])),
};

/** A block of a service that nothing here stands for. */
export const unknownBlock: Converter = (block: SourceBlock, conversion: Conversion) =>
  leaveOut(
    conversion,
    block,
    'integration-unknown',
    `The block “${block.type || 'without a type'}” does nothing here.`,
  );

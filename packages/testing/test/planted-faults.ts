import type { LintFilesOptions } from '../src/files/lint-files.ts';

type Edit = (text: string) => string;

/**
 * A clean bot with one fault in its text. `⟦code⟧` precedes each place at which the code must be reported: the fault
 * and its consequences.
 */
export interface PlantedFault {
  readonly code: string;
  /** The change to the bot. */
  readonly title: string;
  readonly bot: 'garden-visits.json' | 'school-leads.json';
  readonly edits: readonly Edit[];
  /** The reason for other codes. */
  readonly implies?: string;
  readonly context?: LintFilesOptions;
}

/** Changes the first match after the beginning of an entry of `nodes` or `connections`. */
function change(entry: string, from: string | RegExp, to: string): Edit {
  return (text) => {
    const start = text.indexOf(`"${entry}": {`);
    const rest = text.slice(start);
    const changed = rest.replace(from, () => to);
    if (start === -1 || changed === rest) throw new Error(`There is no ${from} in ${entry}.`);
    return text.slice(0, start) + changed;
  };
}

const mark = (entry: string, code: string): Edit => change(entry, `"${entry}"`, `⟦${code}⟧"${entry}"`);

/** Removes an entry that is not the last one. */
const remove = (entry: string): Edit => change(entry, /^"[^"]+": \{[\s\S]*?\n {4}\},\n\s*/, '');

/** Replaces a connection, with its key, its id and its ends. */
function reconnect(from: string, to: string, markers: { readonly [member: string]: string } = {}): Edit {
  const [, source = '', type = '', target = ''] = /^(.*)\.(.*)--(.*)$/.exec(to) ?? [];
  const members = { id: to, type, sourcePath: source, targetPath: target };
  const lines = Object.entries(members).map(([name, value]) => `      ${markers[name] ?? ''}"${name}": "${value}"`);
  return change(from, /^"[^"]+": \{[^}]*\}/, `"${to}": {\n${lines.join(',\n')}\n    }`);
}

const host = (entry: string, template: string, params: string): Edit =>
  change(entry, /"template": "\w+",\s*"params": \{[^}]*\}/, `${template},\n      ${params}`);

/** Sends a mail in place of the webhook of the school. */
const askModel = (params: string): Edit =>
  change(
    'lead',
    /"template": "webhook",\s*"params": \{[\s\S]*?"version": 3\s*\}/,
    `"template": "language_model",
        "params": {
          ${params},
          "input": "@{course} @{people} @{site} @{begins}",
          "version": 3
        }`,
  );

const mailLead = (to: string): Edit =>
  change(
    'lead',
    /"template": "webhook",\s*"params": \{[\s\S]*?"version": 3\s*\}/,
    `"template": "send_email",
        "params": {
          ${to},
          "subject": "@{course}",
          "text": "@{people} @{site} @{begins}",
          "version": 3
        }`,
  );

/** Adds a block of keywords at the end of `nodes` that leads to a block. */
const addKeywords =
  (id: string, text: string, to: string, left = 9_000): Edit =>
  (written) => {
    const node = `"${id}": { "id": "${id}", "path": "${id}", "template": "keywords", "isTarget": false, "params": { "words": [{ "id": "x", "texts": [${text}] }], "version": 3 }, "top": 0, "left": ${left} }`;
    const way = `"${id}.$x--${to}": { "id": "${id}.$x--${to}", "type": "$x", "sourcePath": "${id}", "targetPath": "${to}" }`;
    return written.replace(/\n {2}\},\n {2}"connections": \{/, () => `,\n${node}\n  },\n  "connections": {\n${way},`);
  };

const garden = 'garden-visits.json';
const school = 'school-leads.json';

export const plantedFaults: readonly PlantedFault[] = [
  {
    code: 'start_point',
    title: 'the start point was deleted',
    bot: garden,
    edits: [
      (text) => text.replace('"nodes"', '⟦start_point⟧"nodes"'),
      remove('hidden'),
      change('hidden.$success--welcome', '"sourcePath"', '⟦connection_source_unknown⟧"sourcePath"'),
    ],
    implies: 'Its connection has no source.',
  },
  {
    code: 'start_connection',
    title: 'the start point was connected to the second block',
    bot: garden,
    edits: [reconnect('hidden.$success--welcome', 'hidden.$success--ask_name', { targetPath: '⟦start_connection⟧' })],
  },
  {
    code: 'node_malformed',
    title: 'a position was written as a text',
    bot: garden,
    edits: [change('bye', '"top": 640', '⟦node_malformed⟧"top": "640"')],
  },
  {
    code: 'node_key_mismatch',
    title: 'a block was renamed inside only',
    bot: garden,
    edits: [
      change('bye', '"id": "bye"', '⟦node_key_mismatch⟧"id": "goodbye"'),
      change('bye', '"path": "bye"', '"path": "goodbye"'),
    ],
  },
  {
    code: 'node_path_mismatch',
    title: 'a block was copied, and kept the path',
    bot: garden,
    edits: [change('bye', '"path": "bye"', '⟦node_path_mismatch⟧"path": "person"')],
  },
  {
    code: 'greeting_not_allowed',
    title: 'a bot of another family was made native',
    bot: school,
    edits: [
      (text) => text.replace('"apichat"', '"native"'),
      change('bot_start', '"template"', '⟦greeting_not_allowed⟧"template"'),
    ],
    context: { greetingSlots: new Map([['native', 'bot_start']]) },
  },
  {
    code: 'greeting_version',
    title: 'the greeting has an old version',
    bot: garden,
    edits: [change('welcome', '"version": 3', '⟦greeting_version⟧"version": 2')],
  },
  {
    code: 'param_required',
    title: 'the type of a file was left out',
    bot: garden,
    edits: [
      change('price_list', '"params"', '⟦param_required⟧"params"'),
      change('price_list', /"media_type": "document",\s*/, ''),
    ],
  },
  {
    code: 'param_type',
    title: 'a bound was written as a text',
    bot: garden,
    edits: [change('ask_size', '"max": 5000', '⟦param_type⟧"max": "5000"')],
  },
  {
    code: 'param_non_empty',
    title: 'a text was emptied',
    bot: garden,
    edits: [change('say_packing', '"text": "We are packing your order."', '⟦param_non_empty⟧"text": ""')],
  },
  {
    code: 'param_enum',
    title: 'a media type was made up',
    bot: garden,
    edits: [change('price_list', '"media_type": "document"', '⟦param_enum⟧"media_type": "pdf"')],
  },
  {
    code: 'param_pattern',
    title: 'a pointer was written with a dot',
    bot: garden,
    edits: [change('save', '"path": "/visit/number"', '⟦param_pattern⟧"path": "visit.number"')],
  },
  {
    code: 'param_min_length',
    title: 'the prefix of a gift card is too short',
    bot: garden,
    edits: [
      host('say_packing', '"template": "gift_card"', '"params": { ⟦param_min_length⟧"prefix": "G", "worth": 20 }'),
    ],
  },
  {
    code: 'param_max_length',
    title: 'the prefix of a gift card is too long',
    bot: garden,
    edits: [
      host('say_packing', '"template": "gift_card"', '"params": { ⟦param_max_length⟧"prefix": "GREEN", "worth": 20 }'),
    ],
  },
  {
    code: 'param_min',
    title: 'a bound has the wrong sign',
    bot: garden,
    edits: [change('ask_order', '"minChars": 3', '⟦param_min⟧"minChars": -3')],
  },
  {
    code: 'param_max',
    title: 'a gift card is worth too much',
    bot: garden,
    edits: [host('say_packing', '"template": "gift_card"', '"params": { "prefix": "GR", ⟦param_max⟧"worth": 5000 }')],
  },
  {
    code: 'param_min_items',
    title: 'the only condition was deleted',
    bot: garden,
    edits: [
      change('is_booked', /"conditions": \[[^\]]*\]/, '⟦param_min_items⟧"conditions": []'),
      change('say_number', '"text"', '⟦field-read-before-set⟧"text"'),
    ],
    implies: 'No condition says any more that the number is set where it is read.',
  },
  {
    code: 'param_max_items',
    title: 'a list of headers was pasted a thousand times',
    bot: garden,
    edits: [
      change(
        'save',
        /"headers": \[[^\]]*\]/,
        `⟦param_max_items⟧"headers": [${Array(1_001).fill('{ "name": "accept", "value": "*/*" }').join(', ')}]`,
      ),
    ],
  },
  {
    code: 'date_format_mismatch',
    title: 'the calendar was set to another form',
    bot: garden,
    edits: [
      change('ask_day', '"format"', '⟦date_format_mismatch⟧"format"'),
      change('ask_day', '"pickerFormat": "dd/MM/yyyy"', '"pickerFormat": "MM/dd/yyyy"'),
    ],
  },
  {
    code: 'keyword_taken',
    title: 'one word was given to two buttons',
    bot: garden,
    edits: [
      change('change_day', '"label": "The day"', '"label": "The day", "words": ["again"]'),
      change('change_day', '"label": "The size"', '"label": "The size", "words": ["garden", ⟦keyword_taken⟧"Again "]'),
    ],
  },
  {
    code: 'exit_taken',
    title: 'a button to skip got the id of another button',
    bot: garden,
    edits: [
      mark('change_day', 'unconnected-output'),
      change('change_day.$stop--anything_else', '"type": "$stop"', '⟦output_unknown⟧"type": "$stop"'),
      change('change_day', '"id": "stop"', '"id": "skipped"'),
      change(
        'change_day',
        '"buttons": [',
        '"exits": [{ ⟦exit_taken⟧"id": "skipped", "label": "Skip" }],\n"buttons": [',
      ),
    ],
    implies: 'The connection of the button has its former id.',
  },
  {
    code: 'keywords_too_many',
    title: 'eleven blocks have keywords',
    bot: garden,
    edits: [
      ...Array.from({ length: 10 }, (_, nth) => addKeywords(`k${nth}`, `"word ${nth}"`, 'bye', 9_000 + 400 * nth)),
      addKeywords('last', '"goodbye"', 'bye', 15_000),
      mark('last', 'keywords_too_many'),
    ],
  },
  {
    code: 'formula_malformed',
    title: 'half a formula was deleted',
    bot: garden,
    edits: [change('estimate', '"expression": "size * 2.5 + 40.0"', '⟦formula_malformed⟧"expression": "size * 2.5 +"')],
  },
  {
    code: 'field_name_reserved',
    title: 'an answer was saved as the agent of the customer',
    bot: garden,
    edits: [
      change('ask_photo', '"destination": "photo"', '⟦field_name_reserved⟧"destination": "agent_id"'),
      change('save', '@{photo}', '@{agent_id}'),
    ],
  },
  {
    code: 'linked_bot_unknown',
    title: 'the shop was deleted',
    bot: garden,
    edits: [change('shop', '"bot": 7', '⟦linked_bot_unknown⟧"bot": 70')],
  },
  {
    code: 'linked_bot_unpublished',
    title: 'the new shop is not published',
    bot: garden,
    edits: [change('shop', '"bot": 7', '⟦linked_bot_unpublished⟧"bot": 800')],
  },
  {
    code: 'link-disagrees',
    title: 'the number of the shop was changed, and not what the server wrote beside it',
    bot: garden,
    edits: [change('shop', '"bot": 7', '"bot": 7,\n        ⟦link-disagrees⟧"bot_number": 70')],
  },
  {
    code: 'linked_node_unknown',
    title: 'a jump within the bot names a block by its title',
    bot: garden,
    edits: [change('shop', '"bot": 7', '"bot": 7,\n        ⟦linked_node_unknown⟧"node": "Ask for the size"')],
    context: { bot: { number: 7 } },
  },
  {
    code: 'account_unknown',
    title: 'an account of another brand was kept',
    bot: garden,
    edits: [change('write_down', '"auth_id": "sheets-1"', '⟦account_unknown⟧"auth_id": "sheets-9"')],
  },
  {
    code: 'long-wait-in-chat',
    title: 'the last words became a wait of an hour',
    bot: school,
    edits: [mark('sorry', 'long-wait-in-chat'), host('sorry', '"template": "wait"', '"params": { "seconds": 3600 }')],
  },
  {
    code: 'delay-sum',
    title: 'the last words became a wait that is of 24 seconds',
    bot: school,
    edits: [mark('sorry', 'delay-sum'), host('sorry', '"template": "wait"', '"params": { "seconds": 24 }')],
  },
  {
    code: 'block_not_on_channel_family',
    title: 'code was put into a bot of APIchat',
    bot: school,
    edits: [
      mark('sorry', 'unconnected-output'),
      host('sorry', '⟦block_not_on_channel_family⟧"template": "code"', '"params": { "source": "log()" }'),
    ],
    implies: 'The block has a second output, which nothing connects.',
  },
  {
    code: 'endless_loop',
    title: 'a failed search leads back to the search',
    bot: garden,
    edits: [
      mark('find_order', 'endless_loop'),
      mark('try_again', 'unreachable-block'),
      reconnect('say_unknown.$success--try_again', 'say_unknown.$success--find_order'),
    ],
    implies: 'The question in between is passed by.',
  },
  {
    code: 'connection_malformed',
    title: 'a connection lost its output',
    bot: garden,
    edits: [
      mark('change_day', 'unconnected-output'),
      mark('change_day.$stop--anything_else', 'connection_malformed'),
      change('change_day.$stop--anything_else', /"type": "\$stop",\s*/, ''),
    ],
    implies: 'It connects nothing.',
  },
  {
    code: 'connection_id_mismatch',
    title: 'a connection was led elsewhere by hand',
    bot: garden,
    edits: [
      change('confirm.$no--change_day', '"id": "confirm.$no--c', '⟦connection_id_mismatch⟧"id": "confirm.$no--c'),
      change('confirm.$no--change_day', '"targetPath": "change_day"', '"targetPath": "ask_day"'),
      mark('change_day', 'unreachable-block'),
    ],
    implies: 'The block that it led to is reached no more.',
  },
  {
    code: 'connection_source_unknown',
    title: 'a block was renamed in a connection only',
    bot: garden,
    edits: [
      mark('meeting', 'dead-end'),
      reconnect('meeting.$success--bye', 'meetings.$success--bye', { sourcePath: '⟦connection_source_unknown⟧' }),
    ],
    implies: 'The block that it should leave has no way on.',
  },
  {
    code: 'connection_target_unknown',
    title: 'a connection leads to a block that was deleted',
    bot: garden,
    edits: [reconnect('advice.$person--person', 'advice.$person--anna', { targetPath: '⟦connection_target_unknown⟧' })],
  },
  {
    code: 'output_unknown',
    title: 'an output was written without its dollar sign',
    bot: garden,
    edits: [
      mark('want_visit', 'unconnected-output'),
      reconnect('want_visit.$no--anything_else', 'want_visit.no--anything_else', { type: '⟦output_unknown⟧' }),
    ],
    implies: 'The output that was meant is open.',
  },
  {
    code: 'output_connected_twice',
    title: 'a way was drawn, and the old one not removed',
    bot: garden,
    edits: [
      change(
        'confirm.$no--change_day',
        '"confirm.$no--change_day"',
        '"confirm.$yes--promise": { "id": "confirm.$yes--promise", ⟦output_connected_twice⟧"type": "$yes", "sourcePath": "confirm", "targetPath": "promise" },\n    "confirm.$no--change_day"',
      ),
    ],
  },
  {
    code: 'target_not_allowed',
    title: 'a block was closed to connections',
    bot: garden,
    edits: [
      change('promise', '"isTarget": true', '"isTarget": false'),
      change('write_down.$success--promise', '"targetPath"', '⟦target_not_allowed⟧"targetPath"'),
    ],
  },
  {
    code: 'empty-bot',
    title: 'everything was deleted',
    bot: garden,
    edits: [
      () =>
        '{\n  ⟦empty-bot⟧⟦start_connection⟧"nodes": {\n    "hidden": { "id": "hidden", "template": "hidden", "params": {} }\n  },\n  "connections": {}\n}\n',
    ],
    implies: 'The greeting is gone, too.',
  },
  {
    code: 'unreachable-block',
    title: 'a block was passed by',
    bot: garden,
    edits: [
      mark('promise', 'unreachable-block'),
      reconnect('write_down.$success--promise', 'write_down.$success--anything_else'),
    ],
  },
  {
    code: 'dead-end',
    title: 'the only way on was deleted',
    bot: garden,
    edits: [
      mark('promise', 'unreachable-block'),
      mark('write_down', 'dead-end'),
      remove('write_down.$success--promise'),
      remove('write_down.$failed--person'),
    ],
    implies: 'What came next is reached no more.',
  },
  {
    code: 'unconnected-output',
    title: 'one of two ways was deleted',
    bot: garden,
    edits: [
      mark('is_booked', 'unconnected-output'),
      mark('say_booked', 'unreachable-block'),
      remove('is_booked.false--say_booked'),
    ],
    implies: 'What came next is reached no more.',
  },
  {
    code: 'unused-field',
    title: 'the text that read a Field was made shorter',
    bot: garden,
    edits: [
      change('welcome', '"destination"', '⟦unused-field⟧"destination"'),
      change('person', /"text": .*/, '"text": "One moment.",'),
    ],
  },
  {
    code: 'field-read-before-set',
    title: 'a text reads what is asked elsewhere',
    bot: garden,
    edits: [
      change(
        'say_packing',
        '"text": "We are packing',
        '⟦field-read-before-set⟧"text": "By @{visit_day} we are packing',
      ),
    ],
  },
  {
    code: 'overlapping-blocks',
    title: 'a block was pasted on another one',
    bot: garden,
    edits: [mark('bye', 'overlapping-blocks'), change('bye', '"top": 640', '"top": 480')],
  },
  {
    code: 'may-be-empty',
    title: 'every button got a condition',
    bot: garden,
    edits: [
      change('change_day', '"buttons": [', '⟦may-be-empty⟧"buttons": ['),
      ...['The day', 'The size', 'Stop here'].map((label) =>
        change(
          'change_day',
          `"label": "${label}"`,
          `"label": "${label}", "show": { "conditions": [{ "field": "visit_day", "operator": "is_set", "value": null }] }`,
        ),
      ),
    ],
  },
  {
    code: 'exit-never-taken',
    title: 'an exit for no buttons was added to buttons that are always there',
    bot: garden,
    edits: [
      mark('change_day', 'unconnected-output'),
      change('change_day', '"buttons": [', '"exits": [⟦exit-never-taken⟧{ "id": "none" }],\n"buttons": ['),
    ],
    implies: 'Its output leads nowhere.',
  },
  {
    code: 'fallback-not-written',
    title: 'a question can be skipped, and has a fallback that no Field takes',
    bot: garden,
    edits: [
      mark('change_day', 'unconnected-output'),
      change(
        'change_day',
        '"buttons": [',
        '"exits": [{ "id": "skipped", "label": "Later", ⟦fallback-not-written⟧"fallback": null }],\n"buttons": [',
      ),
    ],
    implies: 'Its output leads nowhere.',
  },
  {
    code: 'duplicate-button-label',
    title: 'two buttons have one label',
    bot: garden,
    edits: [change('change_day', '"label": "The size"', '⟦duplicate-button-label⟧"label": "the day "')],
  },
  {
    code: 'phrase-in-two-routes',
    title: 'the buttons became routes, and two of them have one phrase',
    bot: garden,
    edits: [
      change('change_day', '"template": "buttons"', '"template": "understand"'),
      change('change_day', '"buttons": [', '"routes": ['),
      change('change_day', '"label": "The day"', '"name": "The day", "phrases": ["the day", "another one"]'),
      change(
        'change_day',
        '"label": "The size"',
        '"name": "The size", "phrases": ["the size", ⟦phrase-in-two-routes⟧"Another one"]',
      ),
      change('change_day', '"label": "Stop here"', '"name": "Stop here", "phrases": ["stop"]'),
      mark('change_day', 'unconnected-output'),
    ],
    implies: 'Nothing is connected for other texts.',
  },
  {
    code: 'tier-required',
    title: 'a block of a higher plan was put in',
    bot: garden,
    edits: [host('say_packing', '⟦tier-required⟧"template": "invoice"', '"params": {}')],
  },
  {
    code: 'ask-file-without-store',
    title: 'the host stores no files',
    bot: garden,
    edits: [change('ask_photo', '"template": "var_file"', '⟦ask-file-without-store⟧"template": "var_file"')],
    context: { storesFiles: false },
  },
  {
    code: 'unknown-template',
    title: 'the name of a block stands for its template',
    bot: garden,
    edits: [change('ask_phone', '"template": "var_phone"', '⟦unknown-template⟧"template": "ask_phone"')],
  },
  {
    code: 'unknown-param',
    title: 'a param is misspelled',
    bot: garden,
    edits: [change('ask_email', '"errorText"', '⟦unknown-param⟧"errorTxt"')],
  },
  {
    code: 'url-malformed',
    title: 'an address lost its beginning',
    bot: garden,
    edits: [change('price_list', '"url": "https://', '⟦url-malformed⟧"url": "')],
  },
  {
    code: 'min-above-max',
    title: 'a bound has a digit too many',
    bot: garden,
    edits: [change('ask_order', '"minChars": 3', '⟦min-above-max⟧"minChars": 30')],
  },
  {
    code: 'call-never-returns',
    title: 'the jump to the shop became a call of a part that never goes back',
    bot: garden,
    edits: [
      mark('shop', 'call-never-returns'),
      host('shop', '"template": "bot_link"', '"params": { "bot": 7, "node": "bye", "mode": "call", "version": 3 }'),
    ],
    context: { bot: { number: 7 } },
  },
  {
    code: 'go-back-without-call',
    title: 'the last block goes back instead of closing',
    bot: garden,
    edits: [mark('bye', 'go-back-without-call'), host('bye', '"template": "go_back"', '"params": { "version": 3 }')],
  },
  {
    code: 'format-not-shown',
    title: 'the form was taken out of the question',
    bot: garden,
    edits: [
      change(
        'ask_day',
        '"text": "Which day suits you (dd/mm/yyyy)?"',
        '⟦format-not-shown⟧"text": "Which day suits you?"',
      ),
    ],
  },
  {
    code: 'markup-not-shown',
    title: 'the format was lost',
    bot: school,
    edits: [
      change('test_link', '"text": "There is a short test', '⟦markup-not-shown⟧"text": "There is a **short** test'),
    ],
  },
  {
    code: 'link-address',
    title: 'an address lost its scheme',
    bot: school,
    edits: [
      change(
        'test_link',
        '"text": "There is a short test for @{language} at https://school.example.com/test."',
        '"format": "markdown",\n          ⟦link-address⟧"text": "There is a [short test for @{language}](school.example.com/test)."',
      ),
    ],
  },
  {
    code: 'text-in-arithmetic',
    title: 'a question for a number was made one for a text',
    bot: school,
    edits: [
      change('how_many', '"template": "var_number"', '"template": "var_text"'),
      change('how_many', '"min"', '"minChars"'),
      change('how_many', '"max"', '"maxChars"'),
      change('price', '"expression"', '⟦text-in-arithmetic⟧"expression"'),
    ],
  },
  {
    code: 'silent-question',
    title: 'a question lost its words',
    bot: garden,
    edits: [change('ask_day', /"text": "Which day suits you \(dd\/mm\/yyyy\)\?"/, '⟦silent-question⟧"quiet": true')],
  },
  {
    code: 'keyword-hides-answer',
    title: 'a word that works anywhere is the label of a button',
    bot: garden,
    edits: [addKeywords('words', '"goodbye", ⟦keyword-hides-answer⟧"the day"', 'bye')],
  },
  {
    code: 'case-never-reached',
    title: 'a case was copied, and its conditions not changed',
    bot: garden,
    edits: [
      mark('is_shipped', 'unconnected-output'),
      change(
        'is_shipped',
        /"template": "conditions",\s*"params": \{[\s\S]*?"version": 3\s*\}/,
        `"template": "switch",
      "params": {
        "cases": [
          { "id": "shipped", "match": "all", "conditions": [{ "field": "order_state", "operator": "is", "value": "shipped" }] },
          { "id": "late", "match": "all", ⟦case-never-reached⟧"conditions": [{ "field": "order_state", "operator": "is", "value": "shipped" }] }
        ],
        "version": 3
      }`,
      ),
      reconnect('is_shipped.true--say_shipped', 'is_shipped.$shipped--say_shipped'),
      reconnect('is_shipped.false--say_packing', 'is_shipped.$else--say_packing'),
    ],
    implies: 'The copy is not connected yet.',
  },
  {
    code: 'open-address-from-visitor',
    title: 'the host was left out of an address',
    bot: garden,
    edits: [
      host(
        'say_packing',
        '"template": "open_url"',
        '"params": { ⟦open-address-from-visitor⟧"url": "https://@{order_number}/state", "version": 3 }',
      ),
    ],
  },
  {
    code: 'email-address-malformed',
    title: 'the sign was left out of an address',
    bot: school,
    edits: [mailLead('⟦email-address-malformed⟧"to": "leads.school.example.com"')],
  },
  {
    code: 'email-to-visitor',
    title: 'the mail to the team went to the visitor too',
    bot: school,
    edits: [mailLead('"to": "leads@school.example.com", ⟦email-to-visitor⟧"cc": "@{email}"')],
    context: { rules: { 'email-to-visitor': 'warn' } },
  },
  {
    code: 'model_unknown',
    title: 'the name of a model has one letter less',
    bot: school,
    edits: [askModel('⟦model_unknown⟧"model": "smal", "instructions": "Thank the visitor."')],
    context: { models: new Set(['small']) },
  },
  {
    code: 'instructions-with-visitor-text',
    title: 'an answer became a part of the instructions',
    bot: school,
    edits: [askModel('"model": "small", ⟦instructions-with-visitor-text⟧"instructions": "Praise @{people}."')],
  },
  {
    code: 'late-reference',
    title: 'the last text was inserted into the instructions',
    bot: school,
    edits: [askModel('"model": "small", ⟦late-reference⟧"instructions": "Answer @{#last}."')],
  },
];

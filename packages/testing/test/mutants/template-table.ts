/** Facts of a template for the oracle, from the block catalog of `docs/spec/blocks.md`. */
export interface TemplateFacts {
  /** `undefined`: not checked. */
  readonly outputs?: readonly string[];
  /** The list param whose entries make outputs by their ids. */
  readonly outputsOf?: string;
  readonly params: readonly string[];
  readonly required: readonly string[];
  readonly waits?: true;
  readonly greets?: true;
  readonly mayEnd?: true;
  /** It may write any Field. */
  readonly isOpaque?: true;
  /** Its `destination` takes a text. */
  readonly savesText?: true;
}

const question = (...more: readonly string[]): TemplateFacts => ({
  outputs: ['$success'],
  params: ['text', 'destination', 'errorText', 'format', ...more],
  required: ['text'],
  waits: true,
});

export const templates: Readonly<Record<string, TemplateFacts>> = {
  hidden: { params: [], required: [] },
  chat: { outputs: ['$success'], params: ['text', 'format'], required: ['text'], mayEnd: true },
  media: {
    outputs: ['$success'],
    params: ['url', 'media_type', 'caption'],
    required: ['url', 'media_type'],
    mayEnd: true,
  },
  open_url: { outputs: ['$success'], params: ['url', 'text', 'target'], required: ['url'], mayEnd: true },
  var_text: { ...question('minChars', 'maxChars'), greets: true, savesText: true },
  var_name: { ...question(), savesText: true },
  var_email: { ...question(), savesText: true },
  var_phone: { ...question(), greets: true, savesText: true },
  var_url: { ...question(), greets: true, savesText: true },
  var_time: { ...question(), greets: true, savesText: true },
  var_file: { ...question(), savesText: true },
  var_number: { ...question('min', 'max'), greets: true },
  var_date: { ...question('format', 'pickerFormat', 'showDatePicker'), greets: true },
  yes_no: {
    outputs: ['$yes', '$no'],
    params: ['text', 'destination', 'errorText', 'format'],
    required: ['text'],
    waits: true,
    greets: true,
  },
  buttons: {
    outputs: [],
    outputsOf: 'buttons',
    params: ['text', 'buttons', 'destination'],
    required: ['text', 'buttons'],
    waits: true,
    greets: true,
    savesText: true,
  },
  conditions: { outputs: ['true', 'false'], params: ['match', 'conditions'], required: ['conditions'] },
  set_field: { outputs: ['success'], params: ['field', 'action', 'value'], required: ['field'] },
  formulas: { outputs: ['$success', '$failed'], params: ['expression', 'destination'], required: ['expression'] },
  webhook: {
    outputs: ['$success', '$failed'],
    params: ['url', 'method', 'headers', 'body', 'destination', 'saves'],
    required: ['url'],
  },
  code: { outputs: ['$success', '$failed'], params: ['source'], required: ['source'], isOpaque: true },
  // It may continue immediately, so it does not count as waiting.
  language_model: {
    outputs: ['$success', '$failed'],
    outputsOf: 'tools',
    params: ['model', 'instructions', 'input', 'history', 'say', 'format', 'destination', 'fills', 'tools', 'turns'],
    required: ['model'],
  },
  ai_agent: {
    outputs: [],
    outputsOf: 'outputs',
    params: ['outputs', 'assistantId'],
    required: ['outputs', 'assistantId'],
    waits: true,
    isOpaque: true,
  },
  human: { outputs: [], params: ['text', 'format'], required: [], waits: true },
  close: { outputs: [], params: ['text', 'format'], required: [] },
  bot_link: {
    outputs: [],
    params: ['bot', 'node', 'bot_number', 'bot_channel_family', 'bot_name'],
    required: ['bot'],
  },
  spreadsheets: {
    outputs: ['$success', '$failed'],
    params: ['action', 'auth_id', 'spreadsheet_id', 'sheet_name', 'selectors', 'reference'],
    required: ['action', 'auth_id', 'spreadsheet_id', 'sheet_name'],
    isOpaque: true,
  },
  // It may continue immediately, so it does not count as waiting.
  scheduler: { outputs: ['$success'], params: ['auth_id', 'scheduling_url'], required: ['auth_id', 'scheduling_url'] },
};

/** The Fields that every customer has. */
export const customerFields: readonly string[] = [
  'id',
  'name',
  'email',
  'phone',
  'agent_id',
  'archived',
  'opt_in',
  'register_date',
  'channel_id',
  'unread',
  'last_message_at',
];

import type { BlockProblem } from '../../domain/blocks/block-definition.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';
import { isJsonList, type JsonObject, ownMember } from '../../domain/json/json-value.ts';

/** Addresses of one mail. @spec EM3 */
export const mostAddresses = 20;
/** Code points of a subject. @spec EM1 */
export const mostSubject = 255;
/** Fields whose addresses a mail lists. */
export const mostAttachments = 5;

const recipients = ['to', 'cc', 'bcc'] as const;

const addresses = 'An email address, or a list of them; commas separate addresses, and @{name} inserts a Field.';

/** @spec EM1 */
export const sendEmail = describeOneShape({
  name: 'send_email',
  template: 'send_email',
  title: 'Send e-mail',
  description: 'Sends a mail from the address of the service.',
  group: 'integrations',
  params: [
    param('to', 'any', { required: true, rules: { nonEmpty: true }, description: `Who gets it. ${addresses}` }),
    param('cc', 'any', { description: `Who gets a copy, as all recipients see. ${addresses}` }),
    param('bcc', 'any', { description: `Who gets a copy, as no other recipient sees. ${addresses}` }),
    param('replyTo', 'string', { description: 'Address for replies. @{name} inserts a Field.' }),
    param('fromName', 'string', {
      rules: { maxLength: 100 },
      description: 'Name of the sender. @{name} inserts a Field.',
    }),
    param('subject', 'string', {
      required: true,
      rules: { nonEmpty: true, maxLength: mostSubject },
      description: 'One line. @{name} inserts a Field.',
    }),
    param('text', 'string', { required: true, description: 'What the mail says. @{name} inserts a Field.' }),
    formatParam,
    param('attachments', 'array', {
      rules: { maxItems: mostAttachments },
      description: 'List of texts: names of Fields with web addresses, which the mail lists as links.',
    }),
    param('transcript', 'boolean', { default: false, description: 'Whether the conversation follows the text.' }),
  ],
  outputs: ['$success', '$failed'],
  requiredTier: 'starter',
  texts: ['text'],
  takesLateReferences: ['subject', 'text'],
  emails: [...recipients, 'replyTo'],
  recipients,
  readsFields: attachedFields,
  needsFields: () => [],
  check: (params) => [...recipientProblems(params), ...attachmentProblems(params)],
});

/** The Fields that `attachments` names. */
function attachedFields(params: JsonObject): readonly string[] {
  const names = ownMember(params, 'attachments');
  if (!isJsonList(names)) return [];
  return names.slice(0, mostAttachments).filter((name): name is string => typeof name === 'string' && name !== '');
}

function recipientProblems(params: JsonObject): readonly BlockProblem[] {
  const problems: BlockProblem[] = [];
  let count = 0;
  for (const name of recipients) {
    const given = ownMember(params, name);
    if (given === undefined || typeof given === 'string') continue;
    if (!isJsonList(given) || given.some((entry) => typeof entry !== 'string')) {
      problems.push({ code: 'param_type', message: `"${name}" should be a string or a list of strings.`, param: name });
      continue;
    }
    count += given.length;
    if (count <= mostAddresses) continue;
    const message = `"${name}" should leave at most ${mostAddresses} addresses of "to", "cc" and "bcc" together.`;
    problems.push({ code: 'param_max_items', message, param: name });
  }
  return problems;
}

function attachmentProblems(params: JsonObject): readonly BlockProblem[] {
  const names = ownMember(params, 'attachments');
  if (!isJsonList(names)) return [];
  return names.slice(0, mostAttachments).flatMap((name, at): readonly BlockProblem[] => {
    if (typeof name === 'string' && /^(?=\s*\S)[^{}]*$/u.test(name)) return [];
    const code = typeof name === 'string' ? 'param_pattern' : 'param_type';
    const message = `entry ${at + 1} of "attachments" should be the name of a Field.`;
    return [{ code, message, param: 'attachments', at: [at] }];
  });
}

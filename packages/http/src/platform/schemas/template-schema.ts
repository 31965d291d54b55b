import * as v from 'valibot';
import { decided } from '../../schemas/marks.ts';

/** @spec PL24 */
export const templateSchema = v.object({
  id: decided(v.string(), 'Stable name.'),
  name: decided(v.string(), 'For people.'),
  language: decided(v.string(), 'Such as en.'),
  category: decided(v.string(), 'Such as utility.'),
  body: decided(v.string(), 'The text, with numbered places such as {{1}}.'),
});

export type MessageTemplate = v.InferOutput<typeof templateSchema>;

export const defaultTemplates: readonly MessageTemplate[] = [
  { id: 'welcome', name: 'Welcome', language: 'en', category: 'utility', body: 'Hello {{1}}, how can we help you?' },
  {
    id: 'follow_up',
    name: 'Follow-up',
    language: 'en',
    category: 'utility',
    body: 'Hello {{1}}, is there anything else that we can do for you?',
  },
];

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BlockDefinition, createCatalog } from '@botwright/core/diagram';
import type { LintFilesOptions } from '../src/files/lint-files.ts';

/** A bot without findings. */
export interface CleanBot {
  readonly name: string;
  readonly text: string;
}

/** Folders with bots that are clean with the facts below. A line adds another folder. */
const folders = [join(import.meta.dirname, 'bots')];

export const cleanBots: readonly CleanBot[] = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
);

const described = { required: true, description: 'What the block reads.' };

/** A block of a host with rules that no shipped block has. */
const giftCard: BlockDefinition = {
  name: 'gift_card',
  template: 'gift_card',
  title: 'Gift card',
  description: 'Offers a gift card.',
  group: 'host',
  placeable: true,
  canBeWelcome: false,
  waits: false,
  variants: [
    {
      selector: [],
      params: [
        { name: 'prefix', type: 'string', rules: { minLength: 2, maxLength: 4 }, ...described },
        { name: 'worth', type: 'integer', rules: { max: 500 }, ...described },
      ],
      outputs: ['$success'],
      outputDerivations: [],
      requiredTier: 'sandbox',
    },
  ],
};

/** A tier of no other plan. */
const invoice: BlockDefinition = {
  ...giftCard,
  name: 'invoice',
  template: 'invoice',
  variants: giftCard.variants.map((variant) => ({ ...variant, params: [], requiredTier: 'business' })),
};

/** The values of a member, in every clean bot. */
function valuesOf(member: string): readonly string[] {
  const values = cleanBots.flatMap(({ text }) => [...text.matchAll(new RegExp(`"${member}": "?([^"\\n,]+)`, 'g'))]);
  return values.map(([, value = '']) => value);
}

/** With these facts every rule and lint has something to check. The bots and accounts of clean bots exist. */
export const facts = {
  catalog: createCatalog([giftCard, invoice]),
  plan: 'professional',
  linkedBots: new Map<number, { readonly published: boolean }>([
    ...valuesOf('bot').map((number) => [Number(number), { published: true }] as const),
    [800, { published: false }],
  ]),
  connectedAccounts: new Set(valuesOf('auth_id').flatMap((id) => [`spreadsheets:${id}`, `scheduler:${id}`])),
} as const satisfies LintFilesOptions;

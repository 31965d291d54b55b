import { type ChannelCapabilities, channelFamilies } from '@botwright/core/diagram';
import { inputObject, integerFrom } from '@botwright/core/inputs';
import * as v from 'valibot';

const bound = v.exactOptional(integerFrom(1));
const feature = v.exactOptional(v.boolean());
const richTexts = ['none', 'markdown', 'messenger'] as const;

const members = {
  rich_text: v.exactOptional(v.picklist(richTexts, `Expected one of ${richTexts.join(', ')}.`)),
  buttons: v.exactOptional(inputObject({ most: bound, label: bound })),
  cards: feature,
  choices: feature,
  typing: feature,
  open_url: feature,
  upload: feature,
} satisfies Record<keyof ChannelCapabilities, unknown>;

/** The features of shipped channel families, as the host's sender shows them. @spec CF31 */
export const channelFamilyList = v.pipe(
  v.array(
    inputObject({
      name: v.picklist(channelFamilies, `Expected one of ${channelFamilies.join(', ')}.`),
      can: inputObject(members),
    }),
  ),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Expected each channel family once.'),
);

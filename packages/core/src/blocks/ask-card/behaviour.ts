import type { BotMessage, Words } from '../../domain/conversation/messages.ts';
import { mediaTypeOf } from '../../domain/message/file-type.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { choiceBehaviour, expectChoices, type WritingChoice } from '../../runner/behaviour/choice.ts';
import { type Choice, choiceDialog } from '../../runner/behaviour/choice-dialog.ts';
import { choiceOfEntry, offeredEntries } from '../../runner/behaviour/offered-choices.ts';
import { sayWords, textParam, withText } from '../../runner/behaviour/params.ts';
import { chargeExpected } from '../../runner/budget/json-costs.ts';
import { fillText } from '../../runner/text/fill-text.ts';
import { fillUrl } from '../../runner/text/fill-url.ts';
import { isBlank } from '../../runner/text/is-blank.ts';

/** A card. Its label is the title. */
interface Card extends WritingChoice {
  readonly text?: string;
  readonly image?: string;
  readonly url?: string;
  /** Label of its button. */
  readonly action?: string;
}

const asked = choiceBehaviour({
  block: 'ask_card',
  choicesOf: cardsOf,
  offer: (words, shown, context) => offerOf(words, cardsOf(context), shown, context),
  expects: (context, shown) => {
    if (context.can.cards !== true) return expectChoices(context, shown);
    const choices = cardsOf(context).map(({ field: _field, words: _words, ...card }) => card);
    return chargeExpected({ kind: 'choice', choices }, context.budget);
  },
});

/** @spec CX19, CX20 */
export const askCard: BlockBehaviour = {
  ...asked,
  enter: (context) => {
    const transition = asked.enter(context);
    if (transition.next.kind !== 'wait' || context.can.cards === true) return transition;
    return { ...transition, messages: [...contentsOf(cardsOf(context)), ...(transition.messages ?? [])] };
  },
};

function cardsOf(context: ExecutionContext): readonly Card[] {
  const { fields, limits, budget } = context;
  return offeredEntries(context, 'cards').flatMap((entry): readonly Card[] => {
    const choice = choiceOfEntry(context, entry, 'title');
    if (choice === undefined) return [];
    const [text, action] = ['text', 'label'].map((member) => {
      const filled = fillText(textParam(entry, member), fields, limits.textLength, budget);
      return isBlank(filled, budget) ? undefined : filled;
    });
    const [image, url] = ['image', 'url'].map((member) => fillUrl(textParam(entry, member), fields, budget));
    return [
      {
        ...choice,
        ...(text !== undefined && { text }),
        ...(image !== undefined && { image }),
        ...(url !== undefined && { url }),
        ...(action !== undefined && { action }),
      },
    ];
  });
}

/** @spec CX20 */
function offerOf(
  words: Words,
  cards: readonly Card[],
  shown: readonly Choice[],
  { can, budget }: ExecutionContext,
): readonly BotMessage[] {
  const only = onlyPicture(cards);
  if (can.cards === true || only === undefined) return [choiceDialog(words, shown)];
  const { image, text = '', url = '' } = only;
  const [buttons, payloads] = [shown.map(({ label }) => label), shown.map(({ payload }) => payload)];
  const more = [text, url].filter((line) => line !== '').map((line) => `\n${line}`);
  return [
    ...sayWords(words.body === '' ? { body: more.join('').slice(1) } : withText(words, more.join('')), budget),
    { type: 'media_dialog', url: image, mediaType: 'image', buttons, payloads },
  ];
}

/** The pictures, texts and addresses of several cards, before the dialog with their titles. @spec CX20 */
function contentsOf(cards: readonly Card[]): readonly BotMessage[] {
  if (onlyPicture(cards) !== undefined) return [];
  return cards.flatMap(({ label, text, image, url }, at): readonly BotMessage[] => {
    if (image === undefined && text === undefined && url === undefined) return [];
    const line = `${at + 1}. ${label}${text === undefined ? '' : ` — ${text}`}`;
    const caption = url === undefined ? line : `${line}\n${url}`;
    if (image === undefined) return [{ type: 'text', body: caption }];
    return [{ type: mediaTypeOf(image), url: image, caption, declaredType: 'image' }];
  });
}

/** The only card, if it has a picture. */
function onlyPicture([only, second]: readonly Card[]): (Card & { readonly image: string }) | undefined {
  return second === undefined && only?.image !== undefined ? { ...only, image: only.image } : undefined;
}

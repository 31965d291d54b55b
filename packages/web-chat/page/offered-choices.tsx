import { useState } from 'preact/hooks';
import type { ExpectedChoice, ExpectedInput } from './wire.ts';

interface OfferedChoicesProps {
  /** Names the group for screen readers. */
  readonly question: string;
  readonly expects: ExpectedInput;
  onPress(label: string, payload: string): void;
}

/** Of the button that skips a question, which the page shows besides. @spec EX11 */
export const skipPayload = '$skipped';

/** Whether the page shows more than the buttons of the message. */
export function offersMore({ kind, choices = [] }: ExpectedInput): boolean {
  if (kind === 'choice') return choices.some(({ text, image, url, action }) => text ?? image ?? url ?? action);
  return kind === 'rating' || (kind === 'choices' && choices.length > 0);
}

/** Boxes, ratings or cards, in place of the buttons of a message. */
export function OfferedChoices({ question, ...offered }: OfferedChoicesProps) {
  const { kind } = offered.expects;
  return (
    <fieldset class="offered" aria-label={question || 'Choices'}>
      {kind === 'choices' ? (
        <Boxes {...offered} />
      ) : kind === 'rating' ? (
        <Ratings {...offered} />
      ) : (
        <Cards {...offered} />
      )}
    </fieldset>
  );
}

type Offered = Omit<OfferedChoicesProps, 'question'>;

/** @spec CX21 */
function Boxes({ expects, onPress }: Offered) {
  const { choices = [], min = 0, max = choices.length, send_label: done = 'Done' } = expects;
  const [payloads, setPayloads] = useState<readonly string[]>([]);
  const chosen = choices.filter(({ payload }) => payloads.includes(payload));
  const toggle = (payload: string): void => {
    const others = payloads.filter((each) => each !== payload);
    const isRemoved = others.length < payloads.length;
    // The only choice moves.
    setPayloads(isRemoved ? others : [...(max === 1 ? [] : others), payload]);
  };
  return (
    <div class="boxes">
      {choices.map(({ payload, label }) => {
        const isChosen = payloads.includes(payload);
        return (
          <label key={payload}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && max > 1 && chosen.length >= max}
              onChange={() => toggle(payload)}
            />
            <span dir="auto">{label}</span>
          </label>
        );
      })}
      <button
        type="button"
        class="primary"
        dir="auto"
        disabled={chosen.length < min || chosen.length > max}
        onClick={() => {
          if (chosen.length === 0) onPress(done, '-');
          else onPress(chosen.map(({ label }) => label).join(', '), chosen.map(({ payload }) => payload).join('\n'));
        }}
      >
        {done}
      </button>
    </div>
  );
}

const smileys = ['😞', '🙁', '😐', '🙂', '😀'];

/** @spec CX22 */
function Ratings({ expects, onPress }: Offered) {
  const { min = 1, max = 5, icon = 'number', low_label: low = '', high_label: high = '' } = expects;
  const ratings = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const signOf = (rating: number): string => {
    if (icon === 'smiley') return smileys[Math.round(((rating - min) / (max - min)) * 4)] as string;
    // Zero has no sign.
    if (icon === 'number' || rating === 0) return String(rating);
    return icon === 'heart' ? '♥' : '★';
  };
  const meaningOf = (rating: number): string => (rating === min ? low : rating === max ? high : '');
  return (
    <div class="ratings">
      <div class={`row ${icon}`}>
        {ratings.map((rating) => (
          <button
            key={rating}
            type="button"
            aria-label={[rating, meaningOf(rating)].filter((part) => part !== '').join(', ')}
            onClick={({ detail }) => {
              if (detail < 2) onPress(String(rating), String(rating));
            }}
          >
            {signOf(rating)}
          </button>
        ))}
      </div>
      {(low !== '' || high !== '') && (
        <div class="meanings" aria-hidden="true">
          <span dir="auto">{low}</span>
          <span dir="auto">{high}</span>
        </div>
      )}
    </div>
  );
}

/** @spec CX23 */
function Cards({ expects: { choices = [] }, onPress }: Offered) {
  return (
    <div class="cards">
      {choices.map((card) => {
        const press = ({ detail }: { readonly detail: number }): void => {
          if (detail < 2) onPress(card.label, card.payload);
        };
        return card.url === undefined ? (
          <button key={card.payload} type="button" onClick={press}>
            <Card {...card} />
          </button>
        ) : (
          <a key={card.payload} href={card.url} target="_blank" rel="noopener noreferrer" onClick={press}>
            <Card {...card} />
          </a>
        );
      })}
    </div>
  );
}

function Card({ label, text, image, action }: ExpectedChoice) {
  return (
    <>
      {image !== undefined && <img src={image} alt="" />}
      <b dir="auto">{label}</b>
      {text !== undefined && <span dir="auto">{text}</span>}
      {action !== undefined && (
        <span class="action" dir="auto">
          {action}
        </span>
      )}
    </>
  );
}

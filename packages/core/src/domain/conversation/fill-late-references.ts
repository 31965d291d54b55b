import { escapeXml } from '../escape-xml.ts';
import { oneLine } from '../one-line.ts';
import { textHtmlOf } from '../rich-text/write-html.ts';
import { type HostedEffect, type LateReference, lateReferences } from './effects.ts';

/** The texts of late references. */
export type LateTexts = Readonly<Partial<Record<LateReference, string>>>;

type LateEffect = Extract<HostedEffect, { readonly late?: unknown }>;

/** UTF-16 units of a text with late references filled in. */
const maxFilled = 262_144;
/** Code points of the subject of a mail. */
const maxSubject = 255;

/**
 * Replaces the placeholders of an effect by texts, for a host that runs conversations without an engine. Other effects
 * stay as they are.
 *
 * @returns `undefined` when a text grows beyond 262,144 UTF-16 units.
 * @spec LM20, LM21
 */
export function fillLateReferences<TEffect extends HostedEffect>(
  effect: TEffect,
  texts: LateTexts,
): TEffect | undefined {
  if (!('late' in effect) || effect.late === undefined) return effect;
  try {
    return filled(effect, texts) as TEffect;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws {RangeError} when a text grows too large. */
function filled(effect: LateEffect, texts: LateTexts): LateEffect {
  const { late = {} } = effect;
  const fill = (text: string, write: (value: string) => string = asItIs): string =>
    lateReferences.reduce((before, name) => {
      const placeholder = late[name];
      return placeholder === undefined ? before : fillOne(before, placeholder, texts[name] ?? '', write);
    }, text);
  switch (effect.kind) {
    case 'code':
      return { ...effect, late: texts };
    case 'webhook': {
      const { body, bodySyntax } = effect;
      return body === undefined ? effect : { ...effect, body: fill(body, writers[bodySyntax ?? 'text']) };
    }
    case 'email': {
      const { html } = effect;
      const subject = oneLine(fill(effect.subject), maxSubject);
      return {
        ...effect,
        subject,
        text: fill(effect.text),
        ...(html !== undefined && { html: fill(html, textHtmlOf) }),
      };
    }
    case 'language_model':
      return { ...effect, messages: effect.messages.map(({ role, text }) => ({ role, text: fill(text) })) };
  }
}

const asItIs = (text: string): string => text;

const writers = {
  text: asItIs,
  json: (text: string) => JSON.stringify(text.toWellFormed()).slice(1, -1),
  xml: escapeXml,
} as const;

/** In an address and in a form the placeholder is percent-encoded, and so is the text. */
function fillOne(text: string, placeholder: string, value: string, write: (value: string) => string): string {
  const written = replaceBy(text, placeholder, () => write(value));
  return replaceBy(written, encodeURIComponent(placeholder), () => encodeURIComponent(value.toWellFormed()));
}

/** @throws {RangeError} when the text grows too large. */
function replaceBy(text: string, placeholder: string, write: () => string): string {
  const parts = text.split(placeholder);
  if (parts.length === 1) return text;
  const value = write();
  if (text.length + (parts.length - 1) * value.length > maxFilled) throw new RangeError('The text is too large.');
  return parts.join(value);
}

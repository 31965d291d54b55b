import { type BotMessage, isEqualJson, type MediaType, mediaTypes } from '@botwright/core/conversation';
import { textOfMessage } from '../chat/message-text.ts';
import { matchesText } from '../chat/text-pattern.ts';
import type { Expectation } from './scenario.ts';

/** Whether a message of the bot is the expected one. @spec TE21, TE22 */
export function matchesMessage(expected: Expectation, message: BotMessage): boolean {
  if (typeof expected === 'string') return message.type !== 'event' && textOfMessage(message) === expected;
  const { text, contains, matches, buttons, location, error } = expected;
  const said = textOfMessage(message);
  return (
    (error === undefined ? message.type !== 'event' : message.type === 'event' && message.code === error) &&
    (text === undefined || said === text) &&
    (contains === undefined || matchesText({ contains }, said)) &&
    (matches === undefined || matchesText({ matches }, said)) &&
    (buttons === undefined || ('buttons' in message && isEqualJson(message.buttons, buttons))) &&
    (location === undefined || isAt(message, location)) &&
    mediaTypes.every((type) => expected[type] === undefined || isMedia(message, type, expected[type]))
  );
}

function isAt(message: BotMessage, { latitude, longitude }: { readonly latitude: number; readonly longitude: number }) {
  return message.type === 'location' && message.latitude === latitude && message.longitude === longitude;
}

function isMedia(message: BotMessage, type: MediaType, url: string): boolean {
  if (!('url' in message) || message.url !== url) return false;
  if (message.type === 'media_dialog') return message.mediaType === type;
  return (message.declaredType ?? message.type) === type;
}

/** An expected message in one line, in the form of `renderBotMessage`. */
export function renderExpectation(expected: Expectation): string {
  if (typeof expected === 'string') return expected;
  const { text, contains, matches, buttons, location, error } = expected;
  const media = mediaTypes.flatMap((type) => (expected[type] === undefined ? [] : [`(${type}) ${expected[type]}`]));
  return [
    ...media,
    ...(error === undefined ? [] : [`(error) ${error}`]),
    ...(location === undefined ? [] : [`(location) ${location.latitude}, ${location.longitude}`]),
    ...(text === undefined ? [] : [text]),
    ...(contains === undefined ? [] : [`(contains) ${contains}`]),
    ...(matches === undefined ? [] : [`(matches) /${matches}/`]),
    ...(buttons === undefined ? [] : [`[${buttons.join(' | ')}]`]),
  ].join(' ');
}

import type { AwaitedEffect, JsonObject, JsonValue } from '@botwright/core/conversation';

/** A short description of an effect. */
export function effectText(effect: AwaitedEffect): string {
  switch (effect.kind) {
    case 'webhook':
      return `${effect.method} ${effect.url}`;
    case 'code':
      return 'run code of the author';
    case 'spreadsheet':
      return `${effect.action.replaceAll('_', ' ')} in sheet “${effect.sheetName}”`;
    case 'scheduler':
      return `wait for a booking at ${effect.schedulingUrl}`;
    case 'ai_agent':
      return 'let an assistant answer';
    case 'jump':
      return `go on in bot no. ${effect.bot}`;
    case 'email':
      return `mail ${effect.to.join(', ')}: ${effect.subject}`;
    case 'language_model':
      return `let the model “${effect.model}” answer`;
    case 'host':
      return effect.name;
  }
}

/** An initial answer in the effect's shape; `undefined`: the effect needs no value. */
export function answerTemplate(effect: AwaitedEffect): JsonValue | undefined {
  switch (effect.kind) {
    case 'webhook':
      return { status: 200, body: {} };
    case 'code':
      return { fields: {} };
    case 'spreadsheet':
      return effect.action === 'get_row'
        ? { cells: effect.cells.map(({ column }): JsonObject => ({ column, value: '' })) }
        : undefined;
    case 'ai_agent': {
      const [exit] = effect.exits;
      return { messages: ['Hello!'], ...(exit !== undefined && { exit: exit.id }) };
    }
    case 'language_model':
      return { text: 'Hello!' };
    case 'host':
      return {};
    default:
      return undefined;
  }
}

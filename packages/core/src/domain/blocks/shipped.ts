import type { BlockDefinition } from './block-definition.ts';
import { aiAgent } from './definitions/ai-agent.ts';
import { askDate } from './definitions/ask-date.ts';
import { askEmail } from './definitions/ask-email.ts';
import { askFile } from './definitions/ask-file.ts';
import { askName } from './definitions/ask-name.ts';
import { askNumber } from './definitions/ask-number.ts';
import { askPhone } from './definitions/ask-phone.ts';
import { askQuestion } from './definitions/ask-question.ts';
import { askUrl } from './definitions/ask-url.ts';
import { askYesNo } from './definitions/ask-yes-no.ts';
import { botLink } from './definitions/bot-link.ts';
import { buttons } from './definitions/buttons.ts';
import { closeChat } from './definitions/close-chat.ts';
import { code } from './definitions/code.ts';
import { conditions } from './definitions/conditions.ts';
import { formulas } from './definitions/formulas.ts';
import { hidden } from './definitions/hidden.ts';
import { humanTakeover } from './definitions/human-takeover.ts';
import { scheduler } from './definitions/scheduler.ts';
import { sendMedia } from './definitions/send-media.ts';
import { sendText } from './definitions/send-text.ts';
import { setAField } from './definitions/set-a-field.ts';
import { spreadsheets } from './definitions/spreadsheets.ts';
import { webhook } from './definitions/webhook.ts';

/** The shipped blocks, in the order of the catalog. @spec BL1, BL4, BL7, BL17, BL18, BL19 */
export const shippedBlocks: readonly BlockDefinition[] = [
  hidden,
  sendText,
  sendMedia,
  askQuestion,
  askName,
  askEmail,
  askPhone,
  askNumber,
  askUrl,
  askDate,
  askFile,
  askYesNo,
  buttons,
  conditions,
  setAField,
  formulas,
  webhook,
  code,
  aiAgent,
  humanTakeover,
  closeChat,
  botLink,
  spreadsheets,
  scheduler,
];

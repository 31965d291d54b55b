import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { aiAgent } from './ai-agent.ts';
import { askDate } from './ask-date.ts';
import { askEmail } from './ask-email.ts';
import { askFile } from './ask-file.ts';
import { askName } from './ask-name.ts';
import { askNumber } from './ask-number.ts';
import { askPhone } from './ask-phone.ts';
import { askQuestion } from './ask-question.ts';
import { askUrl } from './ask-url.ts';
import { askYesNo } from './ask-yes-no.ts';
import { botLink } from './bot-link.ts';
import { buttons } from './buttons.ts';
import { closeChat } from './close-chat.ts';
import { code } from './code.ts';
import { conditions } from './conditions.ts';
import { formulas } from './formulas.ts';
import { hidden } from './hidden.ts';
import { humanTakeover } from './human-takeover.ts';
import { scheduler } from './scheduler.ts';
import { sendMedia } from './send-media.ts';
import { sendText } from './send-text.ts';
import { setAField } from './set-a-field.ts';
import { spreadsheets } from './spreadsheets.ts';
import { webhook } from './webhook.ts';

/** What the blocks do that come with the product. @spec RN115 */
export const shippedBehaviours: readonly BlockBehaviour[] = [
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

import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { aiAgent } from './ai-agent/definition.ts';
import { askCard } from './ask-card/definition.ts';
import { askChoices } from './ask-choices/definition.ts';
import { askDate } from './ask-date/definition.ts';
import { askEmail } from './ask-email/definition.ts';
import { askFile } from './ask-file/definition.ts';
import { askName } from './ask-name/definition.ts';
import { askNumber } from './ask-number/definition.ts';
import { askPhone } from './ask-phone/definition.ts';
import { askQuestion } from './ask-question/definition.ts';
import { askRating } from './ask-rating/definition.ts';
import { askTime } from './ask-time/definition.ts';
import { askUrl } from './ask-url/definition.ts';
import { askYesNo } from './ask-yes-no/definition.ts';
import { botLink } from './bot-link/definition.ts';
import { buttons } from './buttons/definition.ts';
import { closeChat } from './close-chat/definition.ts';
import { code } from './code/definition.ts';
import { conditions } from './conditions/definition.ts';
import { formulas } from './formulas/definition.ts';
import { goBack } from './go-back/definition.ts';
import { hidden } from './hidden/definition.ts';
import { humanTakeover } from './human-takeover/definition.ts';
import { languageModel } from './language-model/definition.ts';
import { openUrl } from './open-url/definition.ts';
import { opening } from './opening/definition.ts';
import { scheduler } from './scheduler/definition.ts';
import { sendEmail } from './send-email/definition.ts';
import { sendMedia } from './send-media/definition.ts';
import { sendText } from './send-text/definition.ts';
import { setAField } from './set-a-field/definition.ts';
import { spreadsheets } from './spreadsheets/definition.ts';
import { switchBlock } from './switch/definition.ts';
import { understand } from './understand/definition.ts';
import { wait } from './wait/definition.ts';
import { webhook } from './webhook/definition.ts';

/** The shipped blocks, in the order of the catalog. @spec BL1, BL4, BL7, BL17, BL18, BL19 */
export const shippedBlocks: readonly BlockDefinition[] = [
  hidden,
  opening,
  sendText,
  sendMedia,
  openUrl,
  wait,
  askQuestion,
  askName,
  askEmail,
  askPhone,
  askNumber,
  askUrl,
  askDate,
  askTime,
  askFile,
  askYesNo,
  buttons,
  askChoices,
  askRating,
  askCard,
  understand,
  conditions,
  switchBlock,
  setAField,
  formulas,
  webhook,
  sendEmail,
  code,
  languageModel,
  aiAgent,
  humanTakeover,
  closeChat,
  botLink,
  goBack,
  spreadsheets,
  scheduler,
];

import type { BlockBehaviour } from '../runner/behaviour/block-behaviour.ts';
import { aiAgent } from './ai-agent/behaviour.ts';
import { askCard } from './ask-card/behaviour.ts';
import { askChoices } from './ask-choices/behaviour.ts';
import { askDate } from './ask-date/behaviour.ts';
import { askEmail } from './ask-email/behaviour.ts';
import { askFile } from './ask-file/behaviour.ts';
import { askName } from './ask-name/behaviour.ts';
import { askNumber } from './ask-number/behaviour.ts';
import { askPhone } from './ask-phone/behaviour.ts';
import { askQuestion } from './ask-question/behaviour.ts';
import { askRating } from './ask-rating/behaviour.ts';
import { askTime } from './ask-time/behaviour.ts';
import { askUrl } from './ask-url/behaviour.ts';
import { askYesNo } from './ask-yes-no/behaviour.ts';
import { botLink } from './bot-link/behaviour.ts';
import { buttons } from './buttons/behaviour.ts';
import { closeChat } from './close-chat/behaviour.ts';
import { code } from './code/behaviour.ts';
import { conditions } from './conditions/behaviour.ts';
import { formulas } from './formulas/behaviour.ts';
import { goBack } from './go-back/behaviour.ts';
import { hidden } from './hidden/behaviour.ts';
import { humanTakeover } from './human-takeover/behaviour.ts';
import { languageModel } from './language-model/behaviour.ts';
import { openUrl } from './open-url/behaviour.ts';
import { opening } from './opening/behaviour.ts';
import { scheduler } from './scheduler/behaviour.ts';
import { sendEmail } from './send-email/behaviour.ts';
import { sendMedia } from './send-media/behaviour.ts';
import { sendText } from './send-text/behaviour.ts';
import { setAField } from './set-a-field/behaviour.ts';
import { spreadsheets } from './spreadsheets/behaviour.ts';
import { switchBlock } from './switch/behaviour.ts';
import { understand } from './understand/behaviour.ts';
import { wait } from './wait/behaviour.ts';
import { webhook } from './webhook/behaviour.ts';

/** The behaviours of the shipped blocks. @spec RN115 */
export const shippedBehaviours: readonly BlockBehaviour[] = [
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

import type { ExampleBot } from '@botwright/http/console';
import flatViewings from './templates/flat-viewings.json' with { type: 'json' };
import itHelpdesk from './templates/it-helpdesk.json' with { type: 'json' };
import practiceReception from './templates/practice-reception.json' with { type: 'json' };
import safetyCourse from './templates/safety-course.json' with { type: 'json' };
import shopOrders from './templates/shop-orders.json' with { type: 'json' };
import tableBookings from './templates/table-bookings.json' with { type: 'json' };

const descriptions = [
  ['table-bookings', tableBookings, 'Books by day and time, mails large parties on, and answers questions in between.'],
  ['practice-reception', practiceReception, 'Understands patients in their own words, and finds out how urgent it is.'],
  ['shop-orders', shopOrders, 'Looks up orders, takes returns with a photo, and shows products as cards.'],
  ['flat-viewings', flatViewings, 'Shows flats that fit the income, agrees on a day, and asks again two days later.'],
  ['safety-course', safetyCourse, 'Teaches a short lesson, tests it with points, and mails a certificate.'],
  ['it-helpdesk', itHelpdesk, 'A language model answers, and hands over to steps of the diagram.'],
] as const;

/** Bots of six trades, with their scenarios beside them. @spec SV79 */
export const templateBots: readonly ExampleBot[] = descriptions.map(([name, { bot, diagram }, description]) => ({
  name,
  title: bot.name,
  description,
  channelFamily: bot.channelFamily,
  diagram,
}));

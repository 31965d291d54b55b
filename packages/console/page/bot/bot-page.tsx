import { BotFrame, useBot } from '../bots/bot-frame.tsx';

/** The diagram of a bot, and its JSON. */
export function BotPage({ botId, tab }: { readonly botId: string; readonly tab: string }) {
  const bot = useBot(botId);
  return (
    <BotFrame loaded={bot} tab={tab === 'json' ? 'json' : 'diagram'} isFilled>
      {() => <div class="fill" />}
    </BotFrame>
  );
}

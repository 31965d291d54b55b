import type { JsonValue } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import {
  type EffectAnswer,
  failed,
  recordScenario,
  type Scenario,
  type SimulatedChat,
  simulate,
} from '@botwright/testing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { OfEditor } from '../editor/use-editor.ts';
import { useLit } from '../editor/use-view.ts';
import { JsonField } from '../panels/json-field.tsx';
import { type ChatLine, lineOfBotMessage, lineOfVisitor } from './chat-line.ts';
import { ChatView } from './chat-view.tsx';
import { answerTemplate, effectText } from './effect-template.ts';
import { FieldsTable } from './fields-table.tsx';
import { saveScenario } from './save-scenario.ts';

interface Running {
  readonly chat: SimulatedChat;
  /** The running diagram. */
  readonly diagram: Diagram;
  /** Start time in ISO 8601. */
  readonly now: string;
}

/** A conversation with the shown draft, which the page runs with the server's steps. Sends nothing. */
export function DraftChat({ editor }: OfEditor) {
  const { bot, greetingSlot, catalog, view } = editor;
  const { diagram } = editor.draft;
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<string>();
  const [, setRound] = useState(0);

  const start = () => {
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    act(() => {
      const chat = simulate(
        { diagram, number: bot.number, channelFamily: bot.channel_family, greetingSlot },
        { catalog, unchecked: true, now },
      );
      chat.start();
      setRunning({ chat, diagram, now });
    });
  };
  const act = (step: () => void) => {
    try {
      setProblem(undefined);
      step();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setRound((round) => round + 1);
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) start();
    begun.current = true;
  }, []);
  const at = running?.chat.isOver === true ? undefined : running?.chat.at;
  useLit(view, at);

  if (running === undefined) return problem === undefined ? null : <p class="problem">{problem}</p>;
  const { chat } = running;
  const lines = linesOf(chat);
  return (
    <>
      <div class="chat-bar">
        <Button isSmall icon="refresh" onClick={start}>
          Start again
        </Button>
        <Button isSmall kind="quiet" icon="download" onClick={() => saveScenario(bot, scenarioOf(running))}>
          Keep as a scenario
        </Button>
      </div>
      {running.diagram !== diagram && (
        <p class="chat-note">
          The draft was edited since; this conversation runs the earlier one. Start again to try the new one.
        </p>
      )}
      {problem !== undefined && <p class="problem chat-note">{problem}</p>}
      <ChatView
        lines={lines}
        isOpen={!chat.isOver && chat.awaited === undefined && chat.position.kind !== 'agent'}
        why={whyClosed(chat)}
        onText={(text) => act(() => chat.reply(text))}
        onPress={({ payload }) => act(() => chat.press(payload))}
      >
        {chat.awaited !== undefined && (
          <AwaitedEffectForm
            key={chat.awaited.id}
            effect={chat.awaited}
            onAnswer={(answer) => act(() => chat.answer(answer))}
            onFail={(reason) => act(() => chat.answer(failed(reason)))}
          />
        )}
        <FieldsTable fields={chat.fields} />
      </ChatView>
    </>
  );
}

function AwaitedEffectForm({
  effect,
  onAnswer,
  onFail,
}: {
  readonly effect: NonNullable<SimulatedChat['awaited']>;
  readonly onAnswer: (answer: EffectAnswer | undefined) => void;
  readonly onFail: (reason: string) => void;
}) {
  const [value, setValue] = useState<JsonValue | undefined>(() => answerTemplate(effect));
  const hasValue = answerTemplate(effect) !== undefined;
  return (
    <section class="chat-effect form" aria-label="Outcome of an effect">
      <p>
        The bot wants to <strong>{effectText(effect)}</strong>. Nothing is called from here: what is the outcome?
      </p>
      {hasValue && <JsonField label="Answer" value={value} onChange={setValue} />}
      <div class="actions">
        {effect.kind !== 'jump' && (
          <Button isSmall kind="primary" onClick={() => onAnswer(value as EffectAnswer | undefined)}>
            {hasValue ? 'Answer with this' : 'It is done'}
          </Button>
        )}
        <Button isSmall onClick={() => onFail('refused')}>
          It fails
        </Button>
      </div>
    </section>
  );
}

/** Messages since the last start, with the effects in order. */
function linesOf(chat: SimulatedChat): readonly ChatLine[] {
  const begin = chat.transcript.findLastIndex(({ from }) => from === 'start');
  const lines = chat.transcript.slice(begin + 1).flatMap((entry): readonly ChatLine[] => {
    if (entry.from === 'bot') return [lineOfBotMessage(entry.message)];
    if (entry.from === 'visitor') return [lineOfVisitor(entry.message)];
    if (entry.from !== 'host') return [];
    const outcome = entry.outcome.ok ? 'answered' : `failed (${entry.outcome.reason})`;
    return [{ from: 'note', text: `${effectText(entry.effect)}: ${outcome}` }];
  });
  const notices = chat.effects
    .filter(({ awaited }) => !awaited)
    .map(({ kind }): ChatLine => ({ from: 'note', text: noticeText(kind) }));
  return [...lines, ...notices, ...(chat.isOver ? [{ from: 'note', text: 'The conversation is over.' } as const] : [])];
}

function noticeText(kind: string): string {
  if (kind === 'assign') return 'The conversation goes to a person.';
  if (kind === 'close') return 'The conversation is closed.';
  return `The bot asked for: ${kind}`;
}

function whyClosed(chat: SimulatedChat): string {
  if (chat.isOver) return 'The conversation is over';
  if (chat.position.kind === 'agent') return 'A person has the conversation';
  return 'The bot waits for an outcome';
}

function scenarioOf({ chat, now }: Running): Scenario {
  return recordScenario(chat, { name: `Conversation of ${now.slice(0, 16).replace('T', ' ')}`, now });
}

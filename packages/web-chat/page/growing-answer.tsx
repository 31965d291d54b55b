/** Text of an answer while it is made: the answer so far, or what comes after it. */
export interface AnswerPart {
  /** 1 for the first part of an answer. */
  readonly seq: number;
  readonly text: string;
}

/** @returns The answer with one more part; `undefined` when parts before it are missing. */
export function withPart(answer: AnswerPart | undefined, { seq, text }: AnswerPart): AnswerPart | undefined {
  if (seq === 1) return { seq, text };
  return answer !== undefined && answer.seq + 1 === seq ? { seq, text: answer.text + text } : undefined;
}

/** Screen readers get the message that replaces it. @spec LM32 */
export function GrowingAnswer({ text }: AnswerPart) {
  return (
    <div class="message bot" aria-hidden="true">
      <p class="bubble" dir="auto">
        {text}
      </p>
    </div>
  );
}

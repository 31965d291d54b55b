import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';

/**
 * The lines of standard input, with a prompt when it is a terminal.
 *
 * @param output - Shows the prompt and the typed text.
 * @param onInterrupt - Called when Ctrl+C ends the input.
 */
export async function* typedLines(
  output: Writable,
  prompt: () => string = () => '> ',
  onInterrupt: () => void = () => {},
): AsyncIterable<string> {
  const isTyped = process.stdin.isTTY;
  const input = createInterface({ input: process.stdin, ...(isTyped && { output, prompt: prompt() }) });
  input.on('SIGINT', () => {
    onInterrupt();
    input.close();
  });
  if (isTyped) input.prompt();
  try {
    for await (const line of input) {
      yield line;
      if (!isTyped) continue;
      input.setPrompt(prompt());
      input.prompt();
    }
  } finally {
    // An open terminal would prevent the process from ending.
    input.close();
  }
}

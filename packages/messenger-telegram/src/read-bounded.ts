/** @returns The text; `undefined` when it has more bytes. @spec TG9 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  if (body === null) return text;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** There is no answer. The message has no text of a server, of a key or of a visitor. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

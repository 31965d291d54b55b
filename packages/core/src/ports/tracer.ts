/** Names and values by OpenTelemetry's semantic conventions where there is one, else under `botwright.`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** One of few, such as `versions.publish`. */
  readonly name: string;
  /** `client`: it asks another server. */
  readonly kind: 'internal' | 'client';
  /** Whether it begins a trace of its own, whatever is under way around it. Default no. */
  readonly isRoot?: boolean;
  readonly attributes: SpanAttributes;
}

/** A span that has begun and not ended. */
export interface Span {
  add(attributes: SpanAttributes): void;
  /** Marks what it stands for as failed. @param type - One of few, such as an error code. */
  fail(type: string): void;
}

/** Records what the engine does, and how long it takes. `@botwright/core/opentelemetry` has one for OpenTelemetry. */
export interface Tracer {
  /**
   * Runs `work` within a span, which ends when `work` has settled: spans that begin meanwhile, of the host's libraries
   * too, are its children. Returns what `work` returns and throws what it throws.
   *
   * @spec OT2
   */
  run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}

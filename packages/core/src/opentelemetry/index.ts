/** @module Traces and metrics of an engine for OpenTelemetry, by its API. */
export { openTelemetryTracer } from './tracer.ts';

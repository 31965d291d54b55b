import { type Diagram, parseDiagram } from '@botwright/core/diagram';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import type { OfEditor } from '../editor/use-editor.ts';
import type { Finding } from '../model/findings.ts';
import { type JsonPlaces, jsonPlaces, lineOf, lineStarts, offsetOf } from '../model/json-places.ts';

/** Pause in typing before the text is parsed: parsing a large one at each letter would make typing slow. */
const pauseMs = 250;
const lineHeight = 20;
/** Maximum of problems listed below the text. */
const mostListed = 50;

interface Mark {
  readonly line: number;
  readonly offset: number;
  readonly isError: boolean;
  readonly text: string;
}

/** The diagram as text. Valid text changes the diagram immediately; problems are marked at their lines. @spec CO50 */
export function JsonEditor({ editor }: OfEditor) {
  const { findings, isReadOnly } = editor;
  const { diagram, replace } = editor.draft;
  const { selected } = editor.view;
  const [text, setText] = useState(() => write(diagram));
  const [read, setRead] = useState(text);
  const [refusal, setRefusal] = useState<string>();
  const own = useRef(diagram);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const change = useRef(replace);
  change.current = replace;

  useEffect(() => {
    if (own.current === diagram) return;
    // The canvas or undo has changed the diagram.
    own.current = diagram;
    clearTimeout(timer.current);
    const written = write(diagram);
    setText(written);
    setRead(written);
    setRefusal(undefined);
  }, [diagram]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const places = useMemo(() => jsonPlaces(read), [read]);
  const starts = useMemo(() => lineStarts(read), [read]);
  const lines = useMemo(() => lineStarts(text).length, [text]);
  const marks = useMemo(() => marksOf(places, starts, findings, refusal), [places, starts, findings, refusal]);

  const show = (offset: number, line: number, takesFocus: boolean) => {
    const { current } = area;
    if (current === null) return;
    current.scrollTop = Math.max(0, (line - 1) * lineHeight - current.clientHeight / 3);
    if (takesFocus) {
      current.focus();
      current.setSelectionRange(offset, offset);
    }
  };

  useEffect(() => {
    if (selected === undefined || document.activeElement === area.current) return;
    const offset = offsetOf(places, `/nodes/${selected.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (offset > 0) show(offset, lineOf(starts, offset), false);
  }, [selected]);

  const take = (next: string) => {
    setRead(next);
    setRefusal(undefined);
    if (jsonPlaces(next).error !== undefined) return;
    const parsed = parseDiagram(JSON.parse(next));
    if (!parsed.ok) {
      setRefusal(`${parsed.field === '' ? 'The diagram' : `"${parsed.field}"`} ${parsed.message}`);
      return;
    }
    own.current = parsed.diagram;
    change.current(parsed.diagram, 'json');
  };

  return (
    <div class="json-editor">
      <div class="json-text">
        <div class="json-gutter" aria-hidden="true">
          <div ref={gutter} class="json-lines">
            <pre>{Array.from({ length: lines }, (_, at) => at + 1).join('\n')}</pre>
            <LineMarks marks={marks} />
          </div>
        </div>
        <textarea
          ref={area}
          class="code"
          aria-label="The diagram as JSON"
          spellcheck={false}
          wrap="off"
          readOnly={isReadOnly}
          aria-invalid={places.error !== undefined || refusal !== undefined || undefined}
          value={text}
          onInput={(event) => {
            const next = event.currentTarget.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => take(next), pauseMs);
          }}
          onBlur={() => {
            clearTimeout(timer.current);
            if (text !== read) take(text);
          }}
          onScroll={(event) => {
            if (gutter.current !== null) {
              gutter.current.style.transform = `translateY(${-event.currentTarget.scrollTop}px)`;
            }
          }}
        />
      </div>
      <div class="json-foot" aria-live="polite">
        <MarkList marks={marks} onShow={({ offset, line }) => show(offset, line, true)} />
      </div>
    </div>
  );
}

function LineMarks({ marks }: { readonly marks: readonly Mark[] }) {
  return [...Map.groupBy(marks, ({ line }) => line)].map(([line, found]) => (
    <span
      key={line}
      class={`json-mark ${found.some(({ isError }) => isError) ? 'error' : 'warning'}`}
      style={{ top: `${(line - 1) * lineHeight}px` }}
      title={found.map(({ text }) => text).join('\n')}
    />
  ));
}

function MarkList({ marks, onShow }: { readonly marks: readonly Mark[]; readonly onShow: (mark: Mark) => void }) {
  if (marks.length === 0) return <p class="hint">No rule is broken.</p>;
  return (
    <ul>
      {marks.slice(0, mostListed).map((mark, at) => (
        <li key={at}>
          <button type="button" onClick={() => onShow(mark)}>
            <span class={mark.isError ? 'json-error' : 'json-warning'}>
              <Icon name={mark.isError ? 'error' : 'warning'} />
            </span>
            <code>{mark.line}</code>
            <span>{mark.text}</span>
          </button>
        </li>
      ))}
      {marks.length > mostListed && <li class="hint">And {marks.length - mostListed} more.</li>}
    </ul>
  );
}

/** One mark for an error of JSON or of the diagram's shape; otherwise one for each finding. */
function marksOf(
  places: JsonPlaces,
  starts: readonly number[],
  findings: readonly Finding[],
  refusal: string | undefined,
): readonly Mark[] {
  if (places.error !== undefined) {
    const { offset, message } = places.error;
    return [{ line: lineOf(starts, offset), offset, isError: true, text: message }];
  }
  if (refusal !== undefined) return [{ line: 1, offset: 0, isError: true, text: refusal }];
  return findings.map(({ pointer, message, kind }) => {
    const offset = offsetOf(places, pointer);
    return { line: lineOf(starts, offset), offset, isError: kind === 'error', text: message };
  });
}

function write(diagram: Diagram): string {
  return JSON.stringify(diagram, null, 2);
}

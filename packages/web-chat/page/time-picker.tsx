import { useState } from 'preact/hooks';

/** The browser's picker of times, above the field: visitors can also type a time. @spec LG28 */
export function TimePicker({ onPick }: { onPick(time: string): void }) {
  const [time, setTime] = useState('');
  return (
    <div class="picker">
      <label for="time">Time</label>
      <input
        id="time"
        type="time"
        dir="auto"
        value={time}
        onInput={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <button type="button" class="primary" dir="auto" disabled={time === ''} onClick={() => onPick(time)}>
        Send time
      </button>
    </div>
  );
}

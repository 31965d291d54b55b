import { useState } from 'preact/hooks';
import { pickableYears, writeDate } from './written-date.ts';

interface DatePickerProps {
  /** The format of the date: `dd/MM/yyyy`. */
  readonly format: string;
  onPick(date: string): void;
}

/** The browser's calendar, above the field: visitors can also type a date. */
export function DatePicker({ format, onPick }: DatePickerProps) {
  const [day, setDay] = useState('');
  const [first, last] = pickableYears(format, new Date().getFullYear());
  const isPickable = day >= `${first}-01-01` && day <= `${last}-12-31`;
  return (
    <div class="picker">
      <label for="day">Date</label>
      <input
        id="day"
        type="date"
        dir="auto"
        min={`${first}-01-01`}
        max={`${last}-12-31`}
        value={day}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <button
        type="button"
        class="primary"
        dir="auto"
        disabled={!isPickable}
        onClick={() => onPick(writeDate(day, format))}
      >
        Send date
      </button>
    </div>
  );
}

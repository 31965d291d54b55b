/**
 * Writes a day in the format that the bot accepts.
 *
 * @param day - From `<input type="date">`: `2026-03-05`.
 * @param format - Made of `yyyy` or `yy`, `MM` and `dd`.
 * @spec WC38
 */
export function writeDate(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace(/yyyy|yy|MM|dd/g, (part) => {
    if (part === 'MM') return month;
    if (part === 'dd') return date;
    return part === 'yy' ? year.slice(-2) : year;
  });
}

/** A bot reads a year of two digits as one of the hundred years that end 49 years from now. @spec WC38 */
export function pickableYears(format: string, thisYear: number): readonly [first: string, last: string] {
  return format.includes('yyyy') ? ['1000', '9999'] : [String(thisYear - 50), String(thisYear + 49)];
}

const aWhile = 2 ** 30;

/** Keeps the process alive, also where nothing but rests is waited for, until what it answers is called. */
export function holdProcess(): () => void {
  const timer = setInterval(() => {}, aWhile);
  return () => clearInterval(timer);
}

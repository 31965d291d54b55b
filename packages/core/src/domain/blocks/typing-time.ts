/** A longer wait is a follow-up: nobody types so long. */
export const mostTypingSeconds = 25;

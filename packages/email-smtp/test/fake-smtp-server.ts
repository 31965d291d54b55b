import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FakeSmtp {
  readonly port: number;
  /** The mails, as received. */
  readonly mails: string[];
  /** The commands, as received. */
  readonly commands: string[];
}

/** Answers to commands by their first word, such as `RCPT`; `null` closes the connection, `''` never answers. */
export type FakeAnswers = Readonly<Record<string, string | null>>;

/** Starts a server for mails on loopback, until the end of the test. The answer to a mail is that of `BODY`. */
export async function startFakeSmtp(answers: FakeAnswers = {}): Promise<FakeSmtp> {
  const [mails, commands]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  const usual: FakeAnswers = {
    GREETING: '220 fake',
    EHLO: '250-fake\r\n250 AUTH PLAIN',
    AUTH: '235 ok',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    BODY: '250 taken',
    QUIT: '221 bye',
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding('utf8').on('error', () => {});
    let [input, isMail] = ['', false];
    const answer = (word: string): void => {
      const given = answers[word] ?? (answers[word] === null ? null : (usual[word] ?? '500 unknown'));
      if (given === null) socket.destroy();
      else if (given !== '') socket.write(`${given}\r\n`);
    };
    socket.on('data', (part: string) => {
      input += part;
      for (;;) {
        const end = input.indexOf(isMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const read = input.slice(0, end);
        input = input.slice(end + (isMail ? 5 : 2));
        (isMail ? mails : commands).push(read);
        const word = isMail ? 'BODY' : (read.split(' ')[0] ?? '').toUpperCase();
        isMail = word === 'DATA' && !('DATA' in answers);
        answer(word);
      }
    });
    answer('GREETING');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, mails, commands };
}

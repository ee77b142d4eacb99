import { createTransport } from 'nodemailer'
import type { Letter } from './compose.ts'
import type { MailServer } from './mail-server.ts'

/** The mail server did not take a mail. `answer`: what it said, one line, without addresses and credentials. */
export class MailNotTaken extends Error {
  readonly answer: string
  /** Another try would end the same. */
  readonly permanent: boolean

  constructor(answer: string, permanent: boolean) {
    super('the mail server did not take the mail')
    this.answer = answer
    this.permanent = permanent
  }
}

export type Delivery = Letter & { to: string; fromName: string; messageId?: string; signal?: AbortSignal; timeoutMs?: number }

const silenceMs = 10_000
const wholeMs = 60_000
const longestAnswer = 200

/**
 * Hands a mail over, on a connection of its own, to that host and nowhere else. Over TLS its certificate must be good for its name.
 * Throws `MailNotTaken`.
 */
export async function deliver(server: MailServer, mail: Delivery): Promise<void> {
  const timeoutMs = mail.timeoutMs ?? silenceMs
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.username === '' ? {} : { auth: { user: server.username, pass: server.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const whole = AbortSignal.timeout(wholeMs)
  try {
    await transport.sendMail({
      from: { name: mail.fromName, address: server.fromAddress },
      to: { name: '', address: mail.to },
      envelope: { from: server.fromAddress, to: [mail.to] },
      subject: mail.subject,
      text: mail.body,
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: mail.signal ? AbortSignal.any([mail.signal, whole]) : whole,
    })
  } catch (error) {
    throw new MailNotTaken(answerOf(error, server), isPermanent(error))
  } finally {
    transport.close()
  }
}

/** Refused for good: this mail. What goes wrong before, like credentials or certificates, somebody may put right. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function answerOf(error: unknown, { username, password }: MailServer): string {
  const { response, message } = error as { response?: string; message?: string }
  const line = (response ?? message ?? 'failed').split(/[\r\n]/)[0] ?? ''
  const secrets = [password, username].filter((secret) => secret.length > 2)
  const open = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line)
  return open
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '***')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, longestAnswer)
}

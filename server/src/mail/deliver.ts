import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Letter } from './content/compose.ts'
import { addressesOf } from '../platform/http/reach.ts'
import type { MailServer } from './trust/mail-server.ts'

/** The mail server did not take a mail. `answer`: its answer in one line, without addresses and credentials. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly answer: string
  /** Another try would fail, too. */
  readonly permanent: boolean
  /** The answer comes from a mail server, not from the connection. */
  readonly reached: boolean

  constructor(answer: string, { permanent, reached }: { permanent: boolean; reached: boolean }) {
    super('the mail server did not take the mail')
    this.answer = answer
    this.permanent = permanent
    this.reached = reached
  }
}

export type Delivery = Letter & { to: string; fromName: string; messageId?: string; signal?: AbortSignal; timeoutMs?: number }

const idleTimeoutMs = 10_000
const totalTimeoutMs = 60_000
const maxAnswerLength = 200
const outOfReach = 'The host has no public address and no address in SMTP_PRIVATE_RANGES'

/**
 * Sends a mail over a new connection to that host only. The addresses of the host are looked up once; if no mail server answers at one
 * address, the next one is tried. With TLS the certificate must be valid for the host name. Throws `DeliveryFailure`.
 */
export async function deliver(server: MailServer, mail: Delivery): Promise<void> {
  const total = AbortSignal.timeout(totalTimeoutMs)
  const signal = mail.signal ? AbortSignal.any([mail.signal, total]) : total
  const addresses = await unlessAborted(signal, addressesOf(server.host, server.reach)).catch((error: unknown) => {
    throw failureOf(error, server)
  })
  if (addresses.length === 0) throw new DeliveryFailure(outOfReach, { permanent: false, reached: false })
  for (const [at, address] of addresses.entries()) {
    try {
      return await deliverAt(address, server, mail, signal)
    } catch (error) {
      const failed = failureOf(error, server)
      if (failed.reached || signal.aborted || at === addresses.length - 1) throw failed
    }
  }
}

async function deliverAt(address: string, server: MailServer, mail: Delivery, signal: AbortSignal): Promise<void> {
  const timeoutMs = mail.timeoutMs ?? idleTimeoutMs
  const transport = createTransport({
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.username === '' ? {} : { auth: { user: server.username, pass: server.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2', ...(isIP(server.host) === 0 ? { servername: server.host } : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: mail.fromName, address: server.fromAddress },
      to: { name: '', address: mail.to },
      envelope: { from: server.fromAddress, to: [mail.to] },
      subject: mail.subject,
      text: mail.body,
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    })
  } finally {
    transport.close()
  }
}

/** Resolves as the promise does, or rejects at the signal, since a name lookup cannot be aborted. */
async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true })
  })
  return Promise.race([promise, aborted])
}

function failureOf(error: unknown, server: MailServer): DeliveryFailure {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const reached = responseCode !== undefined && ['EAUTH', 'EENVELOPE', 'EMESSAGE'].includes(code ?? '')
  return new DeliveryFailure(answerOf(error, server), { permanent: isPermanent(error), reached })
}

/** True if the server refused this mail permanently. Earlier failures, such as wrong credentials or certificates, can be corrected. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function answerOf(error: unknown, { username, password }: MailServer): string {
  const { response, message } = error as { response?: string; message?: string }
  const line = (response ?? message ?? 'failed').split(/[\r\n]/)[0] ?? ''
  const secrets = [password, username].filter((secret) => secret.length > 2)
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line)
  return masked
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '***')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxAnswerLength)
}

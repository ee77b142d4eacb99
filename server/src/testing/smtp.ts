import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { until } from './until.ts'

/** A parsed mail that the mail server received. */
export type ReceivedMail = {
  envelope: { from: string; to: string[] }
  from: { name: string; address: string | undefined }
  to: (string | undefined)[]
  subject: string
  text: string
  headers: Email['headers']
  /** The mail as transmitted. */
  raw: string
  /** True if the connection was encrypted. */
  secure: boolean
}

export type TestSmtp = AsyncDisposable & {
  port: number
  /** For SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** Waits for the first mail to that address that was not returned before. */
  mailTo: (address: string) => Promise<ReceivedMail>
}

/** The refusal of a mail; null if the server accepts it. */
export type Refusal = (what: { from: string; to: string }) => { code: number; message: string } | null

/**
 * A mail server on a loopback port. It accepts every mail by default, without encryption unless given a certificate. `beforeAccept` is
 * awaited before a mail is accepted.
 */
export async function startSmtp(
  options: {
    tls?: { key: string; cert: string }
    secure?: boolean
    user?: { name: string; password: string }
    refuse?: Refusal
    beforeAccept?: () => Promise<void>
  } = {},
): Promise<TestSmtp> {
  const { tls, secure = false, user, refuse, beforeAccept } = options
  const received: ReceivedMail[] = []
  const returned = new Set<ReceivedMail>()
  const encryption: SMTPServerOptions = tls ? { ...tls, secure } : { disabledCommands: ['STARTTLS'] }
  const server = new SMTPServer({
    ...encryption,
    disableReverseLookup: true,
    authOptional: !user,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => {
      const good = auth.username === user?.name && auth.password === user?.password
      return good ? done(null, { user: user?.name }) : done(new Error(`no such account: ${auth.username} / ${auth.password}`))
    },
    onRcptTo: (address, session, done) => {
      const { mailFrom } = session.envelope
      const refused = refuse?.({ from: mailFrom === false ? '' : mailFrom.address, to: address.address })
      done(refused ? Object.assign(new Error(refused.message), { responseCode: refused.code }) : null)
    },
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      const raw = await buffer(stream)
      await beforeAccept?.()
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) }
      received.push({ ...(await readMail(raw)), envelope, raw: raw.toString('utf8'), secure: session.secure })
    }),
  })
  // A client that rejects the certificate is not a failure of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0

  return {
    port,
    url: `${secure ? 'smtps' : 'smtp'}://${user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : ''}127.0.0.1:${port}`,
    received,
    async mailTo(to) {
      const mail = await until(() => received.find((one) => !returned.has(one) && one.envelope.to.includes(to)))
      returned.add(mail)
      return mail
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function readMail(raw: Buffer): Promise<Omit<ReceivedMail, 'envelope' | 'raw' | 'secure'>> {
  const mail = await PostalMime.parse(raw)
  return {
    from: { name: mail.from?.name ?? '', address: mail.from?.address },
    to: (mail.to ?? []).map(({ address }) => address),
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replaceAll('\r\n', '\n'),
    headers: mail.headers,
  }
}

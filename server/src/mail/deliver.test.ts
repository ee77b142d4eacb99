import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { selfSigned } from '../testing/certificate.ts'
import { startSmtp } from '../testing/smtp.ts'
import { deliver, DeliveryFailure } from './deliver.ts'
import type { MailServer } from './trust/mail-server.ts'

const usual = getCACertificates('default')
afterEach(() => setDefaultCACertificates(usual))
/** Trusts a CA certificate, as NODE_EXTRA_CA_CERTS does. */
const trust = (cert: string) => setDefaultCACertificates([...usual, cert])

const to = 'taro@example.com'
const letter = { to, subject: '件名', body: '本文\n', fromName: '管理 <x@y.example>' }
const serverAt = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: '',
  password: '',
  fromAddress: 'no-reply@example.com',
  fromName: '',
  reach: 'anywhere',
  ...more,
})

/** The failure of a delivery. */
async function refusal(delivery: Promise<void>): Promise<{ answer: string; permanent: boolean }> {
  const error = await delivery.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof DeliveryFailure)) throw new Error(`expected a DeliveryFailure, got ${String(error)}`)
  return { answer: error.answer, permanent: error.permanent }
}

/** A server that does not speak SMTP. */
async function startOther(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    greet(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test.each(['starttls', 'tls'] as const)(
  '%s: a self-signed certificate is refused, and one of a trusted CA is accepted',
  async (security) => {
    const certificate = selfSigned('127.0.0.1')
    await using smtp = await startSmtp({ tls: certificate, secure: security === 'tls' })
    const server = serverAt(smtp.port, { security })
    expect(await refusal(deliver(server, letter))).toEqual({ answer: expect.stringMatching(/self-signed/), permanent: false })
    trust(certificate.cert)
    await deliver(server, letter)
    expect(smtp.received).toMatchObject([{ secure: true, subject: '件名', to: [to] }])
  },
)

test.each(['starttls', 'tls'] as const)('%s: a certificate for another name is refused, trusted or not', async (security) => {
  const certificate = selfSigned('mail.example.com')
  await using smtp = await startSmtp({ tls: certificate, secure: security === 'tls' })
  trust(certificate.cert)
  expect((await refusal(deliver(serverAt(smtp.port, { security }), letter))).answer).toMatch(/altnames/)
  expect(smtp.received).toEqual([])
})

test('if encryption is required and not offered, neither the mail nor the password is sent', async () => {
  const user = { name: 'mailer', password: 'Smtp-secret-1' }
  await using smtp = await startSmtp({ user })
  const server = serverAt(smtp.port, { username: user.name, password: user.password })
  expect((await refusal(deliver({ ...server, security: 'starttls' }, letter))).permanent).toBe(false)
  expect((await refusal(deliver({ ...server, security: 'tls' }, letter))).permanent).toBe(false)
  expect(smtp.received).toEqual([])
  await deliver({ ...server, security: 'none' }, letter)
  expect(smtp.received).toMatchObject([{ secure: false, from: { name: letter.fromName, address: 'no-reply@example.com' }, text: '本文\n' }])
})

test('wrong credentials are a temporary failure, and the stored answer contains neither user name nor password', async () => {
  await using smtp = await startSmtp({ user: { name: 'mailer', password: 'Smtp-secret-1' } })
  const server = serverAt(smtp.port, { username: 'mailer', password: 'Smtp-secret-2' })
  const { answer, permanent } = await refusal(deliver(server, letter))
  expect(permanent).toBe(false)
  expect(answer).toMatch(/^535 no such account: /)
  expect(answer).not.toMatch(/mailer|secret/)
})

test('permanent and temporary refusals differ; addresses in the stored answer are masked, and its length is limited', async () => {
  const answers: Record<string, { code: number; message: string }> = {
    'gone@example.com': { code: 550, message: `<gone@example.com>: no such mailbox ${'x'.repeat(500)}` },
    'busy@example.com': { code: 451, message: 'try again later' },
  }
  await using smtp = await startSmtp({ refuse: (mail) => answers[mail.to] ?? null })
  const gone = await refusal(deliver(serverAt(smtp.port), { ...letter, to: 'gone@example.com' }))
  expect(gone).toEqual({ answer: expect.stringMatching(/^550 <\*\*\*>: no such mailbox x+$/), permanent: true })
  expect(gone.answer).toHaveLength(200)
  const busy = await refusal(deliver(serverAt(smtp.port), { ...letter, to: 'busy@example.com' }))
  expect(busy).toEqual({ answer: '451 try again later', permanent: false })
})

test('a server that is absent, silent, endless, or speaks another protocol causes a failure in limited time', async () => {
  using gone = await startOther(() => undefined)
  gone[Symbol.dispose]()
  expect((await refusal(deliver(serverAt(gone.port), letter))).answer).toMatch(/ECONNREFUSED/)

  using silent = await startOther(() => undefined)
  expect((await refusal(deliver(serverAt(silent.port), { ...letter, timeoutMs: 100 }))).answer).toMatch(/timeout|never received/i)
  using silentTls = await startOther(() => undefined)
  expect((await refusal(deliver(serverAt(silentTls.port, { security: 'tls' }), { ...letter, timeoutMs: 100 }))).permanent).toBe(false)

  using http = await startOther((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect((await refusal(deliver(serverAt(http.port), letter))).permanent).toBe(false)

  using half = await startOther((socket) => socket.write('220 hello\r\n'))
  expect((await refusal(deliver(serverAt(half.port), { ...letter, timeoutMs: 100 }))).answer).toMatch(/timeout/i)

  using endless = await startOther((socket) => {
    const timer = setInterval(() => socket.write('220-more\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  const aborted = deliver(serverAt(endless.port), { ...letter, timeoutMs: 60_000, signal: AbortSignal.timeout(200) })
  expect((await refusal(aborted)).permanent).toBe(false)
})

import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { concat, fromHex } from '@simdeck/protocol/bytes.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { publicKey, rawSignature } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { readTlvs } from '@simdeck/protocol/iot-safe/objects.ts'
import type { SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { provisioningBlocks, readPiece } from '@simdeck/protocol/iot-safe/provisioning.ts'
import type { ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { certificationRequest, certificationRequestInfo, derSignature, p256KeyInfo } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { toPem } from '@simdeck/server/certificate-authority/x509/pem.ts'
import { clientOf, hierarchy } from '@simdeck/server/certificate-authority/x509/x509.fixture.ts'
import { childEnvironment } from '@simdeck/server/config.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { CardInDevice } from './testing/tls/card-in-device.ts'
import type { ClientIdentity } from './testing/tls/handshake.ts'
import { connectTls12 } from './testing/tls/tls12.ts'
import { connectTls13 } from './testing/tls/tls13.ts'
import { openChannel, type SecureSend, VirtualReader } from './testing/virtual-reader.ts'

const applet = fromHex(fixedAids.iotSafe.moduleAid)
const [privateKey, ownPublicKey] = (['privateKey', 'publicKey'] as const).map((kind): SafeObject => ({
  kind,
  id: fromHex('01'),
  label: 'tls',
  access: 0x01,
  isActivated: false,
  file: null,
})) as [SafeObject, SafeObject]
const fileOf = (size: number): SafeObject => ({
  kind: 'file',
  id: fromHex('c0'),
  label: 'certificate',
  access: 0x01,
  isActivated: false,
  file: { size, usage: 2 },
})

let openssl: OpenSsl
let card: ChildProcessWithoutNullStreams
const reader = new VirtualReader()
const { root, device } = hierarchy()

beforeAll(async () => {
  openssl = new OpenSsl()
  openssl.file('root.pem', toPem('CERTIFICATE', root.certificate.bytes))
  openssl.file('other.pem', toPem('CERTIFICATE', hierarchy().root.certificate.bytes))
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'server.key']
  openssl.run('req', '-x509', ...key, '-out', 'server.pem', '-subj', '/CN=localhost')
  const port = await reader.listen()
  const inserted = reader.insertion()
  card = spawn(process.execPath, [new URL('commands/card.ts', import.meta.url).pathname, '--vpcd', `127.0.0.1:${port}`, '--iot-safe'])
  await inserted
})
afterAll(() => {
  card.kill('SIGKILL')
  reader.close()
  openssl[Symbol.dispose]()
})

/** Sends provisioning commands as the server does. Returns the data of each answer. */
async function provision(send: SecureSend, commands: readonly ProvisioningCommand[]): Promise<Uint8Array[]> {
  expect(await send(install.encode({ kind: 'personalization', applicationAid: applet }))).toMatchObject({ sw: 0x9000 })
  const answers: Uint8Array[] = []
  for (const block of provisioningBlocks(commands)) {
    const { sw, data } = await send(block)
    expect(sw).toBe(0x9000)
    answers.push(data)
  }
  return answers
}

/** Starts a TLS server that requires a certificate of the CA and answers each line in reverse. Returns its port. */
async function startServer(version: string, ca: string): Promise<Disposable & { port: number; printed: () => string }> {
  const files = ['-cert', 'server.pem', '-key', 'server.key', '-CAfile', ca]
  const verifying = ['-Verify', '3', '-verify_return_error']
  const child = spawn('openssl', ['s_server', '-accept', '0', ...files, ...verifying, version, '-rev'], {
    cwd: openssl.folder,
    env: childEnvironment(),
  })
  let text = ''
  const { promise, resolve } = Promise.withResolvers<number>()
  const add = (chunk: Buffer): void => {
    text += chunk.toString()
    const port = /ACCEPT \S*:(\d+)/.exec(text)?.[1]
    if (port !== undefined) resolve(Number(port))
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  return { port: await promise, printed: () => text, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

/** Connects with that identity and returns the server's answer to a line. */
async function echo(port: number, setUp: typeof connectTls13, identity: ClientIdentity): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    const connection = await setUp(socket, identity)
    return await connection.echo('simdeck\n')
  } finally {
    socket.destroy()
  }
}

test('a device sets up TLS with OpenSSL by the key and the certificate inside the card, through the card’s socket', async () => {
  const send = await openChannel(reader, fromHex('404142434445464748494a4b4c4d4e4f'), '00')
  const [, keyAnswer = new Uint8Array(0)] = await provision(send, [
    { kind: 'generate', privateKey, publicKey: ownPublicKey },
    { kind: 'read', object: ownPublicKey, offset: 0, length: 0 },
  ])
  const keyInfo = p256KeyInfo(publicKey.decode(readTlvs(keyAnswer)))
  const info = certificationRequestInfo({ subject: encodeName({ CN: '8981100000000000017', O: 'Example' }), keyInfo })
  const [signature = new Uint8Array(0)] = await provision(send, [
    { kind: 'sign', privateKey, hash: createHash('sha256').update(info).digest() },
  ])
  openssl.file('request.der', certificationRequest(info, derSignature(rawSignature.decode(signature))))
  expect(openssl.run('req', '-inform', 'DER', '-in', 'request.der', '-verify', '-noout').text).toMatch(/verify OK/)

  const certificate = clientOf(device, { keyInfo }).bytes
  const file = fileOf(certificate.length)
  const parts = Array.from({ length: Math.ceil(certificate.length / 180) }, (_, at): ProvisioningCommand => {
    const data = certificate.subarray(180 * at, 180 * (at + 1))
    return {
      kind: 'update',
      file,
      offset: 180 * at,
      data,
      total: 180 * at + data.length === certificate.length ? certificate.length : null,
    }
  })
  await provision(send, [{ kind: 'create', object: file }, ...parts])
  const pieces = Array.from({ length: Math.ceil(certificate.length / readPiece) }, (_, at): ProvisioningCommand => {
    const offset = readPiece * at
    return { kind: 'read', object: file, offset, length: Math.min(readPiece, certificate.length - offset) }
  })
  expect(Buffer.concat(await provision(send, pieces)).equals(certificate)).toBe(true)

  const inDevice = await CardInDevice.open(reader, applet)
  expect(Buffer.from(await inDevice.readFile('c0')).equals(certificate)).toBe(true)
  const chain = [certificate, device.certificate.bytes]
  for (const [version, protocol, setUp, mode] of [
    ['-tls1_3', 'TLSv1.3', connectTls13, 'fullText'],
    ['-tls1_2', 'TLSv1.2', connectTls12, 'padAndSign'],
  ] as const) {
    using server = await startServer(version, 'root.pem')
    const identity = { chain, sign: (content: Uint8Array) => inDevice.sign('01', mode, content) }
    expect(await echo(server.port, setUp, identity)).toBe('kcedmis\n')
    await vi.waitFor(() => expect(server.printed()).toContain(`Protocol version: ${protocol}`), 20_000)
    await vi.waitFor(() => expect(server.printed()).toContain('Verification: OK'), 20_000)
    const wrong = { chain, sign: (content: Uint8Array) => inDevice.sign('01', mode, concat(content, Uint8Array.of(0))) }
    await expect(echo(server.port, setUp, wrong), 'a signature over other octets').rejects.toThrow('alert 51')
    await expect(echo(server.port, setUp, { ...identity, chain: [certificate] }), 'no chain').rejects.toThrow('alert 48')
    using stranger = await startServer(version, 'other.pem')
    await expect(echo(stranger.port, setUp, identity), 'another root').rejects.toThrow('alert 48')
  }
})

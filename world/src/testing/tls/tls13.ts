import { createECDH, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { bytesOf, concat, equalBytes, Reader, uint } from '@simdeck/protocol/bytes.ts'
import { derSignature } from '@simdeck/protocol/x509/certification-request.ts'
import {
  checkServerSignature,
  type ClientIdentity,
  clientHello,
  connectionOf,
  ecdsaSha256,
  extension,
  Handshake,
  handshakeMessage,
  handshakeType,
  readServerHello,
  secp256r1,
  sharedSecret,
  type TlsConnection,
  vector,
} from './handshake.ts'
import { type Protection, protection13, Records } from './records.ts'

const aes128GcmSha256 = 0x1301
const tls13 = 0x0304
const supportedVersions = 43
const keyShare = 51
const zeros = new Uint8Array(32)
const none = new Uint8Array(0)

const hmac = (key: Uint8Array, content: Uint8Array): Uint8Array => new Uint8Array(createHmac('sha256', key).update(content).digest())

/** HKDF-Expand-Label (RFC 8446 §7.1) of at most 32 octets. */
function expandLabel(secret: Uint8Array, label: string, context: Uint8Array, length = 32): Uint8Array {
  const info = concat(uint(length, 2), vector(1, new TextEncoder().encode(`tls13 ${label}`)), vector(1, context))
  return hmac(secret, concat(info, bytesOf(1))).subarray(0, length)
}

const protectionOf = (secret: Uint8Array): Protection =>
  protection13(expandLabel(secret, 'key', none, 16), expandLabel(secret, 'iv', none, 12))

const finishedOf = (secret: Uint8Array, hash: Uint8Array): Uint8Array => hmac(expandLabel(secret, 'finished', none), hash)

/** The content that an end signs in its CertificateVerify (RFC 8446 §4.4.3). */
const signedContent = (end: 'server' | 'client', hash: Uint8Array): Uint8Array =>
  concat(new Uint8Array(64).fill(0x20), new TextEncoder().encode(`TLS 1.3, ${end} CertificateVerify`), bytesOf(0), hash)

function readChain(body: Uint8Array): Uint8Array[] {
  const reader = new Reader(body)
  reader.lv()
  const list = new Reader(reader.take(reader.uint(3)))
  const chain: Uint8Array[] = []
  while (list.remaining > 0) {
    chain.push(list.take(list.uint(3)))
    list.take(list.uint(2))
  }
  return chain
}

function readSignature(body: Uint8Array): Uint8Array {
  const reader = new Reader(body)
  reader.uint(2)
  return reader.take(reader.uint(2))
}

/**
 * Sets up TLS 1.3 with `TLS_AES_128_GCM_SHA256` and P-256, as a client with a certificate. The chain of the server is not checked, its
 * signature is. Throws an `Error` with the alert of a server that refuses the client; that of a wrong certificate comes after this call.
 */
export async function connectTls13(socket: Socket, identity: ClientIdentity): Promise<TlsConnection> {
  const records = new Records(socket)
  const handshake = new Handshake(records)
  const own = createECDH('prime256v1')
  const share = concat(uint(secp256r1, 2), vector(2, own.generateKeys()))
  handshake.send(
    clientHello(randomBytes(32), aes128GcmSha256, [
      extension(supportedVersions, vector(1, uint(tls13, 2))),
      extension(keyShare, vector(2, share)),
    ]),
  )
  const { extensions } = readServerHello(await handshake.receive(handshakeType.serverHello))
  const serverShare = new Reader(extensions.get(keyShare) ?? none)
  serverShare.uint(2)
  const shared = sharedSecret(own, serverShare.take(serverShare.uint(2)))

  const emptyHash = createHash('sha256').digest()
  const early = hmac(zeros, zeros)
  const handshakeSecret = hmac(expandLabel(early, 'derived', emptyHash), shared)
  const clientSecret = expandLabel(handshakeSecret, 'c hs traffic', handshake.hash)
  const serverSecret = expandLabel(handshakeSecret, 's hs traffic', handshake.hash)
  records.sending = protectionOf(clientSecret)
  records.receiving = protectionOf(serverSecret)

  await handshake.receive(handshakeType.encryptedExtensions)
  const context = new Reader(await handshake.receive(handshakeType.certificateRequest)).lv()
  const [certificate = none] = readChain(await handshake.receive(handshakeType.certificate))
  const toSign = signedContent('server', handshake.hash)
  checkServerSignature(certificate, toSign, readSignature(await handshake.receive(handshakeType.certificateVerify)))
  const expected = finishedOf(serverSecret, handshake.hash)
  const finished = await handshake.receive(handshakeType.finished)
  if (!equalBytes(finished, expected)) throw new Error('the Finished of the server is wrong')

  const master = hmac(expandLabel(handshakeSecret, 'derived', emptyHash), zeros)
  const [clientTraffic, serverTraffic] = [
    expandLabel(master, 'c ap traffic', handshake.hash),
    expandLabel(master, 's ap traffic', handshake.hash),
  ]
  const entries = identity.chain.map((one) => concat(vector(3, one), vector(2)))
  handshake.send(handshakeMessage(handshakeType.certificate, vector(1, context), vector(3, ...entries)))
  const signature = derSignature(await identity.sign(signedContent('client', handshake.hash)))
  handshake.send(handshakeMessage(handshakeType.certificateVerify, uint(ecdsaSha256, 2), vector(2, signature)))
  handshake.send(handshakeMessage(handshakeType.finished, finishedOf(clientSecret, handshake.hash)))
  records.sending = protectionOf(clientTraffic)
  records.receiving = protectionOf(serverTraffic)
  return connectionOf(records)
}

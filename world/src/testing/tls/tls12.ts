import { createECDH, createHmac, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { bytesOf, concat, equalBytes, Reader, uint } from '@simdeck/protocol/bytes.ts'
import { derSignature } from '@simdeck/protocol/x509/certification-request.ts'
import {
  checkServerSignature,
  type ClientIdentity,
  clientHello,
  connectionOf,
  ecdsaSha256,
  Handshake,
  handshakeMessage,
  handshakeType,
  readServerHello,
  sharedSecret,
  type TlsConnection,
  vector,
} from './handshake.ts'
import { contentType, protection12, Records } from './records.ts'

/** `TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256` */
const ecdheEcdsaAes128Gcm = 0xc02b
const [keyLength, saltLength] = [16, 4]
const none: Uint8Array = new Uint8Array(0)

/** The PRF of TLS 1.2 (RFC 5246 §5). */
function prf(secret: Uint8Array, label: string, seed: Uint8Array, length: number): Uint8Array {
  const hmac = (content: Uint8Array): Uint8Array => new Uint8Array(createHmac('sha256', secret).update(content).digest())
  const whole = concat(new TextEncoder().encode(label), seed)
  let out = none
  for (let a = hmac(whole); out.length < length; a = hmac(a)) out = concat(out, hmac(concat(a, whole)))
  return out.subarray(0, length)
}

function readChain(body: Uint8Array): Uint8Array[] {
  const reader = new Reader(body)
  const list = new Reader(reader.take(reader.uint(3)))
  const chain: Uint8Array[] = []
  while (list.remaining > 0) chain.push(list.take(list.uint(3)))
  return chain
}

/** The parameters of ECDHE as the server signed them, the point in them, and the signature. */
function readKeyExchange(body: Uint8Array): { parameters: Uint8Array; point: Uint8Array; signature: Uint8Array } {
  const reader = new Reader(body)
  reader.take(3)
  const point = reader.lv()
  const parameters = body.subarray(0, reader.offset)
  reader.uint(2)
  return { parameters, point, signature: reader.take(reader.uint(2)) }
}

/**
 * Sets up TLS 1.2 with `ECDHE-ECDSA-AES128-GCM-SHA256` and P-256, as a client with a certificate. The chain of the server is not checked,
 * its signature is. Throws an `Error` with the alert of a server that refuses the client.
 */
export async function connectTls12(socket: Socket, identity: ClientIdentity): Promise<TlsConnection> {
  const records = new Records(socket)
  const handshake = new Handshake(records)
  const clientRandom = randomBytes(32)
  handshake.send(clientHello(clientRandom, ecdheEcdsaAes128Gcm, []))
  const { random: serverRandom } = readServerHello(await handshake.receive(handshakeType.serverHello))
  const [certificate = none] = readChain(await handshake.receive(handshakeType.certificate))
  const { parameters, point, signature } = readKeyExchange(await handshake.receive(handshakeType.serverKeyExchange))
  checkServerSignature(certificate, concat(clientRandom, serverRandom, parameters), signature)
  await handshake.receive(handshakeType.certificateRequest)
  await handshake.receive(handshakeType.serverHelloDone)

  const own = createECDH('prime256v1')
  const publicPoint = own.generateKeys()
  const master = prf(sharedSecret(own, point), 'master secret', concat(clientRandom, serverRandom), 48)
  handshake.send(handshakeMessage(handshakeType.certificate, vector(3, ...identity.chain.map((one) => vector(3, one)))))
  handshake.send(handshakeMessage(handshakeType.clientKeyExchange, vector(1, publicPoint)))
  const own256 = derSignature(await identity.sign(handshake.transcript))
  handshake.send(handshakeMessage(handshakeType.certificateVerify, uint(ecdsaSha256, 2), vector(2, own256)))

  const block = new Reader(prf(master, 'key expansion', concat(serverRandom, clientRandom), 2 * (keyLength + saltLength)))
  const [clientKey, serverKey] = [block.take(keyLength), block.take(keyLength)]
  const [clientSalt, serverSalt] = [block.take(saltLength), block.take(saltLength)]
  records.send(contentType.changeCipherSpec, bytesOf(1))
  records.sending = protection12(clientKey, clientSalt)
  handshake.send(handshakeMessage(handshakeType.finished, prf(master, 'client finished', handshake.hash, 12)))

  const expected = prf(master, 'server finished', handshake.hash, 12)
  const changed = await records.next()
  if (changed.type !== contentType.changeCipherSpec) throw new Error('no change of the cipher')
  records.receiving = protection12(serverKey, serverSalt)
  if (!equalBytes(await handshake.receive(handshakeType.finished), expected)) throw new Error('the Finished of the server is wrong')
  return connectionOf(records)
}

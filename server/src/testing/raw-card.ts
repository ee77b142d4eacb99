import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { bytesOf, concat, fromHex, toHex, uint } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { openFrame, parseFrame, sealFrame } from '@simdeck/protocol/ota/frame.ts'
import type { FrameHeader } from '@simdeck/protocol/ota/frame-header.ts'
import { pollKeys, sessionKeys, type FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody, pollBody, pollClear, type Telemetry, telemetryTlvs } from '@simdeck/protocol/ota/messages.ts'
import type { TestCall } from './server.ts'

export const rawIccid = '8981100023451420176'
const simKeys = { capAuthKey: fromHex('000102030405060708090a0b0c0d0e0f'), encryptKey: fromHex('101112131415161718191a1b1c1d1e1f') }

/** Length of a CLOSE_SESSION in answer to a POLL. */
export const closeLength = 42

/** The keys, in hex, of the SIM that the frames of this file belong to; `capAuthKey` replaces one of them. */
export const rawSimKeys = (capAuthKey: Uint8Array = simKeys.capAuthKey) => ({
  cap_auth_key: toHex(capAuthKey),
  encrypt_key: toHex(simKeys.encryptKey),
  scp03_enc: '40'.repeat(16),
  scp03_mac: '50'.repeat(16),
  scp03_dek: '60'.repeat(16),
})

/** The same SIM as a file to import. */
export function rawSimFile(capAuthKey?: Uint8Array): File {
  const row = { iccid: rawIccid, ...rawSimKeys(capAuthKey) }
  return new File([`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`], 'sims.csv')
}

export async function importRawSim(admin: TestCall): Promise<void> {
  await admin(endpoints.importSims, { body: {}, file: rawSimFile() })
}

export type PollOptions = {
  enc?: boolean
  iccid?: string
  /** Replaces CAP_AUTH_KEY. */
  key?: Uint8Array
  /** Replaces ENCRYPT_KEY. */
  encryptKey?: Uint8Array
  keys?: FrameKeys
  sessionId?: number
  sequence?: number
  instanceAid?: string
  imei?: string
  signal?: { rsrpDbm: number; rsrqDb: number }
  telemetry?: Telemetry
  body?: Uint8Array
}

/** A POLL with nothing to resume, and functions that read its answer. */
export function rawPoll(pollCounter: number, options: PollOptions = {}) {
  const clear = { iccid: iccidToBytes(options.iccid ?? rawIccid), cardNonce: new Uint8Array(randomBytes(8)), pollCounter }
  const body = pollBody.encode({
    pollerVersion: 0x0104,
    receiveBuffer: 255,
    instanceAid: fromHex(options.instanceAid ?? fixedAids.pollerB.moduleAid),
    resume: { state: 0 },
    tlvs: telemetryTlvs.encode({
      ...options.telemetry,
      ...(options.imei === undefined ? {} : { imei: options.imei }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
  })
  const cardKeys = { capAuthKey: options.key ?? simKeys.capAuthKey, encryptKey: options.encryptKey ?? simKeys.encryptKey }
  const keys = options.keys ?? pollKeys(cardKeys, clear.iccid)
  const enc = options.enc ?? true
  const header = { from: 'card', enc, code: messageCode.poll, sessionId: options.sessionId ?? 0, sequence: options.sequence ?? 0 } as const
  const opened = (answer: Uint8Array) => {
    const parsed = parseFrame(answer, 'server')
    if (!parsed.ok) throw new Error(parsed.reason)
    const answerKeys = sessionKeys(cardKeys, { ...clear, serverNonce: parsed.value.clear })
    const body = openFrame(parsed.value, answerKeys, enc)
    if (!body.ok) throw new Error(body.reason)
    return { frame: parsed.value, body: body.value, keys: answerKeys }
  }
  return {
    frame: sealFrame(header, pollClear.encode(clear), options.body ?? body, keys),
    /** The CLOSE_SESSION in the answer. */
    read(answer: Uint8Array) {
      const { frame, body } = opened(answer)
      return { code: frame.code, sessionId: frame.sessionId, close: closeSessionBody.decode(body) }
    },
    /** The session that the answer opens. */
    session(answer: Uint8Array) {
      const { frame, keys } = opened(answer)
      return { id: frame.sessionId, keys }
    },
  }
}

/** A frame of the card within a session. */
export function rawFrame(session: { id: number; keys: FrameKeys }, change: Partial<FrameHeader>, body: Uint8Array): Uint8Array {
  const header = { from: 'card', enc: true, code: messageCode.resCommandApdu, sessionId: session.id, sequence: 1, ...change } as const
  const clear = new Uint8Array(header.code === messageCode.poll ? 22 : header.from === 'server' && header.sequence === 0 ? 8 : 0)
  return sealFrame(header, clear, body, session.keys)
}

/** A frame with these octets in place of the encrypted body, with a valid MAC. */
export function rawFrameAround(session: { id: number; keys: FrameKeys }, sequence: number, sealedBody: Uint8Array): Uint8Array {
  const start = concat(
    uint(16 + sealedBody.length, 2),
    bytesOf(0x14, messageCode.resCommandApdu),
    uint(session.id, 4),
    uint(sequence, 2),
    sealedBody,
  )
  return concat(start, session.keys.cmac.mac(start).subarray(0, 8))
}

/** Sends octets on a new connection; returns the octets received until the peer closed, or until `wanted` arrived. */
export function talk(port: number, chunks: Uint8Array[], wanted = Infinity): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    const parts: Uint8Array[] = []
    const socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (data) => {
      parts.push(new Uint8Array(data))
      if (concat(...parts).length >= wanted) socket.destroy()
    })
    socket.on('close', () => done(concat(...parts)))
    socket.on('error', failed)
  })
}

export const post = (port: number, frame: Uint8Array, type = 'application/octet-stream') =>
  fetch(`http://127.0.0.1:${port}/ota`, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(frame) })

/** The answer to a frame sent by `POST /ota`; null for 204. */
export async function posted(port: number, frame: Uint8Array): Promise<Uint8Array | null> {
  const response = await post(port, frame)
  if (response.status === 204) return null
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

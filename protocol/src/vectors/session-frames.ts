import { toHex } from '../bytes.ts'
import { aesEcb, pad80 } from '../crypto/aes.ts'
import { ProtocolError } from '../errors.ts'
import { icvInput, openFrame, parseFrame, sealFrame } from '../ota/frame.ts'
import { frameHeader } from '../ota/frame-header.ts'
import type { FrameHeader, Sender } from '../ota/frame-header.ts'
import type { FrameKeys } from '../ota/keys.ts'
import { messageCode, messageNames } from '../ota/message-codes.ts'
import type { MessageCode } from '../ota/message-codes.ts'
import {
  closeSessionBody,
  commandDataBody,
  loadCommandBody,
  messageBodies,
  pollBody,
  pollClear,
  resBody,
  scpInitBody,
} from '../ota/messages.ts'
import type { Resume } from '../ota/messages.ts'
import type { VectorObject } from './session-file.ts'

const codes = new Map(Object.entries(messageNames).map(([code, name]) => [name, Number(code) as MessageCode]))

function headerOf(frame: VectorObject): FrameHeader {
  const code = codes.get(frame.text('message'))
  if (code === undefined) throw new ProtocolError('parameters', `no message ${frame.text('message')}`)
  const fields = frame.object('fields')
  const from: Sender = frame.text('from') === 'card' ? 'card' : 'server'
  return { from, code, enc: fields.number('enc') === 1, sessionId: fields.number('session'), sequence: fields.number('sequence') }
}

function resumeOf(fields: VectorObject): Resume {
  const state = fields.number('resume')
  if (state !== 1 && state !== 2) return { state: 0 }
  return { state, scriptId: fields.bytes('script'), next: fields.number('next'), lastSw: fields.hexNumber('lastSw') }
}

function clearOf(header: FrameHeader, fields: VectorObject): Uint8Array {
  if (header.code === messageCode.poll) {
    const pollCounter = fields.number('pollCounter')
    return pollClear.encode({ iccid: fields.bytes('iccid'), cardNonce: fields.bytes('cardNonce'), pollCounter })
  }
  return fields.has('serverNonce') ? fields.bytes('serverNonce') : new Uint8Array()
}

function encodeBody(code: MessageCode, fields: VectorObject): Uint8Array {
  switch (code) {
    case messageCode.poll:
      return pollBody.encode({
        pollerVersion: fields.number('pollerVersion'),
        receiveBuffer: fields.number('receiveBuffer'),
        instanceAid: fields.bytes('instanceAid'),
        resume: resumeOf(fields),
        tlvs: fields.objects('tlvs').map((tlv) => ({ tag: tlv.number('tag'), value: tlv.bytes('value') })),
      })
    case messageCode.commandData:
      return commandDataBody.encode({
        scriptId: fields.bytes('script'),
        index: fields.number('index'),
        commands: fields.bytesList('commands'),
      })
    case messageCode.loadCommand:
      return loadCommandBody.encode({ index: fields.number('index'), commands: fields.bytesList('commands') })
    case messageCode.scpInit:
      return scpInitBody.encode({
        securityDomainAid: fields.bytes('securityDomainAid'),
        initializeUpdate: fields.bytes('initializeUpdate'),
      })
    case messageCode.resFirstChunk:
    case messageCode.resCommandApdu:
      return resBody.encode({
        status: fields.number('status'),
        next: fields.number('next'),
        results: fields.objects('results').map((result) => ({ sw: result.hexNumber('sw'), data: result.bytes('data') })),
      })
    case messageCode.closeSession:
      return closeSessionBody.encode({ code: fields.number('code'), detail: fields.number('detail'), waitSeconds: fields.number('wait') })
  }
}

/** Decodes a body and encodes it again. */
function recode(code: MessageCode, body: Uint8Array): Uint8Array {
  const { encode, decode } = messageBodies[code]
  return encode(decode(body))
}

/** Makes one frame of a flow from its fields and reads it from its octets. Returns the first difference, or null. */
export function checkFrame(frame: VectorObject, keys: FrameKeys): string | null {
  const header = headerOf(frame)
  const fields = frame.object('fields')
  const clear = clearOf(header, fields)
  const body = encodeBody(header.code, fields)
  const made = sealFrame(header, clear, body, keys)
  const parsed = parseFrame(frame.bytes('frame'), header.from)
  if (!parsed.ok) return `refused: ${parsed.reason}`
  const opened = openFrame(parsed.value, keys, header.enc)
  if (!opened.ok) return `refused: ${opened.reason}`
  const start = frameHeader.encode({ ...header, length: made.length - 2 })
  const block = icvInput(header, start, clear)
  const readClear = header.code === messageCode.poll ? pollClear.encode(pollClear.decode(parsed.value.clear)) : parsed.value.clear
  const expected: readonly (readonly [string, Uint8Array])[] = [
    ['body', body],
    ['icvInput', block],
    ['icv', aesEcb(keys.enc, block)],
    ['padded', pad80(body)],
    ['encrypted', parsed.value.sealedBody],
    ['mac', made.subarray(-8)],
    ['frame', made],
  ]
  for (const [name, bytes] of expected) {
    if (frame.has(name) && frame.text(name).toLowerCase() !== toHex(bytes)) return `${name} is ${toHex(bytes)}`
  }
  if (toHex(recode(header.code, opened.value)) !== toHex(body)) return 'the body reads differently'
  if (toHex(readClear) !== toHex(clear)) return 'the clear part reads differently'
  const { sessionId, sequence, code } = parsed.value
  if (sessionId !== header.sessionId || sequence !== header.sequence || code !== header.code) return 'the header reads differently'
  return null
}

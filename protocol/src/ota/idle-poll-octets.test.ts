import { expect, test } from 'vitest'
import { fixedAids } from '../aid.ts'
import { fromHex } from '../bytes.ts'
import { sealFrame } from './frame.ts'
import { idlePollOctets } from './idle-poll-octets.ts'
import { sessionKeys } from './keys.ts'
import { messageCode } from './message-codes.ts'
import { closeSessionBody, pollBody, telemetryTlvs } from './messages.ts'

const keys = sessionKeys(
  { capAuthKey: new Uint8Array(16), encryptKey: new Uint8Array(16) },
  { cardNonce: new Uint8Array(8), serverNonce: new Uint8Array(8), pollCounter: 1 },
)

test.each([true, false])('an idle POLL and its answer have as many octets as their frames, encrypted %s', (enc) => {
  const telemetry = telemetryTlvs.encode({
    imei: '490154203237518',
    location: { mcc: '440', mnc: '10', area: 1, cell: 2 },
    accessTechnology: 8,
    signal: { rsrpDbm: -90, rsrqDb: -10 },
    freeMemory: 65_536,
  })
  const body = pollBody.encode({
    pollerVersion: 0x0103,
    receiveBuffer: 1024,
    instanceAid: fromHex(fixedAids.pollerA.moduleAid),
    resume: { state: 0 },
    tlvs: telemetry,
  })
  const header = { enc, sessionId: 0, sequence: 0 }
  const poll = sealFrame({ ...header, from: 'card', code: messageCode.poll }, new Uint8Array(22), body, keys)
  const close = closeSessionBody.encode({ code: 0, detail: 0, waitSeconds: 0 })
  const answer = sealFrame({ ...header, from: 'server', code: messageCode.closeSession }, new Uint8Array(8), close, keys)
  expect(idlePollOctets(enc)).toBe(poll.length + answer.length)
})

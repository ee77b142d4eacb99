import { randomBytes } from 'node:crypto'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { sealFrame } from '@simdeck/protocol/ota/frame.ts'
import { pollKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { pollBody, pollClear, telemetryTlvs } from '@simdeck/protocol/ota/messages.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'

const location = { mcc: '440', mnc: '10', area: 4660, cell: 11_189_197 }
const instanceAid = fromHex(fixedAids.pollerA.moduleAid)

/** A POLL with nothing to resume, as the SIM with the number `at` sends it; its radio values differ from those of other SIMs. */
export function pollFrame({ iccid, capAuthKey, encryptKey }: SimProfile, at: number, counter: number): Uint8Array {
  const bytes = iccidToBytes(iccid)
  const telemetry = {
    imei: String(350_000_000_000_000 + at),
    location,
    accessTechnology: 8,
    signal: { rsrpDbm: -70 - ((at + counter) % 50), rsrqDb: -10 },
    freeMemory: 60_000,
  }
  const poll = {
    pollerVersion: 0x0100,
    receiveBuffer: 1024,
    instanceAid,
    resume: { state: 0 as const },
    tlvs: telemetryTlvs.encode(telemetry),
  }
  const header = { from: 'card', enc: true, code: messageCode.poll, sessionId: 0, sequence: 0 } as const
  const clear = pollClear.encode({ iccid: bytes, cardNonce: randomBytes(8), pollCounter: counter })
  return sealFrame(header, clear, pollBody.encode(poll), pollKeys({ capAuthKey, encryptKey }, bytes))
}

import { storeData as storeDataApdu, storeDataStructure } from '../../gp/commands.ts'
import { install } from '../../gp/install.ts'
import { maxPlainDataLength } from '../../scp03/level.ts'
import { largestCommand, wrappedLength } from '../chunk.ts'
import { beginsAnew, type JobKind, type PlainCommand, type ScriptContext } from './job-kind.ts'

/** Data for an applet of the SIM; `isTlv` if it consists of BER-TLV data objects. */
export type StoreDataParameters = { instanceAid: Uint8Array; data: Uint8Array; isTlv: boolean }

/**
 * Remote configuration of an applet: STORE DATA after INSTALL [for personalization]. The applet gets all of its data again if the script is
 * repeated.
 */
export const storeData: JobKind<StoreDataParameters, never> = {
  hasConfidentialAnswers: true,
  isSecured: () => true,
  commands({ instanceAid, data, isTlv }, _, context) {
    const size = blockSize(context)
    const count = Math.ceil(data.length / size)
    const structure = isTlv ? storeDataStructure.berTlv : storeDataStructure.none
    const blocks = Array.from({ length: count }, (__, block) =>
      storeDataApdu.encode({ block, last: block === count - 1, structure, data: data.subarray(block * size, (block + 1) * size) }),
    )
    return [install.encode({ kind: 'personalization', applicationAid: instanceAid }), ...blocks].map((command, at): PlainCommand => ({
      role: 'command',
      command,
      tolerated: [],
      position: at + 1,
    }))
  },
  planAfter: beginsAnew,
}

/** Octets of data in one STORE DATA that fits any frame of the card. */
function blockSize({ cut, wrapping }: ScriptContext): number {
  const largest = largestCommand(cut)
  let plain = wrapping ? maxPlainDataLength(wrapping.level, wrapping.macLength) : 255
  while (plain > 1 && wrappedLength(plain, false, wrapping) > largest) plain--
  return plain
}

import { commandApdu } from '../apdu.ts'
import { fixedAids } from '../aid.ts'
import { fromHex } from '../bytes.ts'

/** The toolkit application references of the pollers, by the AID of their load file. Each slot has one, since a card refuses a doubled TAR. */
const pollerTars: Readonly<Record<string, string>> = {
  [fixedAids.pollerA.packageAid]: '534d01',
  [fixedAids.pollerB.packageAid]: '534d02',
}

/** The TAR of a poller, 3 octets; null for the load file of another applet. */
export function pollerTar(packageAid: string): Uint8Array | null {
  const tar = pollerTars[packageAid.toUpperCase()]
  return tar === undefined ? null : fromHex(tar)
}

/**
 * The command that lets a poller poll at once. An SCP80 packet for the poller's TAR carries it in a compact script. The poller answers 9000
 * and polls after its proof of receipt.
 */
export const pollNow = commandApdu(0x80, 0x10, 0x00, 0x00)

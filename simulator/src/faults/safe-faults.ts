import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { publicKey } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { provisioning, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { appletKindOf } from '../applets/applet-kind.ts'
import { provision } from '../applets/iot-safe/provision.ts'
import { SafeStore } from '../applets/iot-safe/store.ts'
import type { VirtualCard } from '../card/card.ts'
import type { CardMisbehaviour } from '../misbehaviour.ts'
import { Random } from '../random.ts'

/** A point of P-256 that is no key of a card: the base point. */
const otherPoint = fromHex(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
)
const safeFaults: readonly CardMisbehaviour['kind'][] = ['wrongSafeSignature', 'otherSafeKey', 'otherSafeSubject', 'otherSafeContent']
const otherSubject = encodeName({ CN: 'another subject' })

/** Returns the answer of an IoT SAFE applet with the fault, or null if the fault does not affect this command. */
export function safeFault(
  kind: CardMisbehaviour['kind'],
  card: VirtualCard,
  command: CommandApdu,
): ((run: () => ResponseApdu) => ResponseApdu) | null {
  if (!safeFaults.some((one) => one === kind)) return null
  const asked = provisioningOf(command)
  if (kind === 'wrongSafeSignature' && (asked?.kind === 'sign' || asked?.kind === 'request')) return (run) => withLastOctetChanged(run())
  if (kind === 'otherSafeKey' && asked?.kind === 'read' && asked.object.kind === 'publicKey')
    return (run) => ({ ...run(), data: publicKey.encode(otherPoint) })
  if (kind === 'otherSafeContent' && asked?.kind === 'read' && asked.object.kind === 'file') return (run) => withLastOctetChanged(run())
  if (kind === 'otherSafeSubject' && asked?.kind === 'request') return (run) => ({ ...run(), data: requestOfOther(card, asked) })
  return null
}

function provisioningOf(command: CommandApdu): ProvisioningCommand | null {
  try {
    return provisioning.decode(storeData.decode(command).data)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

const withLastOctetChanged = ({ sw, data }: ResponseApdu): ResponseApdu => ({
  sw,
  data: data.map((octet, at) => (at === data.length - 1 ? octet ^ 0x01 : octet)),
})

/** The request that the applet makes for another subject. */
function requestOfOther({ nvm }: VirtualCard, asked: ProvisioningCommand): Uint8Array {
  const application = nvm.applications.find(({ loadFileAid }) => appletKindOf(loadFileAid) === 'iotSafe')
  if (!application) return new Uint8Array(0)
  return provision(
    new SafeStore(application, 0),
    provisioning.encode({ ...asked, subject: otherSubject } as ProvisioningCommand),
    new Random('fault'),
  )
}

import { fixedAids } from '@simdeck/protocol/aid.ts'
import { decodeResponse, encodeResponse, swHex } from '@simdeck/protocol/apdu.ts'
import { concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { fileUsages, type ObjectKind, type SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { provisioningBlocks, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { VirtualCard } from '../../card/card.ts'
import { newCardNvm } from '../../card/nvm.ts'
import { preload } from '../../card/preload.ts'
import { Random } from '../../random.ts'
import { cardKeys, Host } from '../../testing/host.ts'

const { packageAid, moduleAid } = fixedAids.iotSafe
export const appletAid = fromHex(moduleAid)

/** An object for the applet; `size` is the capacity of a file. */
export const object = (kind: ObjectKind, id: string, { label = id, access = 0x01, size = 0 } = {}): SafeObject => ({
  kind,
  id: fromHex(id),
  label,
  access,
  isActivated: false,
  file: kind === 'file' ? { size, usage: fileUsages.certificate } : null,
})

/** A card with the applet, a host that provisions it, and a device that uses it. */
export class SafeCard {
  readonly card: VirtualCard
  readonly host: Host

  constructor(memory = 32 * 1024, seed = 'safe') {
    const nvm = newCardNvm({ keys: cardKeys, memoryTotal: memory })
    preload(nvm, { packageAid, moduleAid, instanceAid: moduleAid, version: { major: 1, minor: 2 } })
    this.card = new VirtualCard(nvm, new Random(seed))
    this.host = new Host(this.card)
  }

  /** Opens a secure channel on channel 0 and runs the commands in order. Returns the answers, data and status word in hex. */
  provision(...commands: readonly ProvisioningCommand[]): string[] {
    this.host.open()
    this.host.send(install.encode({ kind: 'personalization', applicationAid: appletAid }))
    return provisioningBlocks(commands).map((block) => {
      const { data, sw } = this.host.send(block)
      return toHex(data) + swHex(sw)
    })
  }

  /** Sends octets of a C-APDU in hex, and returns those of the R-APDU. */
  send(hex: string): string {
    const { data, sw } = decodeResponse(encodeResponse(this.card.execute(fromHex(hex))))
    return toHex(data) + swHex(sw)
  }

  /** Sends a command of the device on channel 1, and returns the octets of the answer. */
  device(header: string, data = '', le = ''): string {
    const length = data === '' ? '' : (data.length / 2).toString(16).padStart(2, '0')
    return this.send(`81${header}${length}${data}${le}`)
  }

  /** Opens channel 1 and selects the applet there. */
  openDevice(): void {
    this.send('0070000001')
    this.send(`01a4040010${toHex(appletAid)}`)
  }
}

/** The octets of a TLV in hex, with a length below 128. */
export const tlv = (tag: string, value: string): string => tag + (value.length / 2).toString(16).padStart(2, '0') + value

/** The DER of a public key of P-256, for `node:crypto`. */
export const spki = (point: string): Buffer =>
  Buffer.from(concat(fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200'), fromHex(point)))

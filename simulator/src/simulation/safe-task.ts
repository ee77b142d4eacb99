import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import type { SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { provisioningBlocks, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { StoredObject } from '../applets/iot-safe/store.ts'

const pieceLength = 120

const safeName = (kind: SafeObject['kind'], id: string, size = 0): SafeObject => ({
  kind,
  id: fromHex(id),
  label: id,
  access: 0x01,
  isActivated: false,
  file: kind === 'file' ? { size, usage: 2 } : null,
})

/** A job that makes a key pair and a file with that content on the card, and the objects that the applet holds then. */
export function provisioning(
  instanceAid: string,
  content: Uint8Array,
): { job: Job; objects: Pick<StoredObject, 'kind' | 'id' | 'content' | 'isUpdating'>[] } {
  const [privateKey, publicKey, file] = [safeName('privateKey', '01'), safeName('publicKey', '02'), safeName('file', '03', content.length)]
  const commands: ProvisioningCommand[] = [
    { kind: 'generate', privateKey, publicKey },
    { kind: 'create', object: file },
  ]
  for (let offset = 0; offset < content.length; offset += pieceLength) {
    const data = content.subarray(offset, offset + pieceLength)
    const isLast = offset + pieceLength >= content.length
    commands.push({ kind: 'update', file, offset, data, total: isLast ? content.length : null })
  }
  const script = [install.encode({ kind: 'personalization', applicationAid: fromHex(instanceAid) }), ...provisioningBlocks(commands)]
  return {
    job: { kind: 'script', secured: true, commands: script.map((command) => ({ command, tolerated: [] })) },
    objects: [
      { kind: 'privateKey', id: '01', content: '00'.repeat(32), isUpdating: false },
      { kind: 'publicKey', id: '02', content: '00'.repeat(65), isUpdating: false },
      { kind: 'file', id: '03', content: toHex(content), isUpdating: false },
    ],
  }
}

import type { IotSafeObject } from '@simdeck/contract/iot-safe-sims.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { access, fileUsages, type SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import type { IotSafeObjects } from '@simdeck/protocol/ota/kinds/iot-safe.ts'
import type { Db } from '../platform/db/database.ts'
import { putIotSafeList } from './queries.ts'

/** Stores the objects that the applet of a SIM listed, in place of its earlier list. */
export async function storeIotSafeObjects(trx: Db, simId: number, { objects, freeOctets }: IotSafeObjects): Promise<void> {
  await putIotSafeList(trx, simId, { freeOctets, objects: objects.map(shapeOf) })
}

function shapeOf({ kind, id, label, access: rights, isActivated, file }: SafeObject): IotSafeObject {
  return {
    kind,
    objectId: toHex(id).toUpperCase(),
    label,
    isActivated,
    readable: (rights & access.read) !== 0,
    changeable: (rights & access.update) !== 0,
    file: file && { size: file.size, usage: usageOf(file.usage) },
  }
}

function usageOf(usage: number): NonNullable<IotSafeObject['file']>['usage'] {
  if (usage === fileUsages.certificate) return 'certificate'
  return usage === fileUsages.general ? 'general' : 'other'
}

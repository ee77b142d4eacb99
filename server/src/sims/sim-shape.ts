import { appletTypes, combinedProgress, type Progress } from '@simdeck/contract/ota-progress.ts'
import { type SimFieldsWith, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { ShownSim } from './sql/shown-sim.ts'
import type { ShownProgress, ShownSlot } from './sql/sim-ota.ts'
import { levelName } from './levels.ts'

/** Access technologies as the SIM reports them (ETSI TS 102 223 §8.61). */
const radio = { gsm: 0x00, utran: 0x03, eUtran: 0x08 } as const

/** The part of a cell identity that is local to its base station: 8 bits in LTE, 16 in UMTS. In NR each operator defines the split. */
function localCellId(cellId: number | null, technology: number | null): number | null {
  if (cellId === null) return null
  if (technology === radio.eUtran) return cellId % 256
  if (technology === radio.utran) return cellId % 65_536
  return technology === radio.gsm ? cellId : null
}

/** The progress without the package, which is shown in separate fields. */
function progressOf(shown: ShownProgress | undefined): Progress | null {
  if (!shown) return null
  const { package_name: _name, package_version: _version, ...progress } = shown
  return progress
}

function slotOf({ ota }: ShownSim, slot: keyof typeof appletTypes): ShownSlot {
  const found = ota?.[appletTypes[slot]]
  return { ...found?.earlier, ...found?.jobs }
}

type StoredField = SimFieldsWith<{ from: 'record' } | { from: 'contact' }>
type ShownValue<Value> = Value extends Date ? string : Value
const storedNames: readonly StoredField[] = [...simFieldsWith({ from: 'record' }), ...simFieldsWith({ from: 'contact' })]

/** The fields with a column of their own, with times as ISO strings. */
function storedFields(row: ShownSim) {
  const entries = storedNames.map((name) => {
    const value = row[name]
    return [name, value instanceof Date ? value.toISOString() : value]
  })
  return Object.fromEntries(entries) as { [Name in StoredField]: ShownValue<ShownSim[Name]> }
}

export function simShape(row: ShownSim): Sim {
  const poller = slotOf(row, 'poller')
  const other = slotOf(row, 'other')
  return {
    ...storedFields(row),
    group: row.group_id !== null && row.group_name !== null ? { id: row.group_id, name: row.group_name } : null,
    tags: row.tag_labels,
    cid: localCellId(row.cell_id, row.radio),
    scp03_level: row.security_level === null ? null : levelName(row.security_level),
    has_standby_poller: row.standby_poller_instance_aid !== null,
    poller_install_name: poller.install?.package_name ?? null,
    poller_install_version: poller.install?.package_version ?? null,
    poller_uninstall_name: poller.remove?.package_name ?? null,
    poller_uninstall_version: poller.remove?.package_version ?? null,
    other_applet_install_name: other.install?.package_name ?? null,
    other_applet_install_version: other.install?.package_version ?? null,
    other_applet_uninstall_name: other.remove?.package_name ?? null,
    other_applet_uninstall_version: other.remove?.package_version ?? null,
    poller: {
      install_progress: progressOf(poller.install),
      uninstall_progress: progressOf(poller.remove),
      ota_progress: combinedProgress(progressOf(poller.install), progressOf(poller.remove)),
    },
    other_applet: {
      install_progress: progressOf(other.install),
      uninstall_progress: progressOf(other.remove),
      store_data_progress: progressOf(row.card_ota?.['store-data']),
      rfm_progress: progressOf(row.card_ota?.rfm),
      ota_progress: combinedProgress(progressOf(other.install), progressOf(other.remove)),
    },
    status_store_data: row.card_ota?.['store-data']?.status ?? null,
    status_rfm: row.card_ota?.rfm?.status ?? null,
  }
}

import type { Db } from '../platform/db/database.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { selectIccids } from './queries.ts'
import type { NotificationRow } from '../platform/notifications/tables.ts'

/** Maximum of SIMs in the address of a list. */
export const maxLinkedSims = 100

const taskFolders: { [Kind in TaskKind]?: string } = { simImport: 'imports', keyImport: 'imports/keys' }
const taskPath = (id: number, task: TaskKind): string => `/${taskFolders[task] ?? 'tasks'}/${id}`

/** Several certificates or files lead to the screen on which they are found. */
function safePath({ kind, count, safe_object_id: id, campaign_id: campaignId, sim_ids: [simId] }: NotificationRow): string {
  const objects = kind.startsWith('file') ? 'files' : 'certificates'
  if (count === 1 && id !== null && simId !== undefined) return `/iot-safe/${simId}/${objects}/${id}`
  if (kind === 'certificateEnds' || kind === 'certificateRenewalDue' || kind === 'certificateRenewalRefused') return '/iot-safe/expiry'
  if (kind === 'certificateWaits') return '/iot-safe/certificates?csrStatus=Verified'
  return campaignId === null ? `/iot-safe/${objects}` : `/otas/campaigns/${campaignId}`
}

const isOfAlert = (kind: NotificationRow['kind']): boolean => kind.startsWith('alert') || kind.startsWith('criticalAlert')

/** The path of the screen of a notification; null if its SIM was deleted. */
function pathOf(row: NotificationRow, iccids: ReadonlyMap<number, string>): string | null {
  if (row.kind === 'newSignIn') return '/personal/setting/sign-ins'
  if (row.kind === 'imeiChanged' || row.kind === 'imeiLockBroken') {
    const [first = 0] = row.sim_ids
    const iccid = iccids.get(first)
    if (row.sim_ids.length > 1) return `/?id=${row.sim_ids.slice(0, maxLinkedSims).join(',')}`
    return iccid === undefined ? null : `/sims/${first}/${iccid}`
  }
  if (/^(certificate|file)/.test(row.kind)) return safePath(row)
  if (isOfAlert(row.kind)) return row.alert_rule_id === null ? '/alerts' : `/alerts/${row.alert_rule_id}`
  if (row.kind.startsWith('task')) return row.task_id === null ? '/tasks' : taskPath(row.task_id, (row.params as { task: TaskKind }).task)
  return row.campaign_id === null ? '/otas/campaigns' : `/otas/campaigns/${row.campaign_id}`
}

/** A function that returns the path for each of the rows. */
export async function pathsOf(db: Db, rows: readonly NotificationRow[]): Promise<(row: NotificationRow) => string | null> {
  const single = rows.flatMap(({ sim_ids: ids }) => (ids.length === 1 ? ids : []))
  const iccids = single.length > 0 ? await selectIccids(db, single) : new Map<number, string>()
  return (row) => pathOf(row, iccids)
}

import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { DemoSim } from './sims.ts'

const name = 'IoT SAFE 1.2 出荷前'
const note = '倉庫にある分です。出荷の前に書き込みます。品質管理とは合意済みです。'
/** More numbers would not fit into a search. */
const maxSims = 500

/**
 * Leaves a campaign for the SIMs in stock that awaits the approval of another member. The setting requires an approval only while the
 * campaign is asked for, so that other campaigns of the demo begin at once.
 */
export async function askForDemoApproval({
  url,
  asker,
  root,
  sims,
}: {
  url: string
  asker: string
  root: string
  sims: readonly DemoSim[]
}) {
  const clientOf = (token: string) =>
    createClient({ baseUrl: (api) => url + basePaths[api], headers: () => ({ authorization: `Bearer ${token}` }) })
  const [ask, govern] = [clientOf(asker), clientOf(root)]
  const setThreshold = (from: number) =>
    govern(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: String(from) }] })

  const { data: packages } = await ask(endpoints.listPackages, { query: { packageAID: fixedAids.iotSafe.packageAid } })
  const { data: earlier } = await ask(endpoints.listCampaigns, { query: { search: name } })
  const stock = sims.filter(({ row, profile }) => profile === null && row.cap_auth_key).slice(0, maxSims)
  const [chosen] = packages
  if (chosen && earlier.length === 0 && stock.length > 0) {
    const { packageAID, otaVersion, label } = chosen
    const search = stock.map(({ row }) => row.iccid).join(',')
    const { id: snapshotId } = await ask(endpoints.createSnapshot, { body: { filter: { search } } })
    const plan = { snapshotId, targets: [{ appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }] }
    const { eligible } = await ask(endpoints.dryRunBulkOta, { body: plan })
    if (eligible > 0) {
      await setThreshold(eligible)
      const rollout = { waves: [{ percent: 20 }], seed: 20261123 }
      await ask(endpoints.putBulkOta, { body: { ...plan, name, confirmedCount: eligible, rollout, approvalNote: note } })
    }
  }
  await setThreshold(0)
  for (const call of [ask, govern]) await call(endpoints.logout, {})
}

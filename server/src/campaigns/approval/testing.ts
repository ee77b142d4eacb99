import { randomBytes } from 'node:crypto'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import type { TestCall, TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { addPackage, failureOf, other, snapshotOf } from '../testing.ts'

/** A server on which campaigns of three SIMs need an approval, with a member who asks and one who approves. */
export async function approvals(server: TestServer) {
  const root = await server.signIn('ROOT', 'en', true)
  const asker = await server.signIn('ADMIN')
  const colleague = await server.signIn('ADMIN')
  const wanted = await addPackage(asker, fixedAids.telemetry)
  const targets = [other({ package: wanted.key })]
  let added = 0

  return {
    root,
    asker,
    colleague,
    targets,
    setThreshold: (sims: number) =>
      root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: String(sims) }] }),

    fleet: (size: number, more: object = {}) =>
      addSims(
        server.db,
        Array.from({ length: size }, () => ({ iccid: `89811000007${String(added++).padStart(8, '0')}`, has_keys: true, ...more })),
      ),

    async start(simIds: number[], more: { call?: TestCall; rollout?: RolloutInput; approvalNote?: string; name?: string } = {}) {
      const { call = asker, ...body } = more
      const snapshotId = await snapshotOf(call, simIds)
      const { eligible } = await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })
      return call(endpoints.putBulkOta, { body: { snapshotId, targets, removalConsent: true, confirmedCount: eligible, ...body } })
    },

    read: (id: number) => root(endpoints.getCampaign, { params: { id } }),
    request: (call: TestCall, id: number) => call(endpoints.getApproval, { params: { id } }),
    approve: (call: TestCall, id: number, confirmedCount?: number) =>
      call(endpoints.approveCampaign, { params: { id }, body: { confirmedCount } }),
    reject: (call: TestCall, id: number, reason = 'not tonight') => call(endpoints.rejectCampaign, { params: { id }, body: { reason } }),
    withdraw: (call: TestCall, id: number) => call(endpoints.withdrawCampaign, { params: { id } }),

    /** Those of the SIMs that a session may send an OTA to now. */
    async due(simIds: number[]): Promise<number[]> {
      const jobs = await server.db
        .selectFrom('ota_jobs as j')
        .select('j.sim_id')
        .where('j.sim_id', 'in', simIds)
        .where(isDue('j'))
        .execute()
      return [...new Set(jobs.map(({ sim_id: id }) => id))].toSorted((one, another) => one - another)
    },

    /** A client with an API ID that the given ROOT made. */
    async program(maker: TestCall, role_id: 1 | 2 | 3 = 2): Promise<TestCall> {
      const { client_id, client_secret } = await maker(endpoints.createApiCredential, {
        body: { name: `program-${randomBytes(3).toString('hex')}`, role_id },
      })
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
      const { access_token } = (await (await fetch(`${server.url}/v1/token`, { method: 'POST', body: form })).json()) as {
        access_token: string
      }
      return createClient({
        baseUrl: (api) => server.url + basePaths[api],
        headers: () => ({ authorization: `Bearer ${access_token}`, 'accept-language': 'en' }),
      })
    },
  }
}

export type Approvals = Awaited<ReturnType<typeof approvals>>

/** The code of the error of a call; undefined if the call succeeded. */
export const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code

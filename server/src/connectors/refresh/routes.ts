import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimDataLog } from '@simdeck/contract/sim-data-logs.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { selectAccounts } from '../accounts-queries.ts'
import { type Holder, holderOf } from '../holder.ts'
import { CallFailure } from '../http-call.ts'
import { AccountClosed, type Dependencies } from '../connector.ts'
import { selectStatuses, type StatusOfSim } from '../queries.ts'
import { applyStatuses } from '../sync-queries.ts'
import type { ConnectorPlatform } from '../tables.ts'
import { insertDataLog, selectDataLogs } from './queries.ts'

type Outcome = { holder: Holder | null; failure: SimDataLog['failure'] }

/** Handles refreshes of single SIMs from their carriers, and their data log. */
export function refreshRoutes(dependencies: Dependencies & { publish: Publish }): Handlers<'refreshSim' | 'listSimDataLogs'> {
  const { db, publish } = dependencies

  async function simById(id: number): Promise<StatusOfSim> {
    const [sim] = await selectStatuses(db, [id])
    if (!sim) throw new ApiError('simNotFound')
    return sim
  }

  async function read(sim: StatusOfSim, platform: ConnectorPlatform): Promise<Outcome> {
    try {
      const holder = await holderOf(dependencies, { sim_id: sim.id, iccid: sim.iccid, platform }, { mustRead: true })
      return { holder, failure: holder ? null : 'notFound' }
    } catch (error) {
      if (error instanceof CallFailure || error instanceof AccountClosed) return { holder: null, failure: error.failure }
      throw error
    }
  }

  return {
    async refreshSim(call) {
      const sim = await simById(call.params.id)
      const [account] = (await selectAccounts(db)).filter(({ platform }) => platform === sim.cm_platform)
      if (!account) throw new ApiError('noConnector')
      const { holder, failure } = await read(sim, account.platform)
      const caller = signedIn(call)
      const { row, changed } = await db.transaction().execute(async (trx) => ({
        changed: holder?.device
          ? await applyStatuses(trx, { id: holder.account.id, platform: account.platform }, [{ ...holder.device, askedAt: holder.askedAt }])
          : [],
        row: await insertDataLog(trx, {
          sim_id: sim.id,
          user_name: caller.name,
          user_email: caller.kind === 'member' ? caller.email : null,
          failure,
        }),
      }))
      publish({ sims: changed, carrierData: [row.id] })
      return row
    },

    async listSimDataLogs({ params: { id } }) {
      await simById(id)
      return selectDataLogs(db, id)
    },
  }
}

import { endpoints } from '@simdeck/contract/endpoints.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { CardAction } from '../kills/card-record.ts'
import { customAid } from '../testing/recipes.ts'
import type { TwoNodes } from './two-nodes.ts'

type Ota = {
  id: number
  sim_id: number
  campaign_id: number
  kind: string
  status: string
  reason: string | null
  total: number
  version: string
}

/** Checks ended campaigns against the cards, and remembers the version that each card holds. */
export class Outcome {
  readonly #nodes: TwoNodes
  /** The version that each SIM holds, by its id. */
  readonly #held = new Map<number, string>()

  constructor(nodes: TwoNodes) {
    this.#nodes = nodes
  }

  /** Checks all OTAs since the last check, which are those of these campaigns. Throws the first fault. */
  async check(campaignIds: readonly number[]): Promise<void> {
    const { environment } = this.#nodes
    const { world, faults } = environment
    await this.#nothingIsLeft()
    const otas = await this.#otasOf(campaignIds)
    for (const id of campaignIds)
      await this.#checkCampaign(
        id,
        otas.filter((ota) => ota.campaign_id === id),
      )
    for (const [at, simId] of world.simIds.entries())
      await this.#checkCard(
        at,
        otas.filter((ota) => ota.sim_id === simId),
      )
    const [found] = faults()
    if (found) throw new Error('a check of the wire, a card or a node failed', { cause: found })
    const { fault } = await new ActionLog(world.server.masterKey).verify(world.server.db)
    if (fault) throw new Error(`the action log is ${fault.fault} at row ${fault.id}`)
  }

  /** Waits until no session, no stored job and no OTA is open. */
  async #nothingIsLeft(): Promise<void> {
    const { db } = this.#nodes.environment.world.server
    await until(async () => {
      const sessions = await db.selectFrom('ota_sessions').select('state').execute()
      const queued = await db.selectFrom('queued_jobs').select('queue').execute()
      const open = await db.selectFrom('ota_jobs').select('id').where('status', 'in', ['Ready', 'Started', 'Interrupted']).execute()
      return open.length + queued.length === 0 && sessions.every(({ state }) => JSON.stringify(state).includes('ending'))
    })
  }

  #otasOf(campaignIds: readonly number[]): Promise<Ota[]> {
    return this.#nodes.environment.world.server.db
      .selectFrom('ota_jobs as j')
      .innerJoin('packages as p', 'p.id', 'j.package_id')
      .select(['j.id', 'j.sim_id', 'j.campaign_id', 'j.kind', 'j.status', 'j.reason', 'j.total', 'p.ota_version as version'])
      .where('j.campaign_id', 'in', campaignIds)
      .orderBy('j.id')
      .execute()
  }

  async #checkCampaign(id: number, otas: readonly Ota[]): Promise<void> {
    const { environment, read } = this.#nodes
    const { statuses } = environment
    const campaign = await read(id)
    const fail = (what: string) => new Error(`campaign ${id} (${campaign.state}): ${what}`)
    const keys = otas.map(({ sim_id: simId, kind }) => `${simId} ${kind}`)
    if (new Set(keys).size !== keys.length) throw fail('a SIM has two OTAs of one kind')
    const simIds = new Set(otas.map((ota) => ota.sim_id))
    if (simIds.size !== campaign.total) throw fail(`OTAs of ${simIds.size} SIMs instead of ${campaign.total}`)
    const wrong = otas.find(({ status, reason }) => status !== 'Succeeded' && reason !== 'cancelled')
    if (wrong) throw fail(`an OTA ended ${wrong.status}, ${wrong.reason}`)
    const fault = await statuses.faultOf(...otas.map((ota) => ota.id))
    if (fault) throw fail(fault)
    const simsWith = (wanted: string) => new Set(otas.filter(({ status }) => status === wanted).map((ota) => ota.sim_id))
    const cancelled = simsWith('Failed').size
    if (simsWith('Succeeded').size + cancelled > simIds.size) throw fail('a SIM lost its applet and did not get the new one')
    const wanted = cancelled > 0 ? 'stopped' : 'completed'
    if (campaign.state !== wanted) throw fail(`not ${wanted}`)
    const { counts } = campaign
    if (campaign.finishedAt === null || campaign.cancelled !== cancelled || counts.Failed !== cancelled)
      throw fail(`${campaign.cancelled} cancelled SIMs instead of ${cancelled}`)
    if (counts.Succeeded !== campaign.total - cancelled) throw fail(`${counts.Succeeded} SIMs succeeded`)
    const released = campaign.waves.filter((wave) => wave.releasedAt !== null).map(({ wave }) => wave)
    const recorded = await statuses.releasesOf(id)
    if (recorded.join() !== released.join()) throw fail(`the waves ${recorded.join()} were released, not ${released.join()}`)
  }

  async #checkCard(at: number, otas: readonly Ota[]): Promise<void> {
    const { world, cards } = this.#nodes.environment
    const simId = world.simIds[at]!
    const fail = (what: string) => new Error(`SIM ${at + 1}: ${what}`)
    const done = otas.filter(({ status }) => status === 'Succeeded')
    const actions = done.map(({ kind, total }): CardAction => ({ action: kind === 'install' ? 'install' : 'remove', commands: total }))
    const fault = cards[at]!.faultOfAll(actions)
    if (fault) throw fail(fault)
    const last = done.at(-1)
    if (last?.kind === 'install') this.#held.set(simId, last.version)
    if (last?.kind === 'remove') this.#held.delete(simId)
    const held = this.#held.get(simId) ?? 'nothing'
    const { applications, loadFiles } = world.fleet.sims[at]!.registry()
    const [file, ...others] = loadFiles.filter(({ aid }) => aid === customAid.package)
    const instances = applications.filter(({ aid, selectable }) => aid === customAid.module && selectable).length
    const onCard = file ? file.version : 'nothing'
    if (onCard !== held || others.length > 0 || instances !== (file ? 1 : 0)) throw fail(`the card holds ${onCard} instead of ${held}`)
    const sim = await world.admin(endpoints.getSim, { params: { id: simId } })
    const recorded = sim.other_applet_version ?? 'nothing'
    if (recorded !== held) throw fail(`the record says ${recorded}, the card holds ${held}`)
  }
}

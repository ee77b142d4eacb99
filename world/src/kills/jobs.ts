import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { customAid } from '../testing/recipes.ts'
import type { World } from '../testing/start-world.ts'
import type { CardRecord } from './card-record.ts'
import type { StatusRecord } from './status-record.ts'

export type Action = 'install' | 'remove'

type Parts = {
  world: World
  cards: readonly CardRecord[]
  statuses: StatusRecord
  installed: OtaPackage
  /** What others found. */
  faults: () => readonly (Error | string)[]
}

const finalStatuses = ['Succeeded', 'Failed', 'NotFound', 'Blocked']
const againMs = 30
const hopelessMs = 240_000

/** Installs and removals of one package on every SIM, and whether each ended as it must whatever was killed meanwhile. */
export class Jobs {
  readonly #parts: Parts
  /** OTAs that ended and were found right. */
  judged = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins a campaign on the first so many SIMs, all unless given, and has them poll at once. */
  async begin(action: Action, sims?: number): Promise<Campaign> {
    const { world, installed } = this.#parts
    const { fleet } = world
    const simIds = world.simIds.slice(0, sims)
    const before = fleet.stats().sessions
    const campaign = await (action === 'install'
      ? world.install(installed, simIds)
      : world.campaign({ appletType: 1, active: false }, simIds))
    while (fleet.stats().sessions === before) {
      await wait(againMs)
      for (const sim of fleet.sims) sim.pollNow()
    }
    return campaign
  }

  /** The campaign when it is over, whatever is taken down meanwhile. */
  async finished({ id }: Campaign): Promise<Campaign> {
    const hopeless = performance.now() + hopelessMs
    for (;;) {
      const campaign = await this.#campaign(id)
      if (campaign && campaign.state !== 'running') return campaign
      const found = this.#parts.faults()[0]
      if (found) throw found instanceof Error ? found : new Error(`a server ended by itself:\n${found}`)
      if (performance.now() > hopeless) throw new Error(`campaign ${id} does not end: ${JSON.stringify(campaign?.counts)}`)
      await wait(againMs)
    }
  }

  /** Judges a campaign that is over; throws what is wrong. The database is to be there. */
  async judge(action: Action, campaign: Campaign): Promise<void> {
    const { id } = campaign
    const { world, cards, faults } = this.#parts
    const found = faults()[0]
    if (found) throw found instanceof Error ? found : new Error(`a server ended by itself:\n${found}`)
    const count = campaign.total
    if (campaign.state !== 'completed' || campaign.counts.Succeeded !== count)
      throw new Error(`campaign ${id} is ${campaign.state} with ${JSON.stringify(campaign.counts)}`)
    const logs = await world.logsOf(id)
    if (logs.length !== count) throw new Error(`campaign ${id} has ${logs.length} OTAs for ${count} SIMs`)
    for (const log of logs) {
      const at = world.simIds.indexOf(log.sim_id)
      const wrong =
        (await this.#statusFault(log.id)) ?? cards[at]!.faultOf(action, log.progress.total) ?? (await this.#heldFault(action, at))
      if (wrong) throw new Error(`${action} on SIM ${at + 1}: ${wrong}`)
    }
    const { fault } = await new ActionLog(world.server.masterKey).verify(world.server.db)
    if (fault) throw new Error(`the action log is ${fault.fault} at row ${fault.id}`)
    this.judged += count
  }

  /** What the server of the APIs says of itself. */
  async serverReady(): Promise<boolean> {
    try {
      await this.#parts.world.server.anonymous(endpoints.readyz, {})
      return true
    } catch (error) {
      if (error instanceof CallError && error.status === 503) return false
      throw error
    }
  }

  /** Null while the database is away. */
  async #campaign(id: number): Promise<Campaign | null> {
    try {
      return await this.#parts.world.admin(endpoints.getCampaign, { params: { id } })
    } catch (error) {
      if (error instanceof CallError && error.status === 503) return null
      throw error
    }
  }

  async #statusFault(jobId: number): Promise<string | null> {
    const statuses = await this.#parts.statuses.of(jobId)
    const ended = statuses.findIndex((status) => finalStatuses.includes(status))
    const after = statuses.slice(ended + 1).filter((status, at) => status !== statuses[ended + at])
    return ended < 0 || after.length > 0 ? `its statuses were ${statuses.join(', ')}` : null
  }

  /** Card and record hold the applet, or neither. */
  async #heldFault(action: Action, at: number): Promise<string | null> {
    const { world, installed } = this.#parts
    const { applications, loadFiles } = world.fleet.sims[at]!.registry()
    const instances = applications.filter(({ aid, selectable }) => aid === customAid.module && selectable).length
    const files = loadFiles.filter(({ aid }) => aid === customAid.package).length
    const sim = await world.admin(endpoints.getSim, { params: { id: world.simIds[at]! } })
    const wanted = action === 'install' ? 1 : 0
    if (instances !== wanted || files !== wanted) return `the card holds ${instances} instances and ${files} load files`
    const named = sim.other_applet_name === (action === 'install' ? installed.name : null)
    return named && sim.status_other_applet === 'Succeeded' ? null : 'the record of the SIM does not hold what the card holds'
  }
}

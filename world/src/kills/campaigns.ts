import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import { actionTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { customAid } from '../testing/recipes.ts'
import type { World } from '../testing/start-world.ts'
import { openTransactions } from './open-transactions.ts'
import type { CardRecord } from './card-record.ts'
import type { StatusRecord } from './status-record.ts'

/** An install that had succeeded becomes Failed if its new poller never polls and is removed. */
const isUndone = ({ progress }: OtaLog): boolean =>
  progress.reason === 'newPollerSilent' && progress.action_type.type === actionTypes.INSTALL_PACKAGE

export type Action = 'install' | 'remove'

type Dependencies = {
  world: World
  cards: readonly CardRecord[]
  statuses: StatusRecord
  installed: OtaPackage
  /** Faults that other checks have found. */
  faults: () => readonly (Error | string)[]
}

const pollMs = 30
const timeoutMs = 900_000

/** Starts installs and removals of one package on the SIMs, and checks their results despite the kills. */
export class Campaigns {
  readonly #dependencies: Dependencies
  /** Number of OTAs that ended correctly. */
  verified = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Starts a campaign on the first `sims` SIMs, by default on all, and makes them poll at once. */
  async start(action: Action, sims?: number): Promise<Campaign> {
    const { world, installed } = this.#dependencies
    const simIds = world.simIds.slice(0, sims)
    return this.begun(() =>
      action === 'install' ? world.install(installed, simIds) : world.campaign({ appletType: 1, active: false }, simIds),
    )
  }

  /** Starts a campaign by a call, and makes the SIMs poll at once. */
  async begun<Started>(start: () => Promise<Started>): Promise<Started> {
    const { fleet } = this.#dependencies.world
    const before = fleet.stats().sessions
    const started = await start()
    while (fleet.stats().sessions === before) {
      await wait(pollMs)
      for (const sim of fleet.sims) sim.pollNow()
    }
    return started
  }

  /** Waits for the end of the campaign; servers and database may be down meanwhile. */
  async finished({ id }: Pick<Campaign, 'id'>): Promise<Campaign> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const campaign = await this.#campaign(id)
      if (campaign && campaign.state !== 'running') return campaign
      const found = this.#dependencies.faults()[0]
      if (found) throw found instanceof Error ? found : new Error(`a server ended unexpectedly:\n${found}`)
      if (performance.now() > deadline) {
        const connections = await openTransactions(this.#dependencies.world.server.databaseUrl)
        throw new Error(`campaign ${id} does not end: ${JSON.stringify(campaign?.counts)}, ${JSON.stringify(connections)}`)
      }
      await wait(pollMs)
    }
  }

  /** Checks the results of an ended campaign and throws the first fault. The database must be running. */
  async verify(action: Action, campaign: Campaign): Promise<void> {
    const { cards } = this.#dependencies
    await this.verifyEnd(
      action,
      campaign,
      async (at, log) => cards[at]!.faultOf(action, log.progress.total) ?? this.#contentFault(action, at),
    )
  }

  /** Installs and removes on the first SIM, and checks both. */
  async verifyReachable(): Promise<void> {
    for (const action of ['install', 'remove'] as const) await this.verify(action, await this.finished(await this.start(action, 1)))
  }

  /**
   * The same as `verify` for a campaign of any kind; `faultOf` checks the SIM with that index after each of its OTAs, and all SIMs have to
   * end like `end`.
   */
  async verifyEnd(
    name: string,
    campaign: Campaign,
    faultOf: (at: number, log: OtaLog) => Promise<string | null>,
    { end = 'Succeeded', otasPerSim = 1 }: { end?: 'Succeeded' | 'Failed'; otasPerSim?: number } = {},
  ): Promise<void> {
    const { id } = campaign
    const { world, statuses, faults } = this.#dependencies
    const found = faults()[0]
    if (found) throw found instanceof Error ? found : new Error(`a server ended unexpectedly:\n${found}`)
    const count = campaign.total
    const state = end === 'Succeeded' ? 'completed' : 'completedWithFailures'
    if (campaign.state !== state || campaign.counts[end] !== count)
      throw new Error(`campaign ${id} is ${campaign.state} with ${JSON.stringify(campaign.counts)}`)
    const logs = await world.logsOf(id)
    if (logs.length !== count * otasPerSim) throw new Error(`campaign ${id} has ${logs.length} OTAs for ${count} SIMs`)
    for (const log of logs) {
      const at = world.simIds.indexOf(log.sim_id)
      const wrong = (isUndone(log) ? null : await statuses.faultOf(log.id)) ?? (await faultOf(at, log))
      if (wrong) throw new Error(`${name} on SIM ${at + 1}: ${wrong}`)
    }
    const { fault } = await new ActionLog(world.server.masterKey).verify(world.server.db)
    if (fault) throw new Error(`the action log is ${fault.fault} at row ${fault.id}`)
    this.verified += logs.length
  }

  /** Readiness that the server of the APIs reports. */
  async serverReady(): Promise<boolean> {
    try {
      await this.#dependencies.world.server.anonymous(endpoints.readyz, {})
      return true
    } catch (error) {
      if (error instanceof CallError && error.status === 503) return false
      throw error
    }
  }

  /** Returns the campaign; null while the database is down. */
  async #campaign(id: number): Promise<Campaign | null> {
    try {
      return await this.#dependencies.world.admin(endpoints.getCampaign, { params: { id } })
    } catch (error) {
      if (error instanceof CallError && error.status === 503) return null
      throw error
    }
  }

  /** Checks that card and record agree: both have the applet after an install, neither after a removal. */
  async #contentFault(action: Action, at: number): Promise<string | null> {
    const { world, installed } = this.#dependencies
    const { applications, loadFiles } = world.fleet.sims[at]!.registry()
    const instances = applications.filter(({ aid, selectable }) => aid === customAid.module && selectable).length
    const files = loadFiles.filter(({ aid }) => aid === customAid.package).length
    const sim = await world.admin(endpoints.getSim, { params: { id: world.simIds[at]! } })
    const wanted = action === 'install' ? 1 : 0
    if (instances !== wanted || files !== wanted) return `the card holds ${instances} instances and ${files} load files`
    const named = sim.other_applet_name === (action === 'install' ? installed.name : null)
    return named && sim.status_other_applet === 'Succeeded' ? null : 'the record of the SIM differs from the content of the card'
  }
}

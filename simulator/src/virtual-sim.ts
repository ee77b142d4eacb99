import { encodeCommand } from '@simdeck/protocol/apdu.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { contentDigest } from '@simdeck/protocol/ota/content-digest.ts'
import { type PollTlv, telemetryTlvs } from '@simdeck/protocol/ota/messages.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { Plmn } from '@simdeck/protocol/iccid.ts'
import { appletKindOf } from './applets/applet-kind.ts'
import { MultiImsi } from './applets/multi-imsi.ts'
import { Radio } from './applets/radio.ts'
import { VirtualCard } from './card/card.ts'
import { libraries } from './card/libraries.ts'
import { freeMemory } from './card/nvm.ts'
import type { ApplicationRecord, CardNvm, LoadFileRecord } from './card/nvm.ts'
import type { Clock } from './clock.ts'
import type { FleetCounters } from './counters.ts'
import { silentFromSession } from './faults/poller-faults.ts'
import { SimFaults } from './faults/sim-faults.ts'
import type { Address, OpenLink } from './link.ts'
import { PollerRunner } from './poller-runner.ts'
import type { PollerHost } from './poller-runner.ts'
import { defaultReceiveBuffer, defaultSendBuffer } from './profile.ts'
import type { SimProfile } from './profile.ts'
import { Random } from './random.ts'
import { imsiOf, shippedNvm } from './shipped-nvm.ts'
import { InvariantChecker } from './invariant-checker.ts'
import { exchangeMessage } from './sms/exchange.ts'
import type { MessageReport } from './sms/exchange.ts'

/** Runs a C-APDU on the card. Returns null when the card cannot continue. A function that wraps this one sees every command and answer. */
export type Execute = (command: Uint8Array) => ResponseApdu | null

export interface VirtualSimOptions {
  profile: SimProfile
  seed: string
  speed: number
  clock: Clock
  counters: FleetCounters
  openLink: OpenLink
  resolve: (fqdn: string, port: number) => Address
  /** Replaces the function that runs a C-APDU of the poller; it may call the original. */
  throughCard?: (execute: Execute) => Execute
  /** Adds an `InvariantChecker`. */
  checksInvariants?: boolean
}

/** The content of the card, for tests and the demo. */
export interface CardRegistry {
  loadFiles: { aid: string; version: string; moduleAids: string[] }[]
  applications: { aid: string; loadFileAid: string; moduleAid: string; selectable: boolean; parameters: string }[]
  freeMemory: number
}

const fileOf = ({ aid, version }: LoadFileRecord) => ({ aid, version: `${version.major}.${version.minor}` })

/** The time on the card's clock within which a new poller polls first, in milliseconds. */
const launchMs = { least: 1_000, most: 10_000 }

/** A card in a device: it polls, measures its radio, and runs the commands of the server. */
export class VirtualSim {
  readonly iccid: string
  readonly card: VirtualCard
  readonly invariants: InvariantChecker | null
  readonly #options: VirtualSimOptions
  readonly #host: PollerHost
  readonly #random: Random
  readonly #radio: Radio
  readonly #multiImsi: MultiImsi
  #visited: Plmn | null = null
  readonly #execute: Execute
  #runners: PollerRunner[] = []
  readonly #faults: SimFaults
  /** Installed pollers that never poll. */
  readonly #silent = new Set<ApplicationRecord>()
  readonly #pollRequests: string[] = []
  #stopped = true
  #keys: { of: CardNvm['pollerKeys']; read: SimKeys }

  constructor(options: VirtualSimOptions) {
    const { profile, seed, speed, clock, counters, openLink, resolve } = options
    this.#options = options
    this.iccid = profile.iccid
    this.#random = new Random(`${seed}/${profile.iccid}`)
    this.#radio = new Radio(this.#random)
    this.#multiImsi = new MultiImsi({ clock, speed, ownImsi: imsiOf(profile) })
    this.card = new VirtualCard(shippedNvm(profile), this.#random)
    this.#keys = { of: undefined, read: profile }
    this.card.pollRequested = (aid) => void this.#pollRequests.push(aid)
    const faults = new SimFaults(profile.misbehaviours ?? [], this.card)
    this.#faults = faults
    const invariants = options.checksInvariants ? new InvariantChecker(() => this.pollerKeys) : null
    this.invariants = invariants
    const bare: Execute = (command) => this.card.execute(command)
    const onCard = invariants?.throughCard(bare, this.card) ?? bare
    this.#execute = faults.throughCard(options.throughCard?.(onCard) ?? onCard)
    const throughNetwork = faults.throughNetwork(this.#whileInService(openLink), clock)
    this.#host = {
      keys: () => this.pollerKeys,
      iccid: iccidToBytes(profile.iccid),
      receiveBuffer: profile.receiveBuffer ?? defaultReceiveBuffer,
      sendBuffer: profile.sendBuffer ?? defaultSendBuffer,
      speed,
      clock,
      random: this.#random,
      counters,
      openLink: invariants?.throughNetwork(throughNetwork) ?? throughNetwork,
      resolve,
      pollerVersionOf: (application) => this.#pollerVersionOf(application),
      telemetry: (encrypted) => {
        faults.beforePoll(this.card.nvm)
        return this.#telemetry(encrypted)
      },
      execute: (command, running) => this.#runOnCard(command, running),
      beginScript: (secured) => {
        if (!secured) this.card.reset()
      },
      deviceStep: faults.deviceStep,
      powerLost: () => {
        counters.powerLosses++
        this.reset()
        this.#followRegistry()
      },
      contentMayHaveChanged: () => this.#followRegistry(),
    }
  }

  /** Starts the pollers. Their first POLL comes at a random time within their interval. */
  start(): void {
    this.#stopped = false
    this.#followMultiImsi()
    this.#runners = this.#pollers().map((application) => new PollerRunner(application, this.#host))
    for (const runner of this.#runners) {
      const ms = runner.intervalMs
      runner.start(Number.isFinite(ms) ? ms * this.#random.fraction() : this.#launchMs())
    }
  }

  stop(): void {
    this.#stopped = true
    this.#multiImsi.follow(null)
    for (const runner of this.#runners) runner.stop()
    this.#runners = []
  }

  /** Lets every idle poller poll now, before its timer runs out. */
  pollNow(): void {
    for (const runner of this.#runners) if (runner.phase === 'idle') runner.step({ type: 'poll' })
  }

  /** Receives an SMS-DELIVER. Null while the device is off or has no service, so that the network must keep the message. */
  receiveMessage(tpdu: Uint8Array): MessageReport | null {
    if (this.#stopped || !this.#multiImsi.hasService) return null
    const report = exchangeMessage((command) => this.card.execute(encodeCommand(command)), tpdu)
    const requested = this.#pollRequests.splice(0)
    for (const runner of this.#runners) if (requested.includes(runner.application.aid)) runner.pollSoon()
    return report
  }

  /** Takes the device into the network. Its radio reports this network from now on. */
  visit(network: Plmn): void {
    this.#visited = network
    this.#multiImsi.visit(network)
  }

  /** Switches the power off and on: all state outside of NVM is lost. */
  reset(): void {
    this.card.reset()
    for (const runner of this.#runners) runner.step({ type: 'reset' })
  }

  registry(): CardRegistry {
    const { loadFiles, applications } = this.card.nvm
    return {
      loadFiles: loadFiles.map((file) => ({ ...fileOf(file), moduleAids: file.moduleAids })),
      applications: applications.map(({ aid, loadFileAid, moduleAid, state, parameters }) => ({
        aid,
        loadFileAid,
        moduleAid,
        selectable: state === applicationState.selectable,
        parameters,
      })),
      freeMemory: freeMemory(this.card.nvm),
    }
  }

  #pollers(): ApplicationRecord[] {
    return this.card.nvm.applications.filter(
      ({ state, loadFileAid }) => state === applicationState.selectable && appletKindOf(loadFileAid) === 'poller',
    )
  }

  /** The keys of all pollers of the card: those of the factory, until a STORE DATA replaces them. */
  get pollerKeys(): SimKeys {
    const { profile } = this.#options
    const { pollerKeys: stored } = this.card.nvm
    if (!stored) return profile
    if (this.#keys.of !== stored)
      this.#keys = { of: stored, read: { capAuthKey: fromHex(stored.capAuthKey), encryptKey: fromHex(stored.encryptKey) } }
    return this.#keys.read
  }

  #launchMs(): number {
    return this.#random.between(launchMs.least, launchMs.most) / this.#options.speed
  }

  /** Starts pollers that were installed and stops pollers that were deleted. */
  #followRegistry(): void {
    if (this.#stopped) return
    this.#followMultiImsi()
    const pollers = this.#pollers()
    for (const runner of this.#runners) if (!pollers.includes(runner.application)) runner.stop()
    this.#runners = this.#runners.filter((runner) => pollers.includes(runner.application))
    for (const application of pollers) {
      if (this.#silent.has(application) || this.#runners.some((runner) => runner.application === application)) continue
      const fault = this.#faults.faultOfNewPoller()
      if (fault === 'neverPolls') {
        this.#silent.add(application)
        continue
      }
      const host = this.#host
      const runner = new PollerRunner(application, fault ? { ...host, deviceStep: silentFromSession(host.deviceStep) } : host)
      this.#runners.push(runner)
      runner.start(this.#launchMs())
    }
  }

  #pollerVersionOf({ loadFileAid }: ApplicationRecord): number {
    const version = this.card.nvm.loadFiles.find(({ aid }) => aid === loadFileAid)?.version
    return version ? version.major * 256 + version.minor : 0
  }

  /**
   * The telemetry in a POLL: the digest of the content, the measurements of an installed telemetry applet, and, only if encrypted, the
   * active IMSI of a multi-IMSI applet.
   */
  #telemetry(encrypted: boolean): readonly PollTlv[] {
    const { imsi } = this.#multiImsi
    const digest = this.#options.profile.reportsContent === false ? {} : { contentDigest: this.contentDigest }
    const active = { ...(imsi !== null && imsi.length === 15 && encrypted && { imsi }), ...digest }
    if (!this.#applet('telemetry')) return telemetryTlvs.encode(active)
    const { location, ...measured } = this.#radio.measure()
    const place = location && { ...location, ...this.#visited }
    return telemetryTlvs.encode({
      imei: this.#options.profile.imei,
      location: place,
      ...measured,
      freeMemory: freeMemory(this.card.nvm),
      ...active,
    })
  }

  /** The digest of what GET STATUS lists to the issuer security domain. */
  get contentDigest(): number {
    const { applications, loadFiles } = this.card.nvm
    const files = [...libraries.map(({ aid, major, minor }) => ({ aid, version: `${major}.${minor}` })), ...loadFiles.map(fileOf)]
    return contentDigest({
      applications: applications.map(({ aid, state }) => ({ aid, state: state.toString(16) })),
      loadFiles: files,
    })
  }

  #applet(kind: 'telemetry' | 'multiImsi'): ApplicationRecord | undefined {
    return this.card.nvm.applications.find(
      ({ state, loadFileAid }) => state === applicationState.selectable && appletKindOf(loadFileAid) === kind,
    )
  }

  #followMultiImsi(): void {
    this.#multiImsi.follow(this.#applet('multiImsi')?.parameters ?? null)
  }

  /** Connections that break at once while the active IMSI has no service in the visited network. */
  #whileInService(openLink: OpenLink): OpenLink {
    return (to, listener) => {
      if (this.#multiImsi.hasService) return openLink(to, listener)
      const close = this.#options.clock.setTimer(0, listener.lost)
      return { send: () => undefined, close }
    }
  }

  #runOnCard(command: Uint8Array, running: ApplicationRecord): ResponseApdu | null {
    const { counters } = this.#options
    this.card.running = running.aid
    const response = this.#executeAndClearRunning(command)
    counters.commands++
    const kind = (response?.sw ?? 0) >> 8
    if (![0x90, 0x61, 0x62, 0x63, 0x91].includes(kind)) counters.commandsFailed++
    return response
  }

  #executeAndClearRunning(command: Uint8Array): ResponseApdu | null {
    try {
      return this.#execute(command)
    } finally {
      this.card.running = null
    }
  }
}

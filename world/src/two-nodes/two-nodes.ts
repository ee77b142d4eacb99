import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { CallError, createClient } from '@simdeck/contract/client.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { TestCall } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { NodeUnderTest } from '../kills/node-under-test.ts'
import { startTestEnvironment, type TestEnvironment } from '../kills/test-environment.ts'
import { customCap } from '../testing/recipes.ts'
import { ChangeKills } from './change-kills.ts'

/** Delay of the cards' frames during a change. */
const cardDelayMs = 60
/** Range of the number of commands for the cards of a campaign until they are held. With two cards, one has begun its removal. */
const heldAfter = [5, 12] as const
const blocks = 8
const blockOctets = 190

export type TwoNodes = AsyncDisposable & {
  environment: TestEnvironment
  kills: ChangeKills
  /** Two versions of one package. */
  packages: readonly [OtaPackage, OtaPackage]
  /** Calls one of the nodes. If it dies before its answer arrives, `again` is sent to the other node, by default the same call. */
  change: <Answer>(name: string, call: (to: TestCall) => Promise<Answer>, again?: (to: TestCall) => Promise<Answer>) => Promise<Answer>
  /**
   * Starts a campaign that replaces the package of all cards, and of the SIMs `others`, which have none. The cards are then held in the
   * middle of their commands until the next change. `isChange`: a node may be killed.
   */
  start: (chosen: OtaPackage, rollout: RolloutInput, options?: { others?: readonly number[]; isChange?: boolean }) => Promise<Campaign>
  /** Holds all cards after this number of commands for the given ones; resolves when they are held. */
  holdsAfter: (commands: number, of?: readonly number[]) => Promise<void>
  /** Makes a call that releases SIMs, and holds the cards in the middle of their commands. */
  held: <Answer>(call: () => Promise<Answer>) => Promise<Answer>
  /** Lets the held cards go on. */
  goOn: () => void
  read: (id: number) => Promise<Campaign>
  /** Waits until the campaign is as wanted, while the cards poll. */
  reaches: (id: number, isWanted: (campaign: Campaign) => boolean) => Promise<Campaign>
  /** Waits until each card has polled again, so that none is in the middle of a session. */
  polledAgain: () => Promise<void>
}

/** Starts two nodes, each with APIs, a device port and jobs, whose cards poll at both of them. */
export async function startTwoNodes({ postgresUrl, seed, sims }: { postgresUrl: string; seed: string; sims: number }): Promise<TwoNodes> {
  const environment = await startTestEnvironment({ postgresUrl, seed, sims, blocks, spares: 1 })
  const { world, nodes, random } = environment
  await environment.addNode()
  const kills = new ChangeKills()
  const gate = new CardGate(environment)
  environment.watch = { frame: gate.frame, statement: kills.statement }
  const { accessToken } = await world.server.signIn('ADMIN')
  const clientOf = (node: NodeUnderTest) =>
    createClient({
      baseUrl: (api) => `http://127.0.0.1:${node.httpPort}${basePaths[api]}`,
      headers: () => ({ authorization: `Bearer ${accessToken}`, 'accept-language': 'en' }),
    })
  const upload = (minor: number) => world.upload(customCap({ codeSize: blocks * blockOctets, minor }), `version-${minor}`)
  const packages = [await upload(1), await upload(2)] as const
  const read = (id: number) => world.admin(endpoints.getCampaign, { params: { id } })

  async function change<Answer>(name: string, call: (to: TestCall) => Promise<Answer>, again = call): Promise<Answer> {
    for (const node of nodes) await node.ready
    const asked = nodes[random.between(0, 1)]!
    gate.open()
    environment.delayMs = cardDelayMs
    const answered = await kills.ofCall(name, asked, () => call(clientOf(asked)))
    const answer = answered ? answered.answer : await repeated(again)
    environment.delayMs = 0
    return answer
  }

  /** Sends the call to a node that is alive, until one answers. */
  async function repeated<Answer>(call: (to: TestCall) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const alive = nodes.find((node) => node.httpPort !== null)
      try {
        if (alive) return await call(clientOf(alive))
      } catch (error) {
        if (error instanceof CallError) throw error
      }
      await Promise.race(nodes.map((node) => node.ready))
    }
  }

  function holdsAfter(count: number, of: readonly number[] = world.simIds.map((_, at) => at)): Promise<void> {
    const total = () => of.reduce((sum, at) => sum + environment.commands[at]!, 0)
    const wanted = total() + count
    return gate.closesWhen(() => total() >= wanted)
  }

  async function held<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    let isHeld = false
    const closed = holdsAfter(random.between(...heldAfter)).then(() => (isHeld = true))
    const answer = await call()
    await until(() => {
      for (const sim of world.fleet.sims) sim.pollNow()
      return isHeld
    })
    await closed
    return answer
  }

  let started = 0
  return {
    environment,
    kills,
    packages,
    change,
    read,
    goOn: () => gate.open(),
    holdsAfter,
    held,
    async start({ packageAID, otaVersion, label }, rollout, { others = [], isChange = false } = {}) {
      const name = `round ${++started}`
      const simIds = [...world.simIds, ...others]
      const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds } })
      const targets = [{ appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }]
      const body = { name, snapshotId, targets, confirmedCount: simIds.length, removalConsent: true, rollout }
      const startOn = (to: TestCall) => to(endpoints.putBulkOta, { body })
      const find = async (to: TestCall) => {
        const { data } = await to(endpoints.listCampaigns, { query: { search: name } })
        return data.filter((one) => one.name === name)
      }
      return held(() =>
        isChange ? change('start', startOn, (to) => orFound(startOn(to), 'snapshotNotFound', () => find(to))) : startOn(world.admin),
      )
    },
    reaches: (id, isWanted) =>
      until(async () => {
        const campaign = await read(id)
        const [fault] = environment.faults()
        if (fault) throw new Error(`campaign ${id} is ${campaign.state}`, { cause: fault })
        return isWanted(campaign) && campaign
      }),
    async polledAgain() {
      const before = [...environment.polls]
      await until(() => environment.polls.every((polls, index) => polls > before[index]! + 1))
    },
    [Symbol.asyncDispose]: () => environment[Symbol.asyncDispose](),
  }
}

/** Holds the frames of all cards while it is closed. */
class CardGate {
  readonly #environment: TestEnvironment
  #isDue: () => boolean = () => false
  #open = () => {}
  #closed = () => {}

  constructor(environment: TestEnvironment) {
    this.#environment = environment
  }

  frame = (): boolean => {
    if (this.#isDue()) this.#close()
    return true
  }

  /** Closes the gate at the first frame at which the condition is true; resolves when it is closed. */
  closesWhen(isDue: () => boolean): Promise<void> {
    this.#isDue = isDue
    return new Promise((done) => (this.#closed = done))
  }

  open(): void {
    this.#environment.gate = null
    this.#open()
  }

  #close(): void {
    this.#isDue = () => false
    this.#environment.gate = new Promise((done) => (this.#open = done))
    this.#closed()
  }
}

/** The campaign of a repeated call. If it is refused because the first call has taken effect, it is the only one that is found. */
export async function orFound(again: Promise<Campaign>, code: string, find: () => Promise<readonly Campaign[]>): Promise<Campaign> {
  try {
    return await again
  } catch (error) {
    if (!(error instanceof CallError) || error.body?.code !== code) throw error
    const [found, ...others] = await find()
    if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} campaigns instead of one`, { cause: error })
    return found
  }
}

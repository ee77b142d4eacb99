import { expect, inject, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import type { TestCall } from '@simdeck/server/testing/server.ts'
import { Outcome } from './two-nodes/outcome.ts'
import { orFound, startTwoNodes, type TwoNodes } from './two-nodes/two-nodes.ts'

const sims = 4
/** Number of further SIMs, without cards: a job cancels the OTAs of this number in several parts. */
const many = 2_001
const timeout = 600_000

const inWaves = (...sizes: number[]) => ({
  waves: sizes.map((size) => ({ sims: size })),
  order: 'id' as const,
  maxFailedPercent: null,
})
const isEnded = ({ finishedAt }: Campaign): boolean => finishedAt !== null
const isReleased = (wave: number) => (campaign: Campaign) => typeof campaign.waves[wave - 1]?.releasedAt === 'string'
const changeOf = (id: number, body: { action: 'pause' | 'resume' } | { action: 'release'; wave: number }) => (to: TestCall) =>
  to(endpoints.changeCampaign, { params: { id }, body })
const stopOf = (id: number) => (to: TestCall) => to(endpoints.cancelOta, { params: { id }, body: {} })
const rollbackOf = (id: number) => (to: TestCall) => to(endpoints.rollbackOta, { params: { id }, body: {} })
const rollbacksOf = (id: number) => async (to: TestCall) =>
  (await to(endpoints.listCampaigns, { query: {} })).data.filter((campaign) => campaign.rollbackOf === id)
/** A rollback that is repeated because its first call had no answer. */
const rollbackAgainOf = (id: number) => (to: TestCall) => orFound(rollbackOf(id)(to), 'noTargetSims', () => rollbacksOf(id)(to))

/**
 * Installs the first package on all cards, and repeats a round until no node is killed in it. Then a node was killed at every write of each
 * change, which includes the moments before and after its commit.
 */
async function atEveryMoment(
  { changes, jobs = [] }: { changes: readonly string[]; jobs?: readonly string[] },
  round: (nodes: TwoNodes, outcome: Outcome, number: number) => Promise<void>,
): Promise<void> {
  await using nodes = await startTwoNodes({ postgresUrl: inject('postgresUrl'), seed: changes.join(), sims })
  const { kills } = nodes
  const outcome = new Outcome(nodes)
  const { id } = await nodes.start(nodes.packages[0], {})
  nodes.goOn()
  await nodes.reaches(id, isEnded)
  await outcome.check([id])
  for (let number = 1, before = -1; before < kills.moments.length; number++) {
    before = kills.moments.length
    await round(nodes, outcome, number)
  }
  const answered = changes.map((change) => `${change}: after the answer`)
  const committed = [...changes, ...jobs].flatMap((change) => [`${change}: before commit #1`, `${change}: after commit #1`])
  expect(kills.moments).toEqual(expect.arrayContaining([...answered, ...committed]))
  expect(nodes.environment.nodes.every(({ frames }) => frames > 0)).toBe(true)
}

test('no SIM is released twice or forgotten when a node dies at a start, a pause, a resumption or a release', { timeout }, async () => {
  const changes = ['start', 'pause', 'resume', 'release']
  await atEveryMoment({ changes, jobs: ['release by a job'] }, async (nodes, outcome, number) => {
    const { environment, kills, change, read, reaches } = nodes
    const executed = () => environment.cards.map(({ count }) => count)
    const { id } = await nodes.start(nodes.packages[number % 2]!, inWaves(2, 1), { isChange: true })
    expect(await change('pause', changeOf(id, { action: 'pause' }))).toMatchObject({ state: 'paused' })
    const sent = [...environment.commands]
    await nodes.polledAgain()
    // An answer that was committed before the pause may arrive after it.
    expect(environment.commands.every((count, at) => count <= sent[at]! + 1)).toBe(true)
    const paused = executed()
    await nodes.polledAgain()
    expect(executed()).toEqual(paused)
    expect(paused.slice(2)).toEqual([0, 0])

    const byJob = kills.ofJob('release by a job', /^update "campaigns" set "released_wave"/, async () => isReleased(2)(await read(id)))
    await Promise.all([change('resume', changeOf(id, { action: 'resume' })), byJob, nodes.holdsAfter(1, [2])])
    const release = changeOf(id, { action: 'release', wave: 3 })
    await change('release', (to) => orFound(release(to), 'noFurtherWave', async () => [await read(id)]))
    expect(await reaches(id, isEnded)).toMatchObject({ state: 'completed', counts: { Succeeded: sims } })
    await outcome.check([id])
  })
})

test('each SIM has one outcome when a node dies at a stop, or at the rollback of what was installed before it', { timeout }, async () => {
  await atEveryMoment({ changes: ['stop', 'rollback'] }, async (nodes, outcome) => {
    const { change, reaches } = nodes
    const { id } = await nodes.start(nodes.packages[1], inWaves(2))
    await change('stop', stopOf(id))
    const stopped = await reaches(id, isEnded)
    expect(stopped).toMatchObject({ state: 'stopped', waves: [{}, { releasedAt: null }] })
    const rollback = await change('rollback', rollbackOf(id), rollbackAgainOf(id))
    expect(await reaches(rollback.id, isEnded)).toMatchObject({ state: 'completed', total: stopped.counts.Succeeded })
    await outcome.check([id, rollback.id])
  })
})

test('begun OTAs end and the rest is cancelled when a node dies at the rollback of a paused campaign', { timeout }, async () => {
  await atEveryMoment({ changes: ['rollback'] }, async (nodes, outcome) => {
    const { change, held, reaches, goOn } = nodes
    const { admin } = nodes.environment.world
    const { id } = await nodes.start(nodes.packages[1], { ...inWaves(1), next: 'manual' })
    goOn()
    await reaches(id, ({ counts }) => counts.Succeeded === 1)
    await held(() => changeOf(id, { action: 'release', wave: 2 })(admin))
    await changeOf(id, { action: 'pause' })(admin)
    const rollback = await change('rollback', rollbackOf(id), rollbackAgainOf(id))
    expect(await reaches(rollback.id, isEnded)).toMatchObject({ state: 'completed', total: 1 })
    const stopped = await reaches(id, isEnded)
    expect(stopped.stopRequested).not.toBeNull()
    if (stopped.counts.Succeeded > 1) await reaches((await rollbackOf(id)(admin)).id, isEnded)
    const rollbacks = (await rollbacksOf(id)(admin)).map((campaign) => campaign.id)
    await outcome.check([id, ...rollbacks])
  })
})

test('each SIM is cancelled once when a node dies at the stop of a large campaign, or in a part of it', { timeout }, async () => {
  let others: readonly number[] = []
  await atEveryMoment({ changes: ['stop'], jobs: ['part of the stop'] }, async (nodes, outcome) => {
    const { kills, change, read, reaches } = nodes
    const { admin, server } = nodes.environment.world
    if (others.length === 0) {
      const rows = Array.from({ length: many }, (_, n) => ({ iccid: `89811000009${String(n).padStart(8, '0')}`, has_keys: true }))
      others = await addSims(server.db, rows)
    }
    const { id } = await nodes.start(nodes.packages[1], inWaves(2), { others })
    const byJob = kills.ofJob('part of the stop', /update ota_jobs set status = 'Failed'/, async () => (await read(id)).cancelled >= many)
    await Promise.all([change('stop', stopOf(id)), byJob])
    const { counts } = await reaches(id, isEnded)
    const rollbacks = counts.Succeeded > 0 ? [await reaches((await rollbackOf(id)(admin)).id, isEnded)] : []
    await outcome.check([id, ...rollbacks.map((campaign) => campaign.id)])
  })
})

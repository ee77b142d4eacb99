import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import { signInDemoMember } from './demo-members.ts'
import { fillDemo } from './fill-demo.ts'
import { demoSims } from './sims.ts'

test('the demo has campaigns that pause by themselves, end with failures, wait for their time and are archived', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN', 'en', true)
  const { accessToken } = (await signInDemoMember(server, 'ADMIN'))!
  const sims = demoSims(200)
  await fillDemo({ url: server.url, accessToken, sims })
  const campaignOf = async (name: string, archived: 'true' | 'false' = 'false') =>
    (await call(endpoints.listCampaigns, { query: { take: 100, archived } })).data.find((campaign) => campaign.name === name)!
  expect(await campaignOf('Telemetry 2.4 社内試験', 'true')).toMatchObject({ state: 'stopped', rollout: { waves: [] } })
  expect((await campaignOf('IoT SAFE 1.2 夜間')).state).toBe('scheduled')
  const groups = () => call(endpoints.listGroups, { query: {} })
  await until(async () => (await groups()).data.every(({ size }) => size > 5))
  expect((await groups()).data).toHaveLength(6)

  // Only the SIMs of these campaigns run, so that a slow machine answers them in time.
  const [pausing, failing] = [await campaignOf('IoT SAFE 1.2 追加'), await campaignOf('coldchain 0.9 試験')]
  const running = new Set<string>()
  for (const { id } of [pausing, failing]) {
    for (const { iccid } of (await call(endpoints.listOtaLogs, { query: { campaignId: id, take: 100 } })).data) running.add(iccid)
  }
  const profiles = sims.flatMap(({ profile }) => (profile && running.has(profile.iccid) ? profile : []))
  const fleet = startFleet({ sims: profiles, connect: { host: '127.0.0.1', port: server.devicePort }, speed: 120, seed: 'demo' })
  try {
    const paused = await until(async () => {
      const campaign = await campaignOf('IoT SAFE 1.2 追加')
      return campaign.state === 'paused' && campaign
    })
    expect(paused.paused).toMatchObject({ cause: 'failures' })
    const ended = await until(async () => {
      const campaign = await campaignOf('coldchain 0.9 試験')
      return campaign.finishedAt !== null && campaign
    })
    expect(ended.state).toBe('completedWithFailures')
    expect(ended.counts.Succeeded).toBeGreaterThan(0)
    const { causes } = await call(endpoints.getCampaignDiagnosis, { params: { id: ended.id } })
    expect(causes.length).toBeGreaterThan(2)
  } finally {
    fleet.stop()
  }
})

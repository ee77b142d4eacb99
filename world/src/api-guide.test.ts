import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { campaignGuide } from '@simdeck/contract/campaign-guide.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

const ended = 'the step has ended'

/** A shell that runs one text after another and answers what each one printed. */
function openShell(env: Record<string, string>) {
  const shell = spawn('sh', { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  return {
    async run(command: string): Promise<string> {
      shell.stdin.write(`${command}\nprintf '\\n%s\\n' '${ended}'\n`)
      const printed: string[] = []
      for (let line = await lines.next(); !line.done && line.value !== ended; line = await lines.next()) printed.push(line.value)
      return printed.join('\n').trim()
    },
    [Symbol.dispose]: () => shell.kill(),
  }
}

test('the commands of the guide take a campaign of an API ID from its snapshot to its rollback', async () => {
  await using world = await startWorld({ sims: 4 })
  await world.upload(customCap(), 'stable')
  const root = await world.server.signIn('ROOT')
  const { client_id, client_secret } = await root(endpoints.createApiCredential, { body: { name: 'billing', role_id: roleIds.ADMIN } })
  const answer = await fetch(`${world.server.url}${basePaths.main}/v1/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  using shell = openShell({ SIMDECK: world.server.url, TOKEN: token })
  const [prepare, freeze, check, start, watch, pauseAndResume, release, results, rollBack] = campaignGuide.map(({ command }) => command)
  const holders = () => world.fleet.sims.filter((sim) => sim.registry().applications.some(({ aid }) => aid === customAid.module))

  await shell.run(prepare!)
  await shell.run(freeze!)
  expect(await shell.run(check!)).toBe('4')
  await shell.run(start!)
  const [started] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
  expect(started).toMatchObject({ name: 'November', total: 4, waves: [{ sims: 1 }, { sims: 3 }] })
  const campaign = () => world.admin(endpoints.getCampaign, { params: { id: started!.id } })
  await until(async () => (await campaign()).counts.Succeeded === 1)
  expect(JSON.parse(await shell.run(watch!))).toMatchObject({
    data: { id: started!.id, state: 'running', counts: { Succeeded: 1, Ready: 3 } },
  })
  const [paused, resumed] = (await shell.run(pauseAndResume!)).split('}{')
  expect([paused, resumed].map((text) => /"state":"(\w+)"/.exec(text ?? '')?.[1])).toEqual(['paused', 'running'])
  expect(holders()).toHaveLength(1)
  await shell.run(release!)
  expect((await world.finished(started!.id)).counts.Succeeded).toBe(4)
  expect(holders()).toHaveLength(4)
  const csv = await shell.run(results!)
  for (const { iccid } of world.profiles) expect(csv).toContain(iccid)
  const rollback = Number(await shell.run(rollBack!))
  expect(await world.finished(rollback)).toMatchObject({ rollbackOf: started!.id, counts: { Succeeded: 4 } })
  expect(holders()).toEqual([])
})

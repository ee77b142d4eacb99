import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'
import { deviceTemplate, makeDeviceCa, safeObjectsOf } from './testing/iot-safe.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

export const template: TemplateContent = { ...deviceTemplate, commonName: 'meter {{simId}} ' }

/** SIMs with an IoT SAFE applet, and a CA that signs for devices. */
export async function withCa(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld({ sims: 1, ...options })
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  const { root, ca } = await makeDeviceCa(world.admin)
  const addTemplate = (change: Partial<TemplateContent> = {}) =>
    world.admin(endpoints.createIdentityTemplate, { body: { ...template, ...change } })
  return { world, root, ca, addTemplate, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

/** Issues a certificate by its template, and waits for the end of the campaign. */
export async function issue(world: World, templateId: number, simId = world.simIds[0]!) {
  const { campaignId } = await world.admin(endpoints.createCertificate, { params: { simId }, body: { templateId } })
  await world.finished(campaignId)
  const [log] = await world.logsOf(campaignId)
  return { campaignId, log: log! }
}

export const certificatesOf = async (world: World, simId = world.simIds[0]!) =>
  (await world.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
export const detailsOf = (world: World, certId: number) => world.admin(endpoints.getCertificate, { params: { certId } })

/** The objects on the card of the first SIM. */
export const objectsOf = (world: World) => safeObjectsOf(world.fleet.sims[0]!)

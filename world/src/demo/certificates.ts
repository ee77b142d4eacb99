import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'

type Call = ReturnType<typeof createClient>

const clientOf = ({ url, accessToken }: { url: string; accessToken: string }): Call =>
  createClient({ baseUrl: (api) => url + basePaths[api], headers: () => ({ authorization: `Bearer ${accessToken}` }) })

const template: TemplateContent = {
  name: '設備監視 TLS 1年',
  authorityId: null,
  commonName: '{{iccid}}',
  appendIccid: false,
  country: 'JP',
  state: null,
  locality: null,
  organization: 'Example Co., Ltd.',
  unit: null,
  altNames: [{ type: 'uri', value: 'urn:imei:{{imei}}' }],
  serverAuth: false,
  validDays: 365,
  renewBeforeDays: 30,
  slotId: 1,
  label: 'device-tls-01',
  delivery: 'Auto',
}
const manual: TemplateContent = {
  ...template,
  name: 'ゲートウェイ MQTT',
  commonName: 'gateway-{{simId}}',
  slotId: 2,
  label: 'gateway-mqtt',
  delivery: 'Manual',
  validDays: 90,
}
const campaign = 'デバイス証明書 初回発行'

/** Makes the CAs and the templates of the demo. */
export async function makeDemoAuthority(options: { url: string; accessToken: string }): Promise<void> {
  const call = clientOf(options)
  if ((await call(endpoints.listAuthorities, {})).length === 0) {
    const root = await call(endpoints.createAuthority, {
      body: {
        name: 'Simdeck Root CA',
        confirmedName: 'Simdeck Root CA',
        organization: 'Example Co., Ltd.',
        country: 'JP',
        validDays: 7300,
      },
    })
    const name = 'Simdeck Device CA'
    const ca = await call(endpoints.createAuthority, {
      body: { name, confirmedName: name, organization: 'Example Co., Ltd.', country: 'JP', parentId: root.id, validDays: 3650 },
    })
    await call(endpoints.setDefaultAuthority, { params: { id: ca.id } })
  }
  const { data } = await call(endpoints.listIdentityTemplates, { query: { take: 100 } })
  for (const one of [template, manual])
    if (!data.some(({ name }) => name === one.name)) await call(endpoints.createIdentityTemplate, { body: one })
}

const everyMs = 3_000
const tries = 60
/** SIMs that hold the applet before the first certificates are issued. */
const enough = 8

/** Issues certificates once some virtual SIMs hold the IoT SAFE applet, by a campaign and for one SIM by hand. */
export async function issueDemoCertificates(options: { url: string; accessToken: string }, signal: AbortSignal): Promise<void> {
  const call = clientOf(options)
  for (let left = tries; left > 0; left--) {
    const { data: sims, totalItems } = await call(endpoints.listIotSafeSims, { query: { take: 100 } })
    if (totalItems >= enough || (left === 1 && totalItems > 0)) {
      const { data: templates } = await call(endpoints.listIdentityTemplates, { query: { take: 100 } })
      const idOf = (wanted: string) => templates.find(({ name }) => name === wanted)!.id
      const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: sims.slice(2).map(({ id }) => id) } })
      const certificate = { step: 'issue' as const, templateId: idOf(template.name) }
      await call(endpoints.putBulkOta, { body: { snapshotId, kind: 'certificate', certificate, name: campaign } })
      for (const { id: simId } of sims.slice(0, 2))
        await call(endpoints.createCertificate, { params: { simId }, body: { templateId: idOf(manual.name) } })
      return
    }
    await wait(everyMs, undefined, { signal })
  }
}

import { z } from 'zod'
import { campaignOptions, optionsPackage, optionsScript } from './campaign-again.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'

/** The options of a campaign with a name, without SIMs. All members who may start campaigns share them. */
export const otaTemplate = z.object({
  id: z.number(),
  name: z.string(),
  options: campaignOptions,
  package: optionsPackage.nullable(),
  script: optionsScript.nullable(),
  /** The name of the member who saved it; empty for an API ID. */
  createdBy: z.string(),
  createdAt: z.string(),
})
export type OtaTemplate = z.infer<typeof otaTemplate>

const templateId = z.strictObject({ id: z.coerce.number().int().positive() })
/** Two names are the same if they differ only in width or case. */
const name = line(64).min(1)

/** The largest number of templates. */
export const maxOtaTemplates = 200

export const listOtaTemplates = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/otaTemplates',
  needs: 'OTA_CREATE',
  summary: 'The templates of campaigns, by name',
  response: z.array(otaTemplate),
})

export const createOtaTemplate = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/otaTemplates',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary:
    'Save the options of a campaign as a template. The start and the end of the rollout, and the CSV with values of SIMs, are not kept',
  body: z.strictObject({ name, options: campaignOptions }),
  response: otaTemplate,
  errors: ['templateExists', 'templateLimit', 'packageNotFound', 'unknownModule', 'severalActiveTargets'],
})

export const renameOtaTemplate = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/otaTemplates/{id}',
  needs: 'OTA_CREATE',
  action: 'otaUpdate',
  summary: 'Rename a template of campaigns',
  params: templateId,
  body: z.strictObject({ name }),
  response: otaTemplate,
  errors: ['templateNotFound', 'templateExists'],
})

export const deleteOtaTemplate = endpoint({
  method: 'DELETE',
  api: 'ota',
  path: '/admin/otaTemplates/{id}',
  needs: 'OTA_CREATE',
  action: 'otaDelete',
  summary: 'Delete a template of campaigns',
  params: templateId,
  errors: ['templateNotFound'],
})

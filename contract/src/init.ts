import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'

export const productVersion = '1.39.0'
export const defaultApplicationName = 'Simdeck'
export const defaultTheme = 'light'

/** A setting as stored: `value` is always a string; type 1 system, 2 user. */
export const settingItem = z.object({
  key: z.string(),
  value: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  created_by: z.number().nullable(),
  updated_at: z.string(),
})
export type SettingItem = z.infer<typeof settingItem>

const env = z.object({
  version: z.string(),
  /** False in production, where the copyright line shows no version. */
  showVersion: z.boolean(),
  features: z.array(z.string()),
  docsUrl: z.string().nullable(),
  /** `PUBLIC_URL`, from which the addresses in certificates follow. Null without it, and for callers who are not signed in. */
  publicUrl: z.string().nullable(),
  /** True when people of the allowed domains may sign up by themselves. */
  signUp: z.boolean(),
  /** Maximum size of a CSV file of SIMs, in megabytes. Null for callers who are not signed in. */
  importMaxMb: z.number().nullable(),
  defaultLanguage: z.enum(languages),
  baseUrls: z.object({ main: z.string(), ota: z.string(), iotSafe: z.string(), pki: z.string(), ws: z.string() }),
})

export const init = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/init',
  needs: 'public',
  knowsCaller: true,
  anywhere: true,
  summary: 'The data for the start of the console: settings, roles and environment',
  response: z.object({
    configs: z.array(settingItem),
    roles: z.array(z.object({ id: z.number(), name: z.string() })),
    env,
  }),
})
export type Init = z.infer<NonNullable<typeof init.response>>

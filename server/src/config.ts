import { z } from 'zod'
import { features } from '@simdeck/contract/features.ts'
import { readRange } from './platform/http/ranges.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

export const services = ['console', 'ota', 'device', 'jobs'] as const
export type Service = (typeof services)[number]

const environment = z.object({
  PORT: port.default(8080),
  DEVICE_PORT: port.default(8090),
  METRICS_PORT: port.default(9090),
  EST_PORT: port.optional(),
  EST_CERT_FILE: z.string().min(1).optional(),
  EST_KEY_FILE: z.string().min(1).optional(),
  SCP81_PORT: port.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SERVICES: list.pipe(z.array(z.enum(services)).min(1)).default([...services]),
  FEATURES: list.pipe(z.array(z.enum(features))).default(['ota', 'iot-safe']),
  ROOT_EMAIL: z.email().default('root@simdeck.example'),
  ROOT_PASSWORD: z.string().min(8).max(64).optional(),
  TRUST_PROXY: z.string().default(''),
  OVERLOAD_MS: z.coerce.number().int().min(100).default(2000),
  IMPORT_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  FLEET_INDEX_FROM: z.coerce.number().int().min(1).default(2000),
  DOCS_URL: z.url().optional(),
  MAP_FILE: z.string().min(1).optional(),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional(),
  PUBLIC_URL: z.url().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(isSmtpUrl)
    .optional(),
  SMTP_FROM: z.email().optional(),
  SMTP_PRIVATE_RANGES: list.pipe(z.array(z.string().refine((text) => readRange(text) !== null))).default([]),
  CARRIER_PRIVATE_RANGES: list.pipe(z.array(z.string().refine((text) => readRange(text) !== null))).default([]),
  SMPP_PRIVATE_RANGES: list.pipe(z.array(z.string().refine((text) => readRange(text) !== null))).default([]),
  SYSLOG_PRIVATE_RANGES: list.pipe(z.array(z.string().refine((text) => readRange(text) !== null))).default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.string().default('development'),
  DEMO: flag.optional(),
  DEMO_SIMS: z.coerce.number().int().min(0).max(10_000).default(200),
  DEMO_SPEED: z.coerce.number().min(0.1).max(1000).default(30),
})

/** True if the URL has a host, and its credentials are percent-encoded where necessary. */
function isSmtpUrl(text: string): boolean {
  try {
    const { hostname, username, password } = new URL(text)
    decodeURIComponent(username + password)
    return hostname !== ''
  } catch {
    return false
  }
}

/** The checked values of the environment variables. */
export type Config = Omit<z.output<typeof environment>, 'DEMO'> & { DEMO: boolean }

/** Thrown when the environment is wrong; `message` names each variable, never its value. */
export class ConfigError extends Error {}

/** Reads the environment; throws `ConfigError`. Empty variables count as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The environment is not right:\n${lines.join('\n')}`)
  }
  const config = parsed.data
  if (config.DATABASE_URL && !config.MASTER_KEY) throw new ConfigError('MASTER_KEY (64 hex digits) is required with DATABASE_URL')
  if (config.EST_PORT !== undefined && (!config.EST_CERT_FILE || !config.EST_KEY_FILE))
    throw new ConfigError('EST_CERT_FILE and EST_KEY_FILE are required with EST_PORT')
  return { ...config, DEMO: config.DEMO ?? !config.DATABASE_URL }
}

/** Environment variables that child processes receive. The others contain secrets: passwords and the master key. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH']

/** The environment of a program that this one starts. */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

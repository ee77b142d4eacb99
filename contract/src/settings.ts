import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { settingItem } from './init.ts'
import { maxQuestionsPerHour } from './content-questions.ts'
import { maxEndDays } from './iot-safe-settings.ts'
import { languages } from './languages.ts'
import { line } from './line.ts'
import { templateText } from './mail-templates.ts'
import { isChoicesText } from './notification-choices.ts'
import { maxBodyDays } from './raw-logs.ts'
import type { Permission } from './permissions.ts'
import { maxNewPollerMinutes } from './poller-update.ts'
import { maxSilentIntervals } from './silence.ts'
import { timeZone } from './time-zone.ts'

/** The fourteen palettes, in the order of the settings page. */
export const themeNames = [
  'light',
  'red',
  'pink',
  'purple',
  'theme_1',
  'theme_2',
  'theme_3',
  'theme_4',
  'theme_5',
  'theme_6',
  'theme_7',
  'theme_8',
  'theme_9',
  'dark',
] as const
export type ThemeName = (typeof themeNames)[number]

export const applicationNameMaxLength = 64
export const logoLimits = { maxBytes: 1_000_000, recommendedWidth: 240, recommendedHeight: 80, maxSide: 4096 } as const
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The value of `system_config_logo`, as JSON text. An empty text means the product's own logo. */
export const logoValue = z.strictObject({
  type: z.enum(logoTypes),
  base64: z
    .base64()
    .min(1)
    .max(Math.ceil(logoLimits.maxBytes / 3) * 4),
})
export type LogoValue = z.output<typeof logoValue>

const isLogoText = (text: string): boolean => {
  if (text === '') return true
  try {
    return logoValue.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** "2" means required or on, "1" not required or off. */
const twoOrOne = z.enum(['1', '2'])
const numberText = (least: number, most: number) =>
  z.string().refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) >= least && Number(text) <= most)

const dayMs = 86_400_000

/** True for no time, or a time until which bodies may be recorded. */
function isBodyTime(text: string): boolean {
  if (text === '') return true
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text) && Date.parse(text) <= Date.now() + maxBodyDays * dayMs
}

type SettingRule = { type: 1 | 2; needs: Permission; value: z.ZodType<string>; anonymous?: true; proof?: true }

/**
 * Every setting: the schema of its value (always a string), its type (1 system, 2 user), the permission to change it, and two flags.
 * `anonymous` puts it into `GET /v1/init`, which needs no sign-in. `proof` requires a recent proof of identity for a change, because the
 * setting decides on access.
 */
export const settingRules = {
  system_theme: { type: 1, needs: 'SETTING_THEME', value: z.enum(themeNames), anonymous: true },
  system_config_logo: { type: 1, needs: 'SETTING_THEME', value: z.string().max(1_400_000).refine(isLogoText), anonymous: true },
  system_config_app_name: { type: 1, needs: 'SETTING_THEME', value: line(applicationNameMaxLength), anonymous: true },
  system_password_minimum: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: numberText(8, 64), anonymous: true, proof: true },
  system_password_upper_case: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: twoOrOne, anonymous: true, proof: true },
  system_password_lower_case: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: twoOrOne, anonymous: true, proof: true },
  system_password_number: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: twoOrOne, anonymous: true, proof: true },
  system_password_symbol: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: twoOrOne, anonymous: true, proof: true },
  system_mfa_required_roles: {
    type: 1,
    needs: 'SETTING_PASSWORD_SECURITY',
    value: z.string().regex(/^([1-3](,[1-3]){0,2})?$/),
    proof: true,
  },
  system_config_google_maps_api_key: { type: 1, needs: 'SETTING_SIM', value: z.string().regex(/^[\w-]{0,200}$/) },
  system_config_sim_online_term: { type: 1, needs: 'SETTING_SIM', value: numberText(1, 100_000) },
  /** The number of own poll intervals after which a SIM in use counts as silent, 3 by default. */
  system_config_sim_silent_intervals: { type: 1, needs: 'SETTING_SIM', value: numberText(1, maxSilentIntervals) },
  system_config_sim_display_location_nums_key: { type: 1, needs: 'SETTING_SIM', value: numberText(1, 10) },
  /** Maximum number of interruptions of an OTA without progress, 5 by default. The next interruption fails the OTA with code 402. */
  system_ota_max_interruptions: { type: 1, needs: 'SETTING_SIM', value: numberText(1, 100) },
  /** Minutes in which a new poller has to poll after its installation, 60 by default. Otherwise it is removed, and the old one stays. */
  system_ota_new_poller_minutes: { type: 1, needs: 'SETTING_SIM', value: numberText(1, maxNewPollerMinutes) },
  /** The largest number of cards that the server reads by itself in an hour, because a POLL has reported changed content. 0: none. */
  system_ota_inventories_per_hour: {
    type: 1,
    needs: 'SETTING_SIM',
    value: z.union([z.literal('0'), numberText(1, maxQuestionsPerHour)]),
  },
  system_ota_allow_plain_polls: { type: 1, needs: 'SETTING_SIM', value: twoOrOne },
  /** The number of SIMs from which a campaign needs the approval of a second person. 0, the default: never. */
  system_ota_approval_threshold: {
    type: 1,
    needs: 'SETTING_PASSWORD_SECURITY',
    value: z.string().regex(/^(0|[1-9]\d{0,6})$/),
    proof: true,
  },
  /** The number of days before its end from which the bell tells a certificate, 14 by default. */
  system_iot_safe_end_days: { type: 1, needs: 'SETTING_IOT_SAFE', value: numberText(1, maxEndDays) },
  /** True if devices get certificates over EST (RFC 7030) on nodes with `EST_PORT`, by default. */
  system_iot_safe_est: { type: 1, needs: 'SETTING_IOT_SAFE', value: twoOrOne },
  /** The number of days for which rows of the raw API log and of the raw proxy log are kept, 90 by default. */
  system_log_raw_api_days: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: numberText(1, 400) },
  system_log_raw_proxy_days: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: numberText(1, 400) },
  /** The time until which the raw API log contains masked bodies, at most seven days ahead; empty for never. */
  system_log_bodies_until: { type: 1, needs: 'SETTING_PASSWORD_SECURITY', value: z.string().refine(isBodyTime), proof: true },
  system_mail: { type: 1, needs: 'SETTING_SYSTEM_MAIL', value: z.enum(['0', '1']) },
  system_mail_template: { type: 1, needs: 'SETTING_SYSTEM_MAIL', value: templateText('system') },
  notify_password_invitation: { type: 1, needs: 'SETTING_NOTIFY_PASSWORD', value: templateText('invitation'), proof: true },
  notify_password_authentication: { type: 1, needs: 'SETTING_NOTIFY_PASSWORD', value: templateText('authentication'), proof: true },
  user_language: { type: 2, needs: 'SETTING_LANGUAGE_DATETIME', value: z.enum(languages) },
  user_timezone_automation: { type: 2, needs: 'SETTING_LANGUAGE_DATETIME', value: twoOrOne },
  user_notifications: { type: 2, needs: 'SETTING_LANGUAGE_DATETIME', value: z.string().max(2_000).refine(isChoicesText) },
  user_config_timezone: { type: 2, needs: 'SETTING_LANGUAGE_DATETIME', value: timeZone },
  /** The screen that opens after a sign-in, the list of SIMs by default. */
  user_start_screen: { type: 2, needs: 'SETTING_LANGUAGE_DATETIME', value: z.enum(['sims', 'overview']) },
} as const satisfies Record<string, SettingRule>
export type SettingKey = keyof typeof settingRules

/** True for a setting whose change needs a recent proof of identity. */
export const settingProof = (key: SettingKey): boolean => 'proof' in settingRules[key]
export const settingKeys = Object.keys(settingRules) as [SettingKey, ...SettingKey[]]

const change = z.strictObject({ key: z.enum(settingKeys), value: z.string().max(1_400_000) })

/** The settings in `GET /v1/init`, which are readable before sign-in. */
export const anonymousSettingKeys = settingKeys.filter((key) => 'anonymous' in settingRules[key])
/** The settings that each user sets for themselves. */
export const userSettingKeys = settingKeys.filter((key) => settingRules[key].type === 2)

export const getUserConfig = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/user-config',
  needs: 'signedIn',
  beforeMfa: true,
  summary: 'The settings of the system and those of the caller, with the latest value of each key',
  query: z.strictObject({ key: z.enum(settingKeys).optional() }),
  response: z.array(settingItem),
})

/** Writes all values or none. The call is refused if one value is wrong or the caller may not change one of the keys. */
export const postUserConfig = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/user-config',
  needs: 'byKey',
  own: true,
  action: 'settingUpdate',
  summary: 'Change settings; each setting needs its own permission',
  maxBodyBytes: 1.5 * 1024 * 1024,
  body: z.array(change).min(1).max(settingKeys.length),
  response: z.array(settingItem),
  errors: ['invalidLogo', 'verificationRequired'],
})

export const postLanguage = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/language',
  needs: 'SETTING_LANGUAGE_DATETIME',
  own: true,
  beforeMfa: true,
  action: 'settingUpdate',
  summary: 'Choose the caller’s language of the console',
  body: z.strictObject({ language: z.enum(languages) }),
  response: z.array(settingItem),
})

import { ApiError, errorCatalogue, type FieldError } from '@simdeck/contract/errors.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import { type SettingKey, settingRules } from '@simdeck/contract/settings.ts'
import type { Caller } from '../platform/http/handler.ts'
import { validate } from '../platform/http/validate.ts'
import { checkLogo } from './logo.ts'
import type { SettingChange } from './queries.ts'

const noLogo: Words = {
  ja: '空にするか、画像のtypeとbase64を持つJSONにしてください',
  en: 'neither empty nor JSON with type and base64 of an allowed image',
}

type Given = { key: SettingKey; value: string }

/**
 * The changes as they are stored. Throws `noPermission` if the caller may not change one of the keys, else `invalidLogo` if only the logo
 * is wrong, else `invalidInput`; the last two name each wrong entry. A repeated key is wrong, because its intended value is unknown.
 */
export function changesInBody(body: readonly Given[], caller: Caller, language: Language): SettingChange[] {
  if (!body.every(({ key }) => caller.permissions.has(settingRules[key].needs))) throw new ApiError('noPermission')
  const changes: SettingChange[] = []
  const fields: FieldError[] = []
  const reasons: Words[] = []
  for (const [index, { key, value }] of body.entries()) {
    if (body.findIndex((other) => other.key === key) < index)
      fields.push({ path: `${index}.key`, message: errorCatalogue.invalidInput[language] })
    try {
      const checked = validate(settingRules[key].value, value, language)
      if (key === 'system_config_logo') checkLogo(checked)
      changes.push({ key, value: checked })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const path = `${index}.value`
      if (key === 'system_config_logo') {
        fields.push({ path, message: errorCatalogue.invalidLogo[language] })
        reasons.push(error.detail ?? noLogo)
      } else fields.push({ path, message: error.fields?.[0]?.message ?? errorCatalogue.invalidInput[language] })
    }
  }
  const [detail] = reasons
  if (detail !== undefined && fields.length === 1) throw new ApiError('invalidLogo', { fields, detail })
  if (fields.length > 0) throw new ApiError('invalidInput', { fields })
  return changes
}

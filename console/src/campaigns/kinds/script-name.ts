import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RemoteConfig } from '@simdeck/contract/package-scripts.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { numbersText } from '../../package-scripts/line-numbers.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { scriptText } from './script-text.tsx'
import type { Draft } from '../wizard/wizard-draft.ts'

/** Narrows stored scripts: by a text in their names, or to one revision. */
interface ScriptFilter {
  search?: string
  id?: string
}

/** The query of the newest hundred stored remote configurations, or stored scripts on files. */
export const storedScripts = (of: 'config' | 'script', filter: ScriptFilter = {}) =>
  queryOf(of === 'config' ? endpoints.listRemoteConfigs : endpoints.listFileManagementConfigs, { query: { take: '100', ...filter } })

/** The name of a script: that of its package, with the version. */
export const scriptName = ({ packageName, otaVersion }: Pick<RemoteConfig, 'packageName' | 'otaVersion'>): string =>
  `${packageName} ${otaVersion}`

/** The name of the script of a draft. Null for a draft without one; empty while it is unknown. */
export function useScriptName({ action, script: { id, lines, earlier } }: Draft): string | null {
  const t = useText(scriptText)
  const language = useLanguage()
  const isScript = action === 'store-data' || action === 'rfm'
  const { data } = useQuery({
    ...storedScripts(action === 'store-data' ? 'config' : 'script', { id: String(id) }),
    enabled: isScript && id !== null,
  })
  if (!isScript) return null
  const found = earlier?.id === id ? earlier : data?.data.find((one) => one.id === id)
  if (!found) return ''
  return lines ? t.someLines(scriptName(found), numbersText(lines, language)) : scriptName(found)
}

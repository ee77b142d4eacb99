import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RemoteConfig } from '@simdeck/contract/package-scripts.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import type { Draft } from '../wizard/wizard-draft.ts'

/** The query of the stored remote configurations, or of the stored scripts on files. */
export const storedScripts = (of: 'config' | 'script') =>
  queryOf(of === 'config' ? endpoints.listRemoteConfigs : endpoints.listFileManagementConfigs, { query: { take: '100' } })

/** The name of a script: that of its package, with the version. */
export const scriptName = ({ packageName, otaVersion }: Pick<RemoteConfig, 'packageName' | 'otaVersion'>): string =>
  `${packageName} ${otaVersion}`

/** The name of the script of a draft. Null for a draft without one; empty while it is unknown. */
export function useScriptName({ action, script: { id, earlier } }: Draft): string | null {
  const isScript = action === 'store-data' || action === 'rfm'
  const { data } = useQuery({ ...storedScripts(action === 'store-data' ? 'config' : 'script'), enabled: isScript })
  if (!isScript) return null
  const found = earlier?.id === id ? earlier : data?.data.find((one) => one.id === id)
  return found ? scriptName(found) : ''
}

import type { FileManagementConfig, RemoteConfig } from '@simdeck/contract/package-scripts.ts'
import { Time } from '../ui/value/Time.tsx'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

/** The member who changed a script last, and the time. Nothing while none is stored. */
export function LastChange({ of: { updatedBy, updatedAt } }: { of: Pick<FileManagementConfig | RemoteConfig, 'updatedBy' | 'updatedAt'> }) {
  const t = useText(scriptText)
  if (updatedBy === null) return null
  return (
    <span className={css.note}>
      {t.updated(updatedBy)} <Time at={updatedAt} />
    </span>
  )
}

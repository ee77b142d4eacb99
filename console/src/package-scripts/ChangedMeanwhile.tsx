import type { RemoteConfig } from '@simdeck/contract/package-scripts.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { Button } from '../ui/form/Button.tsx'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

type Revision = Pick<RemoteConfig, 'id' | 'updatedBy'>

interface ChangedMeanwhileProps {
  /** The revision that is stored now. */
  stored: Revision
  /** The revision that the user began with. */
  base: Revision
  /** Lets the input replace what is stored. */
  onKeep: () => void
  /** Replaces the input by what is stored. */
  onLoad: () => void
}

/** Tells that someone else has changed a script since the user began with it, and lets the user choose. The input stays until then. */
export function ChangedMeanwhile({ stored, base, onKeep, onLoad }: ChangedMeanwhileProps) {
  const t = useText(scriptText)
  if (stored.id === base.id) return null
  return (
    <div className={css.pageNote}>
      <Note>
        {stored.id === null ? t.removedMeanwhile : t.changedMeanwhile(stored.updatedBy ?? '')} {t.inputStays}
        <div className={css.ways}>
          <Button size="sm" onClick={onKeep}>
            {t.keepMine}
          </Button>
          <Button size="sm" onClick={onLoad}>
            {t.loadTheirs}
          </Button>
        </div>
      </Note>
    </div>
  )
}

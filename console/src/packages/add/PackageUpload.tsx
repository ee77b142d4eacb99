import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { useState } from 'react'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { FileDrop } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { packageText } from '../package-text.ts'
import { ReadCap } from './ReadCap.tsx'
import css from '../packages.module.css'

/** Upload of a CAP file. It shows the contents of the file and stores it under a label. */
export function PackageUpload({ open, all }: { open: readonly ManagedPackageAid[]; all: readonly ManagedPackageAid[] }) {
  const t = useText(packageText)
  const mayUpload = useMay('OTA_CREATE')
  const [chosen, setChosen] = useState<{ file: File; at: number } | null>(null)
  return (
    <div className={css.upload}>
      <DisabledReason reason={mayUpload ? null : t.mayNotUpload}>
        <div className={css.drop}>
          <FileDrop
            words={t.drop}
            note={mayUpload ? t.dropNote : t.mayNotUpload}
            accept=".cap"
            disabled={!mayUpload}
            onFile={(file) => setChosen({ file, at: (chosen?.at ?? 0) + 1 })}
          />
        </div>
      </DisabledReason>
      {chosen && <ReadCap key={chosen.at} file={chosen.file} open={open} all={all} onDone={() => setChosen(null)} />}
    </div>
  )
}

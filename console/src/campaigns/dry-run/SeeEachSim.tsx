import { useState } from 'react'
import { useMay } from '../../session/use-me.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { DryRunDialog } from './DryRunDialog.tsx'
import { dryRunText } from './dry-run-text.ts'

/** Button that opens the list of a stored dry run. Nothing for users who may not dry-run. */
export function SeeEachSim({ snapshotId }: { snapshotId: number }) {
  const t = useText(dryRunText)
  const [opened, setOpened] = useState(false)
  if (!useMay('OTA_CREATE')) return null
  return (
    <>
      <TextButton onClick={() => setOpened(true)}>{t.perSim}</TextButton>
      {opened && <DryRunDialog snapshotId={snapshotId} onClose={() => setOpened(false)} />}
    </>
  )
}

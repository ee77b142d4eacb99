import { type DifferenceKind, type DifferingSim, getDriftRemedies } from '@simdeck/contract/drift.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePackageName } from '../campaigns/package-name.ts'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ConfirmDialog, Dialog } from '../ui/feedback/Dialog.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Button, LinkButton } from '../ui/form/Button.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { useAccept } from './use-accept.ts'

/** Button that opens the wizard for the SIMs that an install repairs. If they need several packages, the user chooses one first. */
export function RepairMany({ kind }: { kind: DifferenceKind | null }) {
  const t = useText(driftText)
  const [opened, setOpened] = useState(false)
  const packageName = usePackageName()
  const { data, error, refetch } = useQuery(queryOf(getDriftRemedies, { query: kind === null ? {} : { kind } }))
  const count = data?.reduce((sum, one) => sum + one.count, 0) ?? 0
  const searchOf = (group: string) => ({ drift: kind ?? 'all', remedy: group })
  const [only, ...more] = data ?? []
  if (only && more.length === 0)
    return (
      <LinkButton variant="primary" to="/otas/execute" search={searchOf(only.group)}>
        {t.repairMany(formatNumber(count))}
      </LinkButton>
    )
  if (data?.length === 0) return null
  return (
    <>
      <Button variant="primary" disabled={!data && !error} onClick={() => setOpened(true)}>
        {t.repairMany(formatNumber(count))}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t.repairTitle}>
        <p>{t.repairWords}</p>
        {error && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
        <ul className={css.remedies}>
          {data?.map(({ group, package: named, count: sims }) => (
            <li key={group}>
              <Link to="/otas/execute" search={searchOf(group)}>
                {t.restoreMany(`${packageName(named)} ${named.otaVersion}`, formatNumber(sims))}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

interface AcceptSelectedProps {
  simIds: readonly number[]
  /** The rows of the page. */
  rows: readonly DifferingSim[]
  onDone: () => void
}

/** Actions on the selected SIMs: an install, if the same one repairs them all, and the acceptance of their content. */
export function AcceptSelected({ simIds, rows, onDone }: AcceptSelectedProps) {
  const t = useText(driftText)
  const [asks, setAsks] = useState(false)
  const accept = useAccept(() => {
    setAsks(false)
    onDone()
  })
  const chosen = rows.filter(({ id }) => simIds.includes(id))
  const remedies = new Set(chosen.map(({ remedy }) => remedy))
  const [remedy] = remedies
  const same = chosen.length === simIds.length && remedies.size === 1 && remedy
  const act = t.acceptMany(formatNumber(simIds.length))
  return (
    <>
      {same && (
        <LinkButton size="sm" to="/otas/execute" search={{ simIds: simIds.join(','), remedy }}>
          {t.repairMany(formatNumber(simIds.length))}
        </LinkButton>
      )}
      <MayButton permission="OTA_CREATE" size="sm" onClick={() => setAsks(true)}>
        {act}
      </MayButton>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t.accept}
        act={act}
        busy={accept.isPending}
        onAct={() => accept.mutate(simIds)}
      >
        {t.acceptWords}
      </ConfirmDialog>
    </>
  )
}

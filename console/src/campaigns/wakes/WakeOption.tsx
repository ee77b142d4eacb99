import { Checkbox } from '@mantine/core'
import { getDryRunWakes } from '@simdeck/contract/campaign-wakes.ts'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { wakesText } from './wakes-text.ts'
import css from './wakes.module.css'

interface WakeOptionProps {
  /** The snapshot of the last dry run; null while another one is computed. */
  snapshotId: number | null
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Option that lets the campaign wake its SIMs by SMS, with the number of SIMs that can be woken. */
export function WakeOption({ snapshotId, checked, onChange }: WakeOptionProps) {
  const t = useText(wakesText)
  return (
    <div>
      <Checkbox label={t.option} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <p className={css.described}>{t.optionWords}</p>
      {checked && (
        <div className={css.count} role="status">
          {snapshotId === null ? t.counting : <WakeableSims snapshotId={snapshotId} />}
        </div>
      )}
    </div>
  )
}

function WakeableSims({ snapshotId }: { snapshotId: number }) {
  const t = useText(wakesText)
  // The gateway may have been set up on another screen, or in another tab.
  const { data, error } = useQuery({
    ...queryOf(getDryRunWakes, { params: { id: snapshotId } }),
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  if (!data) return error ? failureText(error) : t.counting
  const { eligible, wakeable, noKeys, noNumber, gateway } = data
  if (gateway !== 'ready') return <Note tone="interrupted">{t[gateway]}</Note>
  return (
    <>
      <b>{t.wakeable(formatNumber(wakeable), formatNumber(eligible))}</b>
      {noKeys > 0 && <span className={css.soft}>{t.noKeys(formatNumber(noKeys))}</span>}
      {noNumber > 0 && <span className={css.soft}>{t.noNumber(formatNumber(noNumber))}</span>}
    </>
  )
}

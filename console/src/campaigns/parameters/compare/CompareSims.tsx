import { useDebouncedValue } from '@mantine/hooks'
import { createSnapshot } from '@simdeck/contract/bulk-ota.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { ErrorNote } from '../../../ui/feedback/ErrorState.tsx'
import { useText } from '../../../ui/words/text.ts'
import { checkParameters } from '../draft/parameters-draft.ts'
import type { ParametersDraft } from '../draft/parameters-draft.ts'
import { ComparedValues } from './ComparedValues.tsx'
import { comparedText } from './compared-text.ts'
import css from '../parameters.module.css'

const waitMs = 300

interface CompareSimsProps {
  simIds: number[]
  chosen: OtaPackage
  value: ParametersDraft
}

/** Comparison of the parameters, as soon as they are right, with those of several SIMs. */
export function CompareSims({ simIds, chosen, value }: CompareSimsProps) {
  const t = useText(comparedText)
  const snapshot = useQuery({ ...queryOf(createSnapshot, { body: { simIds } }), staleTime: 'static', retry: false })
  const [typed] = useDebouncedValue(value, waitMs)
  const checked = checkParameters(chosen.type, typed)
  if (snapshot.error) return <ErrorNote message={failureText(snapshot.error)} onRetry={() => void snapshot.refetch()} />
  if (!snapshot.data) return null
  if (!checked.encoded) return <p className={css.note}>{t.wrong}</p>
  return <ComparedValues chosen={chosen} checked={checked} snapshotId={snapshot.data.id} none={<p className={css.note}>{t.noneKnown}</p>} />
}

import { ComparedValues } from '../../parameters/compare/ComparedValues.tsx'
import { checkParameters } from '../../parameters/draft/parameters-draft.ts'
import { isLibrary } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'

interface ComparedParametersProps {
  draft: Draft
  snapshotId: number
}

/** Comparison of the parameters of an installation with those that its SIMs have. Nothing is shown if those of no SIM are known. */
export function ComparedParameters({ draft, snapshotId }: ComparedParametersProps) {
  const { package: chosen, parameters } = draft
  if (draft.action !== 'install' || !chosen || isLibrary(chosen)) return null
  return <ComparedValues key={snapshotId} chosen={chosen} checked={checkParameters(chosen.type, parameters)} snapshotId={snapshotId} />
}

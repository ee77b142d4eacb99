import { createSnapshot } from '@simdeck/contract/bulk-ota.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { compareHeldParameters } from '@simdeck/contract/held-parameters.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { comparedText } from '../../parameters/compare/compared-text.ts'
import type { Choice } from '../use-preparation.ts'
import { mostHeld } from './most-held.ts'
import type { HeldValues } from './most-held.ts'
import css from '../wizard.module.css'

interface TakeHeldValuesProps {
  chosen: OtaPackage
  choice: Choice
  onTake: (values: HeldValues) => void
}

/** Button that fills the parameters with those that most of the chosen SIMs have now, and tells how many do. */
export function TakeHeldValues({ chosen, choice, onTake }: TakeHeldValuesProps) {
  const t = useText(comparedText)
  const take = useMutation({
    mutationFn: async () => {
      const snapshot = await call(createSnapshot, { body: choice })
      return call(compareHeldParameters, { body: { snapshotId: snapshot.id, packageAID: chosen.packageAID } })
    },
    onSuccess: (held) => {
      const most = mostHeld(held)
      if (most) onTake(most)
    },
    onError: (error) => toastFailure(t.takeFailed, error),
  })
  return (
    <div className={css.group}>
      <span>
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate()}>
          {t.take}
        </Button>{' '}
        <span className={css.note} role="status">
          {take.data && <Taken held={take.data} />}
        </span>
      </span>
    </div>
  )
}

function Taken({ held }: { held: ResponseOf<typeof compareHeldParameters> }) {
  const t = useText(comparedText)
  const most = mostHeld(held)
  if (!most) return <>{t.noneKnown}</>
  const others = held.same + held.different - most.count
  return (
    <>
      {t.taken(formatNumber(most.count))}
      {others > 0 && t.takenOthers(formatNumber(others))}
      {held.unknown > 0 && t.unknown(formatNumber(held.unknown))}
    </>
  )
}
